/// The recipe files of this folder, as bytes that are part of the library.
///
/// They are listed here and in Package.swift; a test compares both with the folder.
package enum RecipeFiles {
  /// A feed.
  package static let timeline = PackageResources.timeline_json
  /// A chat.
  package static let conversation = PackageResources.conversation_json

  /// All files, in the order in which recipes are listed: realistic ones, then adversarial ones.
  package static let all: [(name: String, json: [UInt8])] = [
    ("timeline", timeline),
    ("conversation", conversation),
    ("orders", PackageResources.orders_json),
    ("notifications", PackageResources.notifications_json),
    ("catalog", PackageResources.catalog_json),
    ("ranked", PackageResources.ranked_json),
    ("conversations", PackageResources.conversations_json),
    ("tie-storm", PackageResources.tie_storm_json),
    ("head-flood", PackageResources.head_flood_json),
    ("delete-under-cursor", PackageResources.delete_under_cursor_json),
    ("page-boundary", PackageResources.page_boundary_json),
    ("resurrect", PackageResources.resurrect_json),
    ("move-across-cursor", PackageResources.move_across_cursor_json),
    ("empty-page", PackageResources.empty_page_json),
    ("clock-skew", PackageResources.clock_skew_json),
    ("id-extremes", PackageResources.id_extremes_json),
    ("edit-storm", PackageResources.edit_storm_json),
    ("cascade", PackageResources.cascade_json),
    ("last-page-shrink", PackageResources.last_page_shrink_json),
    ("same-millisecond", PackageResources.same_millisecond_json),
    ("null-keys", PackageResources.null_keys_json),
  ]
}
