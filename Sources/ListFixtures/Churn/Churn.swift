/// Exact churn without replay: which slot each event creates, removes or updates, and back.
///
/// A **slot** is a place in the list. An insert creates one at the new end; a move removes the
/// item's slot and creates one at the new end; a delete removes one. An **epoch** is a block of
/// events with exactly the counts of its shape, in an order that a keyed shuffle draws. The slots
/// that epoch `c` creates are **cohort** `c`; the snapshot is cohort 0. Epoch `e` takes its victims
/// from the cohorts `e - lag`, each stratum of a cohort in the order of its keyed permutation
/// (`ChurnTables`).
///
/// Where `e - lag` is before cohort 1 the cohort is **virtual**: the snapshot is seen as what
/// earlier epochs would have left, and each of its slots stands for one position of one virtual
/// cohort (`LagTurns`), spread evenly over the list (`SnapshotOrder`). So all formulas hold from
/// the first event, and the list is stationary from there. The old lag is the largest that the
/// snapshot can pay for.
///
/// 1. Every victim of an epoch belongs to an earlier cohort and is removed once.
/// 2. What an epoch updates outlives the epoch.
/// 3. An item moves once at most: moved slots are only deleted and updated.
///
/// Source: notes/churn.py, of which this lifts both stated limits.
final class Churn: Sendable {
  /// A place in the list: an item of the snapshot in list order, or what a cohort's epoch created,
  /// in event order.
  struct Slot: Equatable, Sendable {
    /// 0 is the snapshot.
    let cohort: Int
    /// Counted from the head in the snapshot, from the first created in a cohort.
    let ordinal: Int
  }

  /// What a slot is in the churn's tables: a position of a stratum of a cohort, which may be
  /// virtual (0 or less).
  struct Residence: Sendable {
    let cohort: Int
    let stratum: EpochShape.Stratum
    let position: Int
  }

  let shape: EpochShape
  let itemCount: Int
  /// Events per epoch.
  let epochLength: Int
  let inserts: Int
  let deletes: Int
  let moves: Int
  let updates: Int
  /// Slots per cohort.
  let cohortSize: Int
  /// The lag that the shape's old ages count by, in epochs.
  let oldLag: Int

  let tables: ChurnTables
  let snapshot: SnapshotOrder
  let victimTurns: LagTurns
  let keptTurns: LagTurns
  /// The ordinals of a cohort's inserts and of its moves; moves are spread evenly, in every epoch
  /// alike.
  let insertOrdinals: [Int]
  let moveOrdinals: [Int]
  /// How many moves come before each ordinal, and in all.
  private let movesBefore: [Int]
  let planKey: UInt64
  private let stratumKeys: [UInt64]
  private let moveOrderKey: UInt64

  /// Chooses the first of the shapes that the snapshot can pay for, and the largest old lag for it.
  ///
  /// The shapes are sorted from the largest; the last one costs one item.
  init(shapes: [EpochShape], itemCount: Int, seed: SeedKey) {
    var chosen: Churn.Choice?
    for shape in shapes {
      chosen = Choice(shape: shape, itemCount: itemCount, key: seed.key(of: .baseBlock))
      if chosen != nil { break }
    }
    guard let choice = chosen else { preconditionFailure("recipe without a shape for one item") }
    let shape = choice.shape
    self.shape = shape
    self.itemCount = itemCount
    (inserts, deletes, moves, updates) = (shape.inserts, shape.deletes, shape.moves, shape.updates)
    epochLength = shape.eventCount
    cohortSize = shape.inserts + shape.moves
    precondition(
      epochLength <= SmallPermutation.countLimit && inserts > 0, "epoch length out of range")
    oldLag = choice.oldLag
    tables = ChurnTables(shape: shape, oldLag: choice.oldLag)
    snapshot = choice.snapshot
    victimTurns = LagTurns(lags: tables.victims.map(\.lag))
    keptTurns = LagTurns(lags: tables.kept.map(\.lag))
    let (moves, size) = (moves, cohortSize)
    let movesBefore = (0...size).map { $0 * moves / size }
    insertOrdinals = (0..<size).filter { movesBefore[$0 + 1] == movesBefore[$0] }
    moveOrdinals = (0..<size).filter { movesBefore[$0 + 1] != movesBefore[$0] }
    self.movesBefore = movesBefore
    planKey = seed.key(of: .plan)
    stratumKeys = [seed.key(of: .insertedStratum), seed.key(of: .movedStratum)]
    moveOrderKey = seed.key(of: .moveOrder)
  }

  /// A shape that a snapshot can pay for.
  private struct Choice {
    let shape: EpochShape
    let oldLag: Int
    let snapshot: SnapshotOrder

    init?(shape: EpochShape, itemCount: Int, key: UInt64) {
      let least = ChurnTables(shape: shape, oldLag: shape.minimumOldLag)
      let snapshot = SnapshotOrder(
        slotCount: itemCount, unlike: max(1, least.victims.count), key: key)
      let spare = snapshot.turnCount - least.snapshotCost
      guard spare >= 0 else { return nil }
      let next = ChurnTables(shape: shape, oldLag: shape.minimumOldLag + 1)
      let costPerLag = next.snapshotCost - least.snapshotCost
      self.shape = shape
      oldLag = shape.minimumOldLag + (costPerLag == 0 ? 0 : spare / costPerLag)
      self.snapshot = snapshot
    }
  }

  // MARK: - Keyed orders

  /// The removal order of a stratum of a cohort of at least 1: positions to indices.
  @inline(__always)
  func removalOrder(ofCohort cohort: Int, _ stratum: EpochShape.Stratum) -> SmallPermutation {
    SmallPermutation(
      count: stratum == .inserted ? inserts : moves,
      key: stratumKeys[stratum.rawValue] &+ UInt64(truncatingIfNeeded: cohort) &* Mixer.gamma)
  }

  /// Which of an epoch's moved victims each of its moves takes.
  @inline(__always)
  func moveOrder(ofEpoch epoch: Int) -> SmallPermutation {
    SmallPermutation(
      count: moves, key: moveOrderKey &+ UInt64(truncatingIfNeeded: epoch) &* Mixer.gamma)
  }

  /// Whether the creation with an ordinal is a move.
  @inline(__always)
  func isMove(ordinal: Int) -> Bool {
    movesBefore[ordinal + 1] != movesBefore[ordinal]
  }

  /// How many of the creations before an ordinal are moves.
  @inline(__always)
  func moveIndex(ordinal: Int) -> Int { movesBefore[ordinal] }
}
