/// What happens in each epoch of a list's churn: how many inserts, and who is deleted, moved and
/// updated.
///
/// An epoch is a block of events with exactly these counts. The slots that an epoch creates are its
/// cohort, in two strata: inserted and moved in. Each quota takes victims from one stratum of the
/// cohort that is `lag` epochs old; quotas are the age curve of the churn.
public struct EpochShape: Sendable, Equatable {
  /// The slots of a cohort that one kind of change created.
  public enum Stratum: Int, Sendable, CaseIterable {
    /// Created by inserts.
    case inserted
    /// Created by moves. An item moves once at most, so these are only deleted and updated.
    case moved

    /// The stratum's name in JSON.
    var name: String { self == .inserted ? "inserted" : "moved" }
  }

  /// How old a quota's cohort is.
  public enum Age: Sendable, Equatable {
    /// This many epochs.
    case young(Int)
    /// This many times the old lag, which grows with the list.
    case old(Int)
  }

  /// How many slots of a stratum are hit when its cohort has a certain age.
  public struct Quota: Sendable, Equatable {
    /// Which slots of the cohort.
    public let stratum: Stratum
    /// How old the cohort is.
    public let age: Age
    /// How many are deleted.
    public let deletes: Int
    /// How many move to the new end of the list; 0 for moved slots.
    public let moves: Int
    /// How many of those that remain are updated.
    public let updates: Int

    /// Makes a quota.
    public init(
      _ stratum: Stratum, _ age: Age, deletes: Int = 0, moves: Int = 0, updates: Int = 0
    ) {
      self.stratum = stratum
      self.age = age
      self.deletes = deletes
      self.moves = moves
      self.updates = updates
    }
  }

  /// How many items each epoch inserts.
  public let inserts: Int
  /// The smallest old lag with which the quotas can be paid.
  public let minimumOldLag: Int
  /// Who is hit, each stratum by ascending age.
  public let quotas: [Quota]

  /// Makes a shape.
  public init(inserts: Int, minimumOldLag: Int, quotas: [Quota]) {
    self.inserts = inserts
    self.minimumOldLag = minimumOldLag
    self.quotas = quotas
  }

  /// How many items each epoch deletes.
  public var deletes: Int { quotas.reduce(0) { $0 + $1.deletes } }
  /// How many items each epoch moves.
  public var moves: Int { quotas.reduce(0) { $0 + $1.moves } }
  /// How many items each epoch updates.
  public var updates: Int { quotas.reduce(0) { $0 + $1.updates } }
  /// How many events an epoch has.
  public var eventCount: Int { inserts + deletes + moves + updates }

  /// The number of slots that a stratum of each cohort has.
  func size(of stratum: Stratum) -> Int {
    stratum == .inserted ? inserts : moves
  }
}
