import ProcessSupport

/// A whole number with a comma between groups of three digits.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

/// A number at three significant digits, whole above a hundred: `0.00412`, `3.14`, `1,234`.
func threeDigits(_ number: Double) -> String {
  if number == 0 { return "0" }
  if !number.isFinite { return "-" }
  if number.magnitude >= 99.95 {
    return number.magnitude < 1e15 ? grouped(Int(number.rounded())) : "\(number)"
  }
  var decimals = 2
  var scaled = number.magnitude
  while scaled < 0.9995, decimals < 12 {
    scaled *= 10
    decimals += 1
  }
  if number.magnitude >= 9.995 { decimals = 1 }
  return fixed(number, decimals: decimals)
}

/// A number with a fixed count of decimals; one that is too large for them as it is.
func fixed(_ number: Double, decimals: Int) -> String {
  guard number.magnitude < 1e12 else { return "\(number)" }
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  // Beyond it there are no decimals.
  guard number.magnitude * Double(scale) < 1e18 else { return "\(number)" }
  let whole = Int((number.magnitude * Double(scale)).rounded())
  let fraction = String(whole % scale)
  let padding = String(repeating: "0", count: max(0, decimals - fraction.count))
  let sign = number < 0 && whole > 0 ? "-" : ""
  return sign + "\(whole / scale)" + (decimals == 0 ? "" : "." + padding + fraction)
}

/// A time of so many nanoseconds at three digits: `412 ns`, `1.25 us`.
func duration(_ nanoseconds: Double) -> String {
  let (divisor, unit) = durationUnit(nanoseconds)
  return "\(threeDigits(nanoseconds / divisor)) \(unit)"
}

extension MetricUnit {
  /// A figure of this unit for people: `1.25 us`, `224 KiB`, `1,234`.
  func text(_ value: Double) -> String {
    let isWhole = value == value.rounded() && value.magnitude < 1e15
    switch self {
    case .nanoseconds: return duration(value)
    case .bytesPerSecond: return rate(value)
    case .bytes where isWhole: return ByteSize.format(Int(value))
    case .count where isWhole: return grouped(Int(value))
    case .exponent: return fixed(value, decimals: 3)
    default: return threeDigits(value)
    }
  }
}

/// So many bytes a second at three digits: `1.43 GB/s`.
func rate(_ bytesPerSecond: Double) -> String {
  let units: [(divisor: Double, name: String)] = [(1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s")]
  let unit = units.first { bytesPerSecond >= $0.divisor } ?? (1, "B/s")
  return "\(threeDigits(bytesPerSecond / unit.divisor)) \(unit.name)"
}

/// An interval in the unit of the time that it belongs to: `1.21-1.30` for `1.25 us`.
func interval(_ low: Double, _ high: Double, of nanoseconds: Double) -> String {
  let divisor = durationUnit(nanoseconds).divisor
  return "\(threeDigits(low / divisor))-\(threeDigits(high / divisor))"
}

private func durationUnit(_ nanoseconds: Double) -> (divisor: Double, name: String) {
  switch nanoseconds.magnitude {
  case ..<999.5: (1, "ns")
  case ..<999_500: (1e3, "us")
  case ..<999_500_000: (1e6, "ms")
  default: (1e9, "s")
  }
}
