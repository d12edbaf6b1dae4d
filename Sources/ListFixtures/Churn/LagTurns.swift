/// Numbers what young epochs take from the snapshot in place of cohorts that are older than the
/// list.
///
/// In epoch `e` every lag of at least `e` reaches back before the first epoch, so the snapshot pays
/// for it. With the lags sorted downwards those are the first ones, so turn numbers count epoch by
/// epoch, and inside an epoch by the lag's index.
struct LagTurns: Sendable {
  /// Epochs in which the same number of lags reaches back.
  private struct Stretch {
    /// The last epoch before the stretch.
    let before: Int
    /// The last epoch of the stretch, which is a lag.
    let last: Int
    /// How many turns each of its epochs has.
    let turnsPerEpoch: Int
    /// The number of its first turn.
    let firstTurn: Int
  }

  private let stretches: [Stretch]
  /// How many turns there are in all: the sum of the lags.
  let count: Int

  /// Numbers the turns of lags that are sorted downwards.
  init(lags: [Int]) {
    var stretches: [Stretch] = []
    var before = 0
    var turns = 0
    for (index, lag) in lags.enumerated().reversed() where lag > before {
      stretches.append(
        Stretch(before: before, last: lag, turnsPerEpoch: index + 1, firstTurn: turns))
      turns += (lag - before) * (index + 1)
      before = lag
    }
    self.stretches = stretches
    count = turns
  }

  /// How many turns the epochs before `epoch` have; `epoch` is at least 1.
  func count(before epoch: Int) -> Int {
    for stretch in stretches where epoch <= stretch.last {
      return stretch.firstTurn + (epoch - 1 - stretch.before) * stretch.turnsPerEpoch
    }
    return count
  }

  /// The epoch of a turn in `0..<count`, and the index of the lag that it pays for.
  func location(ofTurn turn: Int) -> (epoch: Int, index: Int) {
    var found = stretches[0]
    for stretch in stretches where stretch.firstTurn <= turn { found = stretch }
    let (epochs, index) = (turn - found.firstTurn).quotientAndRemainder(
      dividingBy: found.turnsPerEpoch)
    return (found.before + 1 + epochs, index)
  }
}
