/// The model that answers are checked against: runs of plain heights with their sums, walked from the top.
struct HeightModel {
  private var runs: [[Int32]]
  private var sums: [Int64]
  private let runLimit: Int
  private(set) var count: Int
  private(set) var total: Int64

  init(heights: [Int32]) {
    // Runs as long as there are runs make both walks equally long.
    let length = max(16, Int(Double(heights.count).squareRoot()))
    runs = stride(from: 0, to: heights.count, by: length).map {
      Array(heights[$0..<min($0 + length, heights.count)])
    }
    if runs.isEmpty { runs = [[]] }
    sums = runs.map { $0.reduce(0) { $0 + Int64($1) } }
    runLimit = length * 2
    count = heights.count
    total = sums.reduce(0, +)
  }

  /// The run and the slot in it of a row, or of the end.
  private func place(ofRank rank: Int) -> (run: Int, slot: Int, y: Int64) {
    var (run, slot, y) = (0, rank, Int64(0))
    while run + 1 < runs.count, slot >= runs[run].count {
      slot -= runs[run].count
      y += sums[run]
      run += 1
    }
    return (run, slot, y)
  }

  func y(ofRank rank: Int) -> Int64 {
    let place = place(ofRank: rank)
    return runs[place.run][..<place.slot].reduce(place.y) { $0 + Int64($1) }
  }

  func rank(atY y: Int64) -> Int {
    var (run, rank, rest) = (0, 0, y)
    while run + 1 < runs.count, rest >= sums[run] {
      rest -= sums[run]
      rank += runs[run].count
      run += 1
    }
    for height in runs[run] {
      if rest < Int64(height) { break }
      rest -= Int64(height)
      rank += 1
    }
    return rank
  }

  mutating func setHeight(_ height: Int32, ofRank rank: Int) {
    let place = place(ofRank: rank)
    grow(place.run, by: Int64(height) - Int64(runs[place.run][place.slot]))
    runs[place.run][place.slot] = height
  }

  mutating func insert(_ height: Int32, atRank rank: Int) {
    let place = place(ofRank: rank)
    runs[place.run].insert(height, at: place.slot)
    grow(place.run, by: Int64(height))
    count += 1
    if runs[place.run].count > runLimit { split(place.run) }
  }

  mutating func remove(atRank rank: Int) {
    let place = place(ofRank: rank)
    grow(place.run, by: -Int64(runs[place.run].remove(at: place.slot)))
    count -= 1
  }

  private mutating func grow(_ run: Int, by height: Int64) {
    sums[run] += height
    total += height
  }

  private mutating func split(_ run: Int) {
    let middle = runs[run].count / 2
    runs.insert(Array(runs[run][middle...]), at: run + 1)
    runs[run].removeSubrange(middle...)
    sums.insert(runs[run + 1].reduce(0) { $0 + Int64($1) }, at: run + 1)
    sums[run] -= sums[run + 1]
  }
}
