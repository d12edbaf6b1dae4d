/// Finds a small part of a sequence with which something still fails.
///
/// The result is 1-minimal: without any one of its elements (and what cannot stand without it) it no longer
/// fails. Source: `ddmin`, Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
struct DeltaDebugging {
  /// What a set of elements is without those that cannot stand alone in it; ascending.
  let closed: ([Int]) -> [Int]
  /// How many sets were tried.
  private(set) var runCount = 0
  /// Sets that are known not to fail, since the last one that did.
  private var passed: Set<[Int]> = []

  init(closed: @escaping ([Int]) -> [Int]) {
    self.closed = closed
  }

  /// Makes a failing set smaller until no part of it can go.
  ///
  /// - Parameters:
  ///   - elements: A set that fails, ascending.
  ///   - fails: Whether a set fails.
  ///   - progress: Called with the size of the smallest failing set so far and the number of sets tried.
  /// - Returns: A set that fails, ascending.
  /// - Throws: What `fails` throws.
  /// - Complexity: O(n log n) sets tried at best, O(n^2) at worst, for n elements.
  mutating func minimise<Failure: Error>(
    _ elements: [Int], fails: ([Int]) throws(Failure) -> Bool, progress: (Int, Int) -> Void
  ) throws(Failure) -> [Int] {
    var kept = elements
    var partCount = 2
    while kept.count >= 2 {
      if let smaller = try reduced(kept, partCount, fails) {
        // A part that fails alone is halved again; of what is left of a whole the parts are as they were.
        partCount = smaller.isPart ? 2 : max(2, partCount - 1)
        kept = smaller.elements
        passed.removeAll(keepingCapacity: true)
      } else if partCount < kept.count {
        partCount = min(kept.count, 2 * partCount)
      } else {
        break
      }
      progress(kept.count, runCount)
    }
    return kept
  }

  /// A failing set that is a part of `kept`, or `kept` without a part; nil when there is none.
  private mutating func reduced<Failure: Error>(
    _ kept: [Int], _ partCount: Int, _ fails: ([Int]) throws(Failure) -> Bool
  ) throws(Failure) -> (elements: [Int], isPart: Bool)? {
    let bounds = (0...partCount).map { $0 * kept.count / partCount }
    // With two parts each is what the other leaves.
    for index in 0..<partCount {
      let part = closed(Array(kept[bounds[index]..<bounds[index + 1]]))
      if try isFailing(part, smallerThan: kept.count, fails) { return (part, true) }
    }
    guard partCount > 2 else { return nil }
    for index in 0..<partCount {
      let rest = closed(Array(kept[..<bounds[index]] + kept[bounds[index + 1]...]))
      if try isFailing(rest, smallerThan: kept.count, fails) { return (rest, false) }
    }
    return nil
  }

  private mutating func isFailing<Failure: Error>(
    _ elements: [Int], smallerThan count: Int, _ fails: ([Int]) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard elements.count < count, !elements.isEmpty, !passed.contains(elements) else {
      return false
    }
    runCount += 1
    if try fails(elements) { return true }
    passed.insert(elements)
    return false
  }
}
