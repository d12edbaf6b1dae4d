import ListText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension MetricUnit {
  /// Whether less of it is better; of a rate, more is.
  var isBetterSmaller: Bool { self != .bytesPerSecond }
}

extension Metric {
  /// The figure, where there is one that can be written as a number.
  var figure: Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  /// The 95% interval of a noisy figure; nil of exact ones, and where an end is not known.
  var interval95: (low: Double, high: Double)? {
    guard !unit.isExact, let low, let high, low.isFinite, high.isFinite else { return nil }
    return (low, high)
  }

  /// Half the width of that interval.
  var halfInterval: Double? { interval95.map { ($0.high - $0.low) / 2 } }

  /// The figures of the process runs, in their order, that can be written as numbers.
  var finiteSamples: [Double] { samples.filter(\.isFinite) }

  /// Whether it was measured; a budget is a setting.
  var isMeasured: Bool { name != MetricName.budgetBytes }

  /// The figure with its unit, and its interval: `412 ns (95%: 400 to 431)`; `no figure` without one.
  var words: String {
    guard let figure else { return "no figure" }
    let ends = interval95.map { " (95%: \(shortest($0.low)) to \(shortest($0.high)))" } ?? ""
    return "\(shortest(figure)) \(unit.name)\(ends)"
  }
}

extension BenchmarkResult {
  /// Its time per operation.
  var time: Metric? { self[MetricName.cpuTime] }

  /// Why it has no figures, or what is to be said of them, on one line; nil where all is well.
  var reasonLine: String? {
    reasons.isEmpty ? nil : oneLine(reasons.joined(separator: "; "))
  }
}

/// A number in the fewest digits that give it back, without `.0`.
func shortest(_ number: Double) -> String {
  guard number.magnitude < 9_007_199_254_740_992, let whole = Int64(exactly: number) else {
    return "\(number)"
  }
  return "\(whole)"
}

/// A number with a fixed count of decimals, whatever its size: as C's `%.Nf` has it.
///
/// - Parameter number: Finite.
func decimal(_ number: Double, _ decimals: Int32) -> String {
  precondition(number.isFinite, "a figure that is not finite")
  // The largest number has 309 digits before its point.
  var buffer = [CChar](repeating: 0, count: 352)
  // SAFETY: what does not fit is cut, and the format asks for the two arguments that it gets.
  let count = unsafe withVaList([decimals, number]) { arguments in
    unsafe vsnprintf(&buffer, buffer.count, "%.*f", arguments)
  }
  return String(
    decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A text at the right of a column.
func right(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A text without line ends and other control characters; a space stands where some stood.
func oneLine(_ text: String) -> String {
  var result = ""
  var isBroken = false
  for scalar in text.unicodeScalars {
    let isControl = scalar.properties.generalCategory == .control
    if isControl || scalar == "\u{2028}" || scalar == "\u{2029}" {
      isBroken = true
      continue
    }
    if isBroken, !result.isEmpty { result += " " }
    isBroken = false
    result.unicodeScalars.append(scalar)
  }
  return result
}

/// A name of at most so many bytes of UTF-8; of a longer one the beginning and a digest of the whole.
func shortened(_ name: String, toBytes limit: Int) -> String {
  guard name.utf8.count > limit else { return name }
  // Source: Fowler, Noll and Vo, FNV-1a with 64 bits.
  let digest = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01b3
  }
  let digits = String(digest, radix: 16)
  let suffix = "-" + String(repeating: "0", count: 16 - digits.count) + digits
  var result = ""
  var count = suffix.utf8.count
  for character in name {
    count += character.utf8.count
    if count > limit { break }
    result.append(character)
  }
  return result + suffix
}
