import FixtureFuzz
import ListCoreFuzz

/// What is driven by bytes.
enum Searched {
  /// A structure, beside its model.
  case structure(FuzzTarget)
  /// A reader of files.
  case reader(FixtureFuzzTarget)

  static let all =
    FuzzTarget.allCases.map { structure($0) } + FixtureFuzzTarget.allCases.map { reader($0) }

  var name: String {
    switch self {
    case .structure(let target): target.rawValue
    case .reader(let target): target.rawValue
    }
  }

  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .structure(let target): try target.run(bytes)
    case .reader(let target): try target.run(bytes)
    }
  }

  func run(seed: UInt64, operations: Int) throws {
    switch self {
    case .structure(let target): try target.run(seed: seed, operations: operations)
    // A file costs what hundreds of operations of a structure do.
    case .reader(let target): try target.run(seed: seed, operations: operations / 500 + 1)
    }
  }

  /// Inputs to start a search from.
  var samples: [[UInt8]] {
    get throws {
      if case .reader(let target) = self { try target.samples } else { [] }
    }
  }
}
