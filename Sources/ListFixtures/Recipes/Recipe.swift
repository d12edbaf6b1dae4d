import ListRecipes

/// What a generated list is like: its order, its clock, its keys, its rows and its churn.
///
/// All parameters are integers or words; a list is a function of the recipe, the seed and the two
/// counts. Recipes are JSON files (`Fixtures/recipes`, with a table of all fields); those that come
/// with this library are in it, so no file is needed to make their lists.
public struct Recipe: Sendable, Equatable {
  /// The recipe's stable name; two names share no randomness.
  public let name: String
  /// What the recipe is, in one line.
  public let summary: String
  /// What the recipe breaks, in one line; nil of realistic ones.
  public let breaks: String?
  /// Which end of the list is its head.
  public let order: ListOrder
  /// When items and events are.
  public let clock: ClockShape
  /// How sort keys tie and where they are missing.
  public let keys: KeyShape
  /// Which numbers the ids are: extremes only where the churn is by steps.
  public let ids: ScriptTraits.Identity
  /// What rows look like.
  public let rows: RowShape
  /// How the list changes.
  public let churn: RecipeChurn
  /// Where the figures come from, a line each.
  public let sources: [String]
}

/// How a list changes.
public enum RecipeChurn: Sendable, Equatable {
  /// By epochs, from the shape for long lists to that for a single item: every row is a function of
  /// its number, so lists may be as long as `GeneratedList.itemLimit`.
  case epochs([EpochShape])
  /// By a script of steps that is replayed once, for lists that epochs cannot make.
  case steps(StepScript)
}

extension Recipe {
  /// All recipes that come with the library, realistic ones first.
  public static let all: [Recipe] = RecipeFiles.all.map { embedded($0.json) }

  /// The recipe with a name; nil when there is none.
  public static func named(_ name: String) -> Recipe? {
    all.first { $0.name == name }
  }

  /// A feed, newest first: posts appear and are bumped at the head, young ones are deleted most.
  ///
  /// Of 128 events 40 insert, 40 delete, 30 move to the head and 18 update, so the list keeps its
  /// length. A quarter of the moves comes from each quarter of the list's depth once it has turned
  /// over; until then they fall evenly on the snapshot, with 16 of the deletes.
  public static let timeline = embedded(RecipeFiles.timeline)

  /// A chat, oldest first: messages are appended, some of the last ones edited, few deleted.
  ///
  /// Of 128 events 96 append, 26 edit and 6 delete; nothing moves.
  public static let conversation = embedded(RecipeFiles.conversation)

  /// Reads a file that is part of the library.
  private static func embedded(_ json: [UInt8]) -> Recipe {
    do throws(FixtureError) {
      return try Recipe(json: json)
    } catch {
      // A test reads every file of the library.
      preconditionFailure("a recipe of the library is malformed: \(error.message)")
    }
  }
}
