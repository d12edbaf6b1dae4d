/// What happens in each epoch of a list whose churn is a script: steps, each a stated number of
/// times.
///
/// An epoch has exactly the events of its steps. Steps run in the order written, each as often as
/// its count before the next one; a shuffled script puts the runs of an epoch in an order drawn
/// anew each epoch, and keeps the actions of a run together.
///
/// **Substitutes.** A list never runs empty. What lacks a victim becomes an `update` of the content
/// of an item drawn from the whole list, so that an epoch keeps its number of events:
/// - a delete of the only item;
/// - a resurrection when nothing is deleted;
/// - all events of a cascade when no parent lives whose children are all born, or when its family
///   is the whole list; a child that is gone already, alone.
///
/// Whatever else has no item where it looks takes the nearest one, as `Place` says.
public struct StepScript: Sendable, Equatable {
  /// The steps, in order; 1 to 64.
  public var steps: [Step]
  /// Whether the runs of an epoch are shuffled.
  public var isShuffled: Bool
  /// Who reads the list meanwhile: places and pages are measured from there.
  public var reader: Reader
  /// How items get their first status; nil: as the row's text is drawn.
  public var initialStatus: InitialStatus?
  /// How many children follow each parent, 0 to 64.
  ///
  /// Items are born in families of one parent and its children. 0: answers are drawn as the recipe's
  /// rows say.
  public var childCount: Int
  /// How keys are made of votes; nil: keys are times.
  public var score: Score?
  /// The resolution of the clock that gives keys, 1 or more microseconds: keys are rounded down to
  /// it, those that stand between two others excepted.
  public var keyResolutionMicroseconds: Int

  /// Makes a script.
  public init(
    steps: [Step], isShuffled: Bool = false, reader: Reader = Reader(),
    initialStatus: InitialStatus? = nil, childCount: Int = 0, score: Score? = nil,
    keyResolutionMicroseconds: Int = 1
  ) {
    self.steps = steps
    self.isShuffled = isShuffled
    self.reader = reader
    self.initialStatus = initialStatus
    self.childCount = childCount
    self.score = score
    self.keyResolutionMicroseconds = keyResolutionMicroseconds
  }

  /// Actions that are taken one right after the other, some times an epoch.
  public struct Step: Sendable, Equatable {
    /// How many times an epoch; 1 to 4,096.
    public var count: Int
    /// What is done each time, in order; 1 to 8.
    public var actions: [Action]

    /// Makes a step.
    public init(_ count: Int, _ actions: Action...) {
      self.init(count: count, actions: actions)
    }

    /// Makes a step.
    public init(count: Int, actions: [Action]) {
      self.count = count
      self.actions = actions
    }
  }

  /// One thing that is done to the list: an event, or the events of a cascade.
  public struct Action: Sendable, Equatable {
    /// What is done.
    public var operation: Operation
    /// Which item it is done to; an insert has none and ignores it.
    public var victim: Place
    /// Where the item goes: inserts, moves and resurrections; the others ignore it.
    public var destination: Destination
    /// What an update changes; the others ignore it.
    public var edit: Edit

    /// Makes an action.
    public init(
      _ operation: Operation, victim: Place = .uniform, destination: Destination = .newest,
      edit: Edit = Edit(content: true)
    ) {
      self.operation = operation
      self.victim = victim
      self.destination = destination
      self.edit = edit
    }

    /// A new item.
    public static func insert(_ destination: Destination) -> Action {
      Action(.insert, destination: destination)
    }

    /// An item goes.
    public static func delete(_ victim: Place) -> Action { Action(.delete, victim: victim) }

    /// An item's key changes.
    public static func move(_ victim: Place, to destination: Destination) -> Action {
      Action(.move, victim: victim, destination: destination)
    }

    /// An item's content or state changes.
    public static func update(_ victim: Place, _ edit: Edit = Edit(content: true)) -> Action {
      Action(.update, victim: victim, edit: edit)
    }

    /// A deleted item comes back under its id.
    public static func resurrect(
      _ victim: Place = .latestDeleted, to destination: Destination = .unchanged
    ) -> Action {
      Action(.resurrect, victim: victim, destination: destination)
    }

    /// A parent goes, and its children with it.
    public static func cascade(_ victim: Place) -> Action { Action(.cascade, victim: victim) }
  }

  /// What an action does.
  ///
  /// In JSON: its name.
  public enum Operation: String, Sendable, Equatable, CaseIterable {
    /// A new item: an `insert` of an id that never was.
    case insert
    /// A `delete`.
    case delete
    /// A `move`: the key changes, and the version with it.
    case move
    /// An `update` of content, status or visibility.
    case update
    /// An `insert` of an id that was deleted, with its next version and the content that it had.
    case resurrect
    /// A `delete` of a parent, then one of each of its children, marked as implied:
    /// `1 + childCount` events.
    case cascade
  }

  /// What an update changes; at least one thing.
  public struct Edit: Sendable, Equatable {
    /// Whether the content is written anew.
    ///
    /// Status and visibility alone leave the text as it is.
    public var content: Bool
    /// What becomes of the status; nil: nothing.
    public var status: StatusChange?
    /// Whether the item is hidden afterwards; nil: as before.
    public var isHidden: Bool?

    /// Makes an edit.
    public init(content: Bool = false, status: StatusChange? = nil, isHidden: Bool? = nil) {
      self.content = content
      self.status = status
      self.isHidden = isHidden
    }
  }

  /// What becomes of a status.
  ///
  /// In JSON: the status's number, or "next".
  public enum StatusChange: Sendable, Equatable {
    /// Becomes this one of the recipe's statuses, from 0.
    case set(Int)
    /// Becomes the one after; the last one stays.
    case next
  }

  /// A reader who pages through the list from its head while it changes.
  ///
  /// The reader fetches a page before event 1 and then after every `eventsPerFetch` events. Hidden
  /// rows count. A page with fewer rows than asked is the last one: the next fetch starts at the
  /// head again, in a new session.
  public struct Reader: Sendable, Equatable {
    /// How the reader asks for the next page.
    ///
    /// In JSON: its name.
    public enum Method: String, Sendable, CaseIterable {
      /// Behind the (key, id) of the last row it has.
      case keyset
      /// From the number of rows that it has fetched in this session.
      case offset
    }

    /// The rows of a page; 1 to 1,000.
    public var pageSize: Int
    /// How many events come between two fetches; 1 or more.
    public var eventsPerFetch: Int
    /// How the reader goes on.
    public var method: Method

    /// Makes a reader.
    public init(pageSize: Int = 20, eventsPerFetch: Int = 20, method: Method = .keyset) {
      self.pageSize = pageSize
      self.eventsPerFetch = eventsPerFetch
      self.method = method
    }
  }

  /// The statuses that items start with, as numbers into the recipe's statuses.
  public struct InitialStatus: Sendable, Equatable {
    /// That of an inserted item.
    public var inserted: Int
    /// How many of a thousand items of the snapshot have each; they sum to 1,000.
    public var snapshotPermille: [Int]

    /// Makes the first statuses.
    public init(inserted: Int, snapshotPermille: [Int]) {
      self.inserted = inserted
      self.snapshotPermille = snapshotPermille
    }
  }

  /// A ranked feed's keys: time of birth less half-lives that the votes have not yet made up for.
  ///
  /// `key = birth - halfLife * (16 - log2(1 + votes))` with at most 65,535 votes. A score that halves
  /// every half-life has this order at any time, so decay needs no event, and a doubling of votes is
  /// worth one half-life. Keys never pass the time of the birth.
  public struct Score: Sendable, Equatable {
    /// In microseconds, 1,000,000 to 2^44, so that every vote counts.
    public var halfLifeMicroseconds: Int
    /// The most votes that an item of the snapshot has, 0 to 65,535; small numbers are likelier.
    public var snapshotVotes: Int

    /// Makes a score.
    public init(halfLifeMicroseconds: Int, snapshotVotes: Int) {
      self.halfLifeMicroseconds = halfLifeMicroseconds
      self.snapshotVotes = snapshotVotes
    }
  }
}

/// What a scripted list's rows are like besides its recipe's text: which are hidden, have no key or
/// an id at the edge of some number type.
///
/// A row's traits depend on its birth number alone.
public struct ScriptTraits: Sendable, Equatable {
  /// How ids are given.
  public enum Identity: Sendable, Equatable {
    /// Anywhere below 2^63, as those of `GeneratedList`.
    case scattered
    /// Next to 0, 2^31, 2^32, 2^53 and below 2^63; of a thousand ids this many just below 2^64,
    /// which SQL sources and formats refuse.
    case extremes(unsignedPermille: Int)
  }

  /// The share of the snapshot's rows that are hidden, per thousand.
  public var hiddenPermille: Int
  /// How many neighbours are hidden together, from 1.
  public var hiddenRun: Int
  /// The share of the snapshot's rows without a key, per thousand.
  public var nullKeyPermille: Int
  /// How ids are given.
  public var identity: Identity

  /// Makes traits; without arguments, those of a plain list.
  public init(
    hiddenPermille: Int = 0, hiddenRun: Int = 1, nullKeyPermille: Int = 0,
    identity: Identity = .scattered
  ) {
    self.hiddenPermille = hiddenPermille
    self.hiddenRun = hiddenRun
    self.nullKeyPermille = nullKeyPermille
    self.identity = identity
  }
}
