import ListCoreFuzz

#if canImport(FixtureFuzz)
  import FixtureFuzz
#endif

/// What is driven by bytes; the readers of files only where their modules are built (`.ci/sanitize` builds
/// the structures alone).
enum Searched {
  /// A structure, beside its model.
  case structure(FuzzTarget)
  #if canImport(FixtureFuzz)
    /// A reader of files.
    case reader(FixtureFuzzTarget)
  #endif

  static var all: [Searched] {
    let structures = FuzzTarget.allCases.map { structure($0) }
    #if canImport(FixtureFuzz)
      return structures + FixtureFuzzTarget.allCases.map { reader($0) }
    #else
      return structures
    #endif
  }

  var name: String {
    switch self {
    case .structure(let target): target.rawValue
    #if canImport(FixtureFuzz)
      case .reader(let target): target.rawValue
    #endif
    }
  }

  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .structure(let target): try target.run(bytes)
    #if canImport(FixtureFuzz)
      case .reader(let target): try target.run(bytes)
    #endif
    }
  }

  func run(seed: UInt64, operations: Int) throws {
    switch self {
    case .structure(let target): try target.run(seed: seed, operations: operations)
    #if canImport(FixtureFuzz)
      // A file costs what hundreds of operations of a structure do.
      case .reader(let target): try target.run(seed: seed, operations: operations / 500 + 1)
    #endif
    }
  }

  /// Inputs to start a search from.
  var samples: [[UInt8]] {
    get throws {
      switch self {
      case .structure: []
      #if canImport(FixtureFuzz)
        case .reader(let target): try target.samples
      #endif
      }
    }
  }
}
