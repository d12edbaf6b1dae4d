/// Sizes in bytes as people write them: `4096`, `64KiB`, `1.5 MiB`.
public enum ByteSize {
  private static let units: [(suffix: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
  ]

  /// Reads a size: a whole number of bytes, or of KiB, MiB, GiB.
  ///
  /// - Throws: `UsageError` when it is not one, is negative, or exceeds `Int.max`.
  public static func parse(_ text: String, name: String) throws(UsageError) -> Int {
    let unit = units.first { text.lowercased().hasSuffix($0.suffix.lowercased()) }
    let digits = text.dropLast(unit?.suffix.count ?? 0)
    let trimmed = digits.last == " " ? digits.dropLast() : digits
    if let number = Int(trimmed), number >= 0 {
      let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
      if !overflow { return bytes }
    }
    throw UsageError("\(name) takes a size in bytes, KiB, MiB or GiB, as in 512KiB; got '\(text)'")
  }

  /// A size for people: three digits and a unit, or the bytes themselves below 1 KiB.
  public static func format(_ bytes: Int) -> String {
    guard let unit = units.first(where: { abs(bytes) >= $0.bytes }) else { return "\(bytes) B" }
    let tenths = (abs(bytes) * 10 + unit.bytes / 2) / unit.bytes
    let number = tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    return "\(bytes < 0 ? "-" : "")\(number) \(unit.suffix)"
  }
}
