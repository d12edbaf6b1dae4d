import ListText

/// Reads a date and time as ISO 8601 and RFC 3339 write it, in microseconds since 1970, UTC.
///
/// `YYYY-MM-DD`, then optionally `T` or a space and `hh:mm`, `:ss`, `.` and any number of digits, and
/// `Z` or `+hh`, `+hhmm`, `+hh:mm` (or with a minus). Without an offset the time is UTC. Digits beyond
/// microseconds are cut off. The proleptic Gregorian calendar, years 0001 to 9999, no leap seconds.
///
/// - Returns: The time, or nil when the bytes are anything else.
func parseTime(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
  var text = TimeText(position: range.lowerBound, end: range.upperBound)
  guard let year = text.number(4, bytes, in: 1...9999), text.take("-", bytes),
    let month = text.number(2, bytes, in: 1...12), text.take("-", bytes),
    let day = text.number(2, bytes, in: 1...daysInMonth(year, month))
  else { return nil }
  var seconds = daysSince1970(year, month, day) * 86_400
  var microseconds: Int64 = 0
  if text.take("T", bytes) || text.take("t", bytes) || text.take(" ", bytes) {
    guard let hour = text.number(2, bytes, in: 0...23), text.take(":", bytes),
      let minute = text.number(2, bytes, in: 0...59)
    else { return nil }
    seconds += hour * 3_600 + minute * 60
    if text.take(":", bytes) {
      guard let second = text.number(2, bytes, in: 0...59) else { return nil }
      seconds += second
      if text.take(".", bytes) || text.take(",", bytes) {
        guard let fraction = text.fraction(bytes) else { return nil }
        microseconds = fraction
      }
    }
    guard let offset = text.offset(bytes) else { return nil }
    seconds -= offset
  }
  guard text.position == text.end else { return nil }
  return seconds * 1_000_000 + microseconds
}

private struct TimeText {
  var position: Int
  let end: Int

  mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard position < end, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func number(_ digits: Int, _ bytes: Span<UInt8>, in range: ClosedRange<Int64>) -> Int64?
  {
    guard position + digits <= end else { return nil }
    var value: Int64 = 0
    for _ in 0..<digits {
      guard isDigit(bytes[position]) else { return nil }
      value = value * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return range.contains(value) ? value : nil
  }

  mutating func fraction(_ bytes: Span<UInt8>) -> Int64? {
    var value: Int64 = 0
    var scale: Int64 = 100_000
    let start = position
    while position < end, isDigit(bytes[position]) {
      value += Int64(bytes[position] - UInt8(ascii: "0")) * scale
      scale /= 10
      position += 1
    }
    return position > start ? value : nil
  }

  /// Seconds east of UTC; 0 when nothing follows.
  mutating func offset(_ bytes: Span<UInt8>) -> Int64? {
    if position == end || take("Z", bytes) || take("z", bytes) { return 0 }
    let isWest = take("-", bytes)
    guard isWest || take("+", bytes), let hours = number(2, bytes, in: 0...23) else { return nil }
    var minutes: Int64 = 0
    if take(":", bytes) || position < end {
      guard let value = number(2, bytes, in: 0...59) else { return nil }
      minutes = value
    }
    return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
  }
}

private func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
  switch month {
  case 4, 6, 9, 11: 30
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  default: 31
  }
}

/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
private func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
  let shifted = month <= 2 ? year - 1 : year
  let era = shifted / 400
  let yearOfEra = shifted - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
