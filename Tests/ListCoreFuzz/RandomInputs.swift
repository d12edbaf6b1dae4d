/// Inputs for a target from a seed, short and long ones.
package struct RandomInputs: Sendable {
  private var random: TestRandom

  package init(seed: UInt64) { random = TestRandom(state: seed) }

  package mutating func next(longest: Int = 1 << 13) -> [UInt8] {
    let count = 1 + random.below(random.below(2) == 0 ? longest : Swift.min(longest, 256))
    // Some inputs have few kinds of operation, since few bytes differ in them.
    let mask = random.below(4) == 0 ? random.next() | 0x0101_0101 : .max
    return (0..<count).map { index in
      UInt8(truncatingIfNeeded: random.next() & (mask >> UInt64(index % 8 * 8)))
    }
  }
}

extension FuzzTarget {
  /// Runs random inputs until they have had so many operations.
  ///
  /// - Throws: The first finding, and the shortest input that was found to have it.
  package func run(seed: UInt64, operations: Int) throws(FuzzFinding) {
    var inputs = RandomInputs(seed: seed)
    var done = 0
    while done < operations {
      let input = inputs.next()
      do {
        done += 1 + (try run(input))
      } catch {
        let short = shortened(input)
        let hexadecimal = short.map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        throw FuzzFinding(
          "seed \(seed): \(error.description)\ninput of \(short.count) bytes: "
            + hexadecimal.joined())
      }
    }
  }

  /// Leaves out bytes while there is still a finding.
  private func shortened(_ input: [UInt8]) -> [UInt8] {
    var failing = input
    var size = failing.count / 2
    while size > 0 {
      var start = 0
      while start < failing.count {
        var shorter = failing
        shorter.removeSubrange(start..<Swift.min(start + size, shorter.count))
        do {
          try run(shorter)
          start += size
        } catch {
          failing = shorter
        }
      }
      size /= 2
    }
    return failing
  }
}
