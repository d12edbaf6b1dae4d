@testable import FixtureFormats
import Testing

@Suite struct ShrinkTests {
  /// Every set of culprits among a few elements is found exactly.
  @Test(arguments: 1...9)
  func everyFailingSetIsFound(count: Int) {
    for culprits in 1..<(1 << count) {
      let wanted = (0..<count).filter { culprits >> $0 & 1 == 1 }
      var search = DeltaDebugging(closed: { $0 })
      let found = search.minimise(
        Array(0..<count), fails: { (set: [Int]) throws(Never) in wanted.allSatisfy(set.contains) },
        progress: { _, _ in })
      #expect(found == wanted)
    }
  }

  @Test func whatDependsOnAnotherGoesWithIt() {
    // Element i needs element i - 1 of the same pair.
    func closed(_ set: [Int]) -> [Int] { set.filter { $0 % 2 == 0 || set.contains($0 - 1) } }
    var search = DeltaDebugging(closed: closed)
    let found = search.minimise(
      Array(0..<100), fails: { (set: [Int]) throws(Never) in set.contains(61) },
      progress: { _, _ in })
    #expect(found == [60, 61])
  }

  @Test func oneCulpritOfManyTakesFewRuns() {
    var search = DeltaDebugging(closed: { $0 })
    let found = search.minimise(
      Array(0..<4096), fails: { (set: [Int]) throws(Never) in set.contains(1234) },
      progress: { _, _ in })
    #expect(found == [1234])
    #expect(search.runCount <= 24)
  }

  @Test func failuresWithoutAPatternEndInAOneMinimalSet() {
    // A failure that is not monotone: the result still fails, and no single element can go.
    func fails(_ set: [Int]) -> Bool { set.reduce(0, +) % 3 == 0 && set.count >= 3 }
    for count in 3...40 {
      let all = Array(0..<count)
      guard fails(all) else { continue }
      var search = DeltaDebugging(closed: { $0 })
      let found = search.minimise(
        all, fails: { (set: [Int]) throws(Never) in fails(set) }, progress: { _, _ in })
      #expect(fails(found))
      for index in found.indices {
        var less = found
        less.remove(at: index)
        #expect(!fails(less))
      }
    }
  }
}
