import Peers
import Testing

@Suite struct HeightsPeersTests {
  /// One step on a plain array of heights.
  private static func answer(_ step: PeerHeightStep, _ heights: inout [Int32]) -> Int64 {
    let position = Int(step.position)
    switch step.operation {
    case .yOfRank: return heights.prefix(position).reduce(0) { $0 + Int64($1) }
    case .rankAtY:
      var end: Int64 = 0
      for (rank, height) in heights.enumerated() {
        end += Int64(height)
        if step.position < end { return Int64(rank) }
      }
      return Int64(heights.count)
    case .set: heights[position] = step.height
    case .insert: heights.insert(step.height, at: position)
    case .delete: heights.remove(at: position)
    @unknown default: Issue.record("an operation that the model does not know")
    }
    return 0
  }

  /// Rows of height 0 are frequent, huge ones occur.
  private static func height(_ random: inout TestRandom) -> Int32 {
    switch random.below(20) {
    case 0...4: 0
    case 5: .max
    default: Int32(random.below(9000))
    }
  }

  private static func step(_ random: inout TestRandom, _ heights: [Int32]) -> PeerHeightStep {
    let height = height(&random)
    let count = heights.count
    switch random.below(count == 0 ? 3 : 10) {
    case 0...2:
      return PeerHeightStep(
        position: Int64(random.below(count + 1)), height: height, operation: .insert)
    case 3...4:
      return PeerHeightStep(
        position: Int64(random.below(count)), height: height, operation: .delete)
    case 5:
      return PeerHeightStep(position: Int64(random.below(count)), height: height, operation: .set)
    case 6...7:
      return PeerHeightStep(
        position: Int64(random.below(count + 1)), height: 0, operation: .yOfRank)
    default:
      return PeerHeightStep(position: y(&random, heights), height: 0, operation: .rankAtY)
    }
  }

  /// Exactly where a row starts as often as anywhere, the end and beyond among them.
  private static func y(_ random: inout TestRandom, _ heights: [Int32]) -> Int64 {
    let isBorder = random.below(2) == 0
    let rows = isBorder ? heights.prefix(random.below(heights.count + 1)) : heights[...]
    let end = rows.reduce(0) { $0 + Int64($1) }
    return isBorder ? end : Int64(random.below(Int(end) + 100))
  }

  @Test(arguments: PeerCase.made(.heights), [0, 1, 700])
  func answersAreTheModels(_ peerCase: PeerCase, _ count: Int) throws {
    var random = TestRandom()
    let peer = try TestPeer(peerCase)
    var heights = (0..<count).map { _ in Self.height(&random) }
    #expect(peerHeightsBuild(peer.handle, heights, heights.count) == .ok)
    for _ in 0..<40 {
      var steps: [PeerHeightStep] = []
      var expected: [Int64] = []
      for _ in 0..<50 {
        steps.append(Self.step(&random, heights))
        expected.append(Self.answer(steps[steps.count - 1], &heights))
      }
      var answers = [Int64](repeating: -1, count: steps.count)
      #expect(peerHeightsApply(peer.handle, steps, steps.count, &answers) == .ok)
      #expect(answers == expected)
      #expect(peer.count == heights.count)
    }
  }

  @Test(arguments: PeerCase.made(.heights))
  func growingAtOnePlaceSplitsBlocks(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    let steps = (0..<1000).map { _ in PeerHeightStep(position: 0, height: 3, operation: .insert) }
    var answers = [Int64](repeating: -1, count: steps.count)
    #expect(peerHeightsApply(peer.handle, steps, steps.count, &answers) == .ok)
    let end = [PeerHeightStep(position: 1000, height: 0, operation: .yOfRank)]
    #expect(peerHeightsApply(peer.handle, end, 1, &answers) == .ok)
    #expect(answers[0] == 3000)
  }

  @Test(arguments: PeerCase.made(.heights))
  func negativeHeightsAndRowsBeyondTheEndAreRefused(_ peerCase: PeerCase) throws {
    let peer = try TestPeer(peerCase)
    #expect(peerHeightsBuild(peer.handle, [1, -1], 2) == .outOfRange)
    #expect(peerHeightsBuild(peer.handle, [1, 2], 2) == .ok)
    let refused: [PeerHeightStep] = [
      PeerHeightStep(position: 0, height: -1, operation: .set),
      PeerHeightStep(position: 0, height: -1, operation: .insert),
      PeerHeightStep(position: 2, height: 1, operation: .set),
      PeerHeightStep(position: 2, height: 0, operation: .delete),
      PeerHeightStep(position: 3, height: 1, operation: .insert),
      PeerHeightStep(position: 3, height: 0, operation: .yOfRank),
      PeerHeightStep(position: -1, height: 0, operation: .yOfRank),
      PeerHeightStep(position: -1, height: 0, operation: .rankAtY),
    ]
    var answer: Int64 = 0
    for step in refused {
      #expect(peerHeightsApply(peer.handle, [step], 1, &answer) == .outOfRange, "\(step)")
    }
    #expect(peer.count == 2)
  }
}
