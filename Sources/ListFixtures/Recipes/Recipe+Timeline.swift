extension Recipe {
  /// A feed, newest first: posts appear and are bumped at the head, young ones are deleted most.
  ///
  /// Of 128 events 40 insert, 40 delete, 30 move to the head and 18 update, so the list keeps its
  /// length. A quarter of the moves comes from each quarter of the list's depth once it has turned
  /// over; until then they fall evenly on the snapshot, with 16 of the deletes.
  public static let timeline = Recipe(
    name: "timeline",
    summary: "a feed, newest first: inserts and bumps at the head, deletes mostly of the young",
    order: .newestFirst,
    startMicroseconds: 1_735_689_600_000_000,
    itemGapMicroseconds: 250_000,
    eventGapMicroseconds: 250_000,
    tiePermille: 180,
    longTiePermille: 4,
    imagePermille: 300,
    ownPermille: 20,
    replyPermille: 250,
    authorCount: 20_000,
    titleWords: 2...9,
    bodyBytes: [
      8, 12, 15, 18, 20, 22, 24, 26, 28, 29, 30, 31, 32, 33, 34, 35,
      36, 37, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 61, 62,
      64, 66, 69, 72, 75, 78, 81, 84, 88, 92, 96, 100, 104, 108, 112, 116,
      120, 125, 130, 135, 140, 146, 152, 160, 168, 176, 184, 190, 210, 240, 280, 900,
    ],
    statuses: ["published", "published", "pinned", "edited"],
    shapes: [
      EpochShape(
        inserts: 40, minimumOldLag: 3,
        quotas: [
          .init(.inserted, .young(1), deletes: 5, updates: 4),
          .init(.inserted, .young(2), deletes: 3, updates: 2),
          .init(.inserted, .young(3), deletes: 2, updates: 2),
          .init(.inserted, .old(1), moves: 8, updates: 2),
          .init(.inserted, .old(2), moves: 8, updates: 2),
          .init(.inserted, .old(3), moves: 7, updates: 2),
          .init(.inserted, .old(4), moves: 7),
          .init(.moved, .young(1), deletes: 8, updates: 2),
          .init(.moved, .young(2), deletes: 4, updates: 1),
          .init(.moved, .young(3), deletes: 2, updates: 1),
          .init(.moved, .old(1), deletes: 4),
          .init(.moved, .old(2), deletes: 4),
          .init(.moved, .old(3), deletes: 4),
          .init(.moved, .old(4), deletes: 4),
        ]),
      EpochShape(
        inserts: 10, minimumOldLag: 3,
        quotas: [
          .init(.inserted, .young(1), deletes: 2, updates: 1),
          .init(.inserted, .young(2), deletes: 1, updates: 1),
          .init(.inserted, .old(1), moves: 2, updates: 1),
          .init(.inserted, .old(2), moves: 2),
          .init(.inserted, .old(3), moves: 2),
          .init(.inserted, .old(4), moves: 1),
          .init(.moved, .young(1), deletes: 2, updates: 1),
          .init(.moved, .young(2), deletes: 1, updates: 1),
          .init(.moved, .old(1), deletes: 1),
          .init(.moved, .old(2), deletes: 1),
          .init(.moved, .old(3), deletes: 1),
          .init(.moved, .old(4), deletes: 1),
        ]),
      EpochShape(
        inserts: 3, minimumOldLag: 2,
        quotas: [
          .init(.inserted, .young(1), deletes: 1, updates: 1),
          .init(.inserted, .old(1), moves: 1),
          .init(.inserted, .old(2), moves: 1),
          .init(.moved, .young(1), deletes: 1),
          .init(.moved, .old(1), deletes: 1),
        ]),
      EpochShape(
        inserts: 1, minimumOldLag: 2,
        quotas: [
          .init(.inserted, .young(1), updates: 1),
          .init(.inserted, .old(1), moves: 1),
          .init(.moved, .old(1), deletes: 1),
        ]),
      EpochShape(
        inserts: 1, minimumOldLag: 1,
        quotas: [.init(.inserted, .young(1), deletes: 1)]),
    ])
}
