/// An earlier report that was kept, as a saved baseline is.
public struct NamedReport: Sendable {
  /// Its name: that of the baseline.
  public var name: String
  /// The day it was made, for people: `2026-11-30`.
  public var date: String
  /// What was measured.
  public var report: Report

  /// Makes one.
  public init(name: String, date: String, report: Report) {
    self.name = name
    self.date = date
    self.report = report
  }
}
