/// What else the machine did while it measured.
public struct Noise: Equatable, Sendable {
  /// One line for people.
  public var line: String
  /// Why paired times cannot be judged, where the noise is above its limit.
  public var excess: String?
}
