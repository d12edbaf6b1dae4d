/// The figure that a metric is held against.
struct Threshold: Equatable {
  /// How far a figure may be off.
  enum Tolerance: Equatable {
    case none
    /// Of the value.
    case percent(Double)
    /// In the metric's unit.
    case within(Double)
  }

  var value: Double
  var tolerance = Tolerance.none

  /// What passes.
  var range: ClosedRange<Double> {
    let slack =
      switch tolerance {
      case .none: 0.0
      case .percent(let percent): value.magnitude * percent / 100
      case .within(let distance): distance
      }
    return (value - slack)...(value + slack)
  }

  /// `12`, `12 +- 5%`, `1.002 +- 0.05`.
  var words: String {
    switch tolerance {
    case .none: plain(value)
    case .percent(let percent): "\(plain(value)) +- \(plain(percent))%"
    case .within(let distance): "\(plain(value)) +- \(plain(distance))"
    }
  }
}

/// A number for people, all of it.
func plain(_ value: Double) -> String {
  if let whole = Int(exactly: value), value.magnitude < 1e15 { return grouped(whole) }
  return "\(value)"
}

/// What one implementation with one set of parameters is held against.
struct ThresholdEntry: Equatable {
  var implementation: String
  /// Sorted by name.
  var parameters: [Parameter]
  /// The digest of the data that the figures hold for.
  var fixture: String
  var metrics: [String: Threshold]

  /// The case that it is about.
  func identity(suite: String, benchmark: String) -> CaseIdentity {
    CaseIdentity(
      suite: suite, benchmark: benchmark, implementation: implementation, parameters: parameters)
  }

  /// The entry's name inside its file.
  var name: String {
    ([implementation] + parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
  }
}

/// One file of a thresholds folder: everything that one benchmark is held against.
struct ThresholdFile: Equatable {
  static let schema = 1.0

  var suite: String
  var benchmark: String
  /// Why the figures are what they are: what the last update was for.
  var why: String
  /// What the allocation and byte figures hold for.
  var environment: EnvironmentKey
  /// The library whose work the counts are, with its version; nil for our own.
  var library: String?
  var entries: [ThresholdEntry]
  /// What rows of ours are held against beside peers, in any environment.
  var ratios: [RatioGate] = []

  /// The name that the file must have: `WindowEviction.window-step.json`.
  var fileName: String { Self.fileName(suite: suite, benchmark: benchmark) }

  /// What is neither letter nor digit becomes a hyphen, so that every shell and file system takes
  /// it.
  static func fileName(suite: String, benchmark: String) -> String {
    let words = String(
      String.UnicodeScalarView(
        benchmark.unicodeScalars.map {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) ? $0 : "-"
        }))
    return "\(suite).\(words).json"
  }
}

extension CaseIdentity {
  /// The same case, whatever the order of its parameters.
  var sortedByParameter: CaseIdentity {
    var result = self
    result.parameters.sort { $0.name < $1.name }
    return result
  }
}
