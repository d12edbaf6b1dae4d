import ListSource
import Testing

/// The error that the body throws.
func sourceError(_ body: () throws -> Void) throws -> SourceError {
  try #require(throws: SourceError.self) { try body() }
}
