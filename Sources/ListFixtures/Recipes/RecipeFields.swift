/// The names of the fields of a recipe's objects, in the order in which they are written.
///
/// The JSON Schema beside the recipe files has the same; a test compares them.
enum RecipeFields {
  static let recipe = [
    "name", "summary", "breaks", "order", "clock", "keys", "ids", "rows", "churn", "sources",
  ]
  static let clock = [
    "startMicroseconds", "itemGapMicroseconds", "eventGapMicroseconds", "hourlyQuotas", "bursts",
  ]
  static let bursts = ["permille", "speedup"]
  static let keys = ["tiePermille", "longTiePermille", "longTieLength", "nullPermille"]
  static let rows = [
    "text", "titleWords", "bodyBytes", "statuses", "authorCount", "ownPermille", "replyPermille",
    "imagePermille", "hiddenPermille", "hiddenRun", "estimateErrorPercent",
  ]
  static let epochs = ["kind", "shapes"]
  static let shape = ["inserts", "minimumOldLag", "quotas"]
  static let quota = ["stratum", "age", "deletes", "moves", "updates"]
  static let ages = ["young", "old"]
  static let steps = [
    "kind", "steps", "isShuffled", "reader", "initialStatus", "childCount", "score",
    "keyResolutionMicroseconds",
  ]
  static let step = ["count", "actions"]
  static let edit = ["content", "status", "hidden"]
  static let reader = ["pageSize", "eventsPerFetch", "method"]
  static let initialStatus = ["inserted", "snapshotPermille"]
  static let score = ["halfLifeMicroseconds", "snapshotVotes"]

  /// The kinds of churn.
  static let churnKinds = ["epochs", "steps"]
  /// The places that are only a name, and the names of those with a parameter.
  static let placeNames: [(name: String, place: StepScript.Place)] = [
    ("head", .head), ("tail", .tail), ("uniform", .uniform), ("cursor", .cursor), ("page", .page),
    ("unkeyed", .unkeyed), ("longestHidden", .longestHidden), ("latestDeleted", .latestDeleted),
    ("earliestDeleted", .earliestDeleted),
  ]
  static let placeFields = ["region", "age", "boundary", "popular", "recent"]
  /// The destinations that are only a name, and the names of those with a parameter.
  static let destinationNames: [(name: String, destination: StepScript.Destination)] = [
    ("newest", .newest), ("oldest", .oldest), ("null", .null), ("unchanged", .unchanged),
  ]
  static let destinationFields = ["beside", "tied", "backdated", "ahead", "votes"]

  /// The fields of an action, which its operation decides.
  static func action(_ operation: StepScript.Operation) -> [String] {
    switch operation {
    case .insert: ["operation", "destination"]
    case .delete, .cascade: ["operation", "victim"]
    case .move, .resurrect: ["operation", "victim", "destination"]
    case .update: ["operation", "victim", "edit"]
    }
  }
}
