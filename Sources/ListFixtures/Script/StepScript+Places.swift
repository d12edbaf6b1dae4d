extension StepScript {
  /// Where the item stands that an action is done to, or that a destination is measured from.
  ///
  /// Ranks count from the head, rows without a key last. A rank beyond the list is brought to its
  /// nearest end. An update that hides, shows or sets a status passes over at most 64 rows that are
  /// so already. In JSON a place is its name, or an object of one field as stated.
  public enum Place: Sendable, Equatable {
    /// Rank 0.
    case head
    /// The last rank.
    case tail
    /// Any rank, each as likely as the others.
    case uniform
    /// Any rank in a part of the list's depth, in thousandths: a hot region.
    ///
    /// `{"region": [0, 50]}`: `0 <= from < to <= 1000`.
    case region(from: Int, to: Int)
    /// An item that was inserted between `from` and `to` inserts ago, `to` excluded; 0 is the latest.
    ///
    /// Before the first insert come the snapshot's items, newest first. Several steps make an age
    /// curve. A dead item is replaced by the next older one that lives, of 64; then any rank.
    /// `{"age": [0, 16]}`: `0 <= from < to <= 2^22`.
    case age(from: Int, to: Int)
    /// The rank at which the reader's next page starts, plus an offset: 0 is the first row not
    /// read, -1 the last one read.
    ///
    /// `{"boundary": -1}`: within -1,000 ... 1,000.
    case boundary(Int)
    /// The last row of the page that the reader holds, wherever it is by now; where it is deleted,
    /// the row that took its place.
    case cursor
    /// Rows of one page, drawn once an epoch: a step's n-th run takes the n-th row; where runs take
    /// rows away from there, always the first.
    case page
    /// An item by its popularity: class k of them is hit 2^-(k+1) of the time and has growth^k
    /// members, so popularity falls like Zipf's law with the exponent 1 + 1/log2(growth). Items of the
    /// snapshot come first, by rank; an item that goes leaves its place to the last one.
    ///
    /// `{"popular": 16}`: growth is 2, 4 or 16.
    case popular(growth: Int)
    /// The item of the event that many events ago, 1 is the event just before; where it is deleted,
    /// any rank.
    ///
    /// `{"recent": 1}`: 1 to 4,096.
    case recent(Int)
    /// An item without a key, each as likely as the others; where there is none, any rank.
    case unkeyed
    /// The item that has been hidden longest, those of the snapshot first, by rank; where there is
    /// none, any rank.
    case longestHidden
    /// The item deleted last; for resurrections alone.
    case latestDeleted
    /// The item deleted first of those that are still away; for resurrections alone.
    case earliestDeleted
  }

  /// Which key an item gets.
  ///
  /// A move always changes the key: where the destination is the key that it has, the new one is a
  /// microsecond less, or the event's time for an item without a key. In JSON a destination is its
  /// name, or an object of one field as stated.
  public enum Destination: Sendable, Equatable {
    /// The event's time, which is newer than all but keys from the future; as many are equal to the
    /// key given before as the recipe has ties.
    case newest
    /// Older than all others.
    case oldest
    /// At a place: halfway between the keys of the row there and the row before it; the key of the
    /// row there where no key lies between.
    ///
    /// `{"beside": PLACE}`
    case beside(Place)
    /// The very key of the row at a place.
    ///
    /// `{"tied": PLACE}`
    case tied(Place)
    /// The event's time less a delay below this many microseconds; short delays are likelier.
    ///
    /// `{"backdated": 3600000000}`: 1 or more.
    case backdated(Int)
    /// The event's time plus a lead of 1 to this many microseconds: the only keys from the future.
    ///
    /// `{"ahead": 60000000}`: 1 or more.
    case ahead(Int)
    /// No key at all.
    case null
    /// The score after 1 to this many more votes; a new item starts with less than this many.
    ///
    /// `{"votes": 8}`: 1 to 65,535.
    case votes(Int)
    /// The key that it had; for resurrections alone.
    case unchanged
  }
}
