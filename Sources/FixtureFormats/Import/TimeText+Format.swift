/// A time as `2024-02-29T23:59:59.500000Z`; the fraction only where there is one.
func formatTime(_ microseconds: Int64) -> String {
  let (days, dayRest) = floorDivide(microseconds, 86_400_000_000)
  let (seconds, fraction) = floorDivide(dayRest, 1_000_000)
  // Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  let shifted = days + 719_468
  let (era, dayOfEra) = floorDivide(shifted, 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  let time =
    "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  return "\(date)T\(time)\(fraction == 0 ? "" : ".\(padded(fraction, 6))")Z"
}

private func floorDivide(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
  let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}

private func padded(_ number: Int64, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
