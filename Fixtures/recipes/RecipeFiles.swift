/// The recipe files of this folder, as bytes that are part of the library.
///
/// They are listed here and in Package.swift; a test compares both with the folder.
package enum RecipeFiles {
  /// A feed.
  package static let timeline = PackageResources.timeline_json
  /// A chat.
  package static let conversation = PackageResources.conversation_json

  /// All files, in the order in which recipes are listed.
  package static let all: [(name: String, json: [UInt8])] = [
    ("timeline", timeline), ("conversation", conversation),
  ]
}
