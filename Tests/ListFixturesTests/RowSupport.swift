import Foundation
import ListFixtures
import Testing

/// A row as a client reads it.
struct ReadRow {
  let id: String
  let title: String
  let body: String
  let compact: Int
  let regular: Int
  let estimate: Int
  let image: (width: Int, height: Int, color: String, blurHash: String)?

  init(_ line: String) throws {
    let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let row = try #require(json as? [String: Any])
    let heights = try #require(row["heights"] as? [String: Int])
    id = try #require(row["id"] as? String)
    title = try #require(row["title"] as? String)
    body = try #require(row["body"] as? String)
    compact = try #require(heights["compact"])
    regular = try #require(heights["regular"])
    estimate = try #require(row["estimate"] as? Int)
    if let picture = row["image"] as? [String: Any] {
      image = (
        try #require(picture["width"] as? Int), try #require(picture["height"] as? Int),
        try #require(picture["color"] as? String), try #require(picture["blurHash"] as? String)
      )
    } else {
      image = nil
    }
  }
}

extension GeneratedList {
  /// The first rows of the snapshot.
  func readRows(_ count: Int) throws -> [ReadRow] {
    try itemLines(0..<count).map { try ReadRow($0) }
  }
}
