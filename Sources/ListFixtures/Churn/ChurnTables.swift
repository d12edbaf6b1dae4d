/// What a shape's quotas say about each position of a stratum's removal order, for one old lag.
///
/// A cohort's stratum is removed in the order of a keyed permutation. Quota by quota, by rising
/// age, the next positions of that order are deleted and moved out; the updates of a quota hit
/// positions that are still there. A position that is updated and never removed is `kept`.
struct ChurnTables: Sendable {
  /// A position that is deleted or moved out.
  struct Victim: Sendable {
    let lag: Int
    let stratum: EpochShape.Stratum
    let position: Int
    let isMove: Bool
  }

  /// A position that is updated.
  struct Update: Sendable {
    let lag: Int
    let stratum: EpochShape.Stratum
    let position: Int
    /// The update that hits the same position at the next smaller lag; -1 when there is none.
    let previous: Int
  }

  /// What becomes of a position.
  enum Fate: Sendable {
    case removed(victim: Int)
    case kept(index: Int)
    case untouched
  }

  /// Sorted by falling lag.
  let victims: [Victim]
  /// The victims that are deleted, as indices.
  let deletedVictims: [Int]
  /// The victims that move, as indices.
  let movedVictims: [Int]
  /// The updates of an epoch.
  let updates: [Update]
  /// The lag of the last update of each kept position, sorted downwards, and where it is.
  let kept: [Update]
  /// What becomes of each position, those of the inserted stratum first.
  private let fates: [Fate]
  /// The update that hits each position last; -1 when there is none.
  private let lastUpdates: [Int]
  private let insertedCount: Int
  /// For each victim that moves, its index among those; -1 for the others.
  let moveIndices: [Int]

  /// Reads a shape's quotas.
  init(shape: EpochShape, oldLag: Int) {
    var victims: [Victim] = []
    var updates: [Update] = []
    var removed = [0, 0]
    var lastUpdates = [Int](repeating: -1, count: shape.inserts + shape.moves)
    func number(_ stratum: EpochShape.Stratum, _ position: Int) -> Int {
      stratum == .inserted ? position : shape.inserts + position
    }
    for (index, quota) in shape.quotas.enumerated() {
      let lag: Int
      switch quota.age {
      case .young(let epochs): lag = epochs
      case .old(let factor): lag = factor * oldLag
      }
      let stratum = quota.stratum
      for offset in 0..<quota.deletes + quota.moves {
        victims.append(
          Victim(
            lag: lag, stratum: stratum, position: removed[stratum.rawValue] + offset,
            isMove: offset >= quota.deletes))
      }
      removed[stratum.rawValue] += quota.deletes + quota.moves
      let first = removed[stratum.rawValue]
      let room = shape.size(of: stratum) - first - quota.updates
      precondition(room >= 0, "quota beyond its cohort")
      // Each quota starts elsewhere, so that some positions are updated more than once and most are
      // not.
      let start = first + room * (index * 5 % 8) / 8
      for offset in 0..<quota.updates {
        let number = number(stratum, start + offset)
        updates.append(
          Update(
            lag: lag, stratum: stratum, position: start + offset, previous: lastUpdates[number]))
        lastUpdates[number] = updates.count - 1
      }
    }
    victims.sort { $0.precedes($1) }

    var fates = [Fate](repeating: .untouched, count: shape.inserts + shape.moves)
    for (index, victim) in victims.enumerated() {
      fates[number(victim.stratum, victim.position)] = .removed(victim: index)
    }
    var kept: [Update] = []
    for update in updates {
      guard case .untouched = fates[number(update.stratum, update.position)] else { continue }
      kept.removeAll {
        $0.stratum == update.stratum && $0.position == update.position && $0.lag < update.lag
      }
      kept.append(update)
    }
    kept.sort { $0.precedes($1) }
    for (index, update) in kept.enumerated() {
      fates[number(update.stratum, update.position)] = .kept(index: index)
    }

    insertedCount = shape.inserts
    self.victims = victims
    self.updates = updates
    self.kept = kept
    self.fates = fates
    self.lastUpdates = lastUpdates
    deletedVictims = victims.indices.filter { !victims[$0].isMove }
    movedVictims = victims.indices.filter { victims[$0].isMove }
    var moveIndices = [Int](repeating: -1, count: victims.count)
    for (index, victim) in movedVictims.enumerated() { moveIndices[victim] = index }
    self.moveIndices = moveIndices
  }

  /// What becomes of a position.
  @inline(__always)
  func fate(of stratum: EpochShape.Stratum, position: Int) -> Fate {
    fates[stratum == .inserted ? position : insertedCount + position]
  }

  /// The update that hits a position last; -1 when there is none.
  @inline(__always)
  func lastUpdate(of stratum: EpochShape.Stratum, position: Int) -> Int {
    lastUpdates[stratum == .inserted ? position : insertedCount + position]
  }

  /// How many snapshot items the quotas take or hold until the oldest lag is reached.
  var snapshotCost: Int {
    victims.reduce(0) { $0 + $1.lag } + kept.reduce(0) { $0 + $1.lag }
  }
}

extension ChurnTables.Victim {
  /// Falling lag, then stratum and position: a total order.
  fileprivate func precedes(_ other: Self) -> Bool {
    (other.lag, stratum.rawValue, position) < (lag, other.stratum.rawValue, other.position)
  }
}

extension ChurnTables.Update {
  /// Falling lag, then stratum and position: a total order.
  fileprivate func precedes(_ other: Self) -> Bool {
    (other.lag, stratum.rawValue, position) < (lag, other.stratum.rawValue, other.position)
  }
}
