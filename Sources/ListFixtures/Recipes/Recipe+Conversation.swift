extension Recipe {
  /// A chat, oldest first: messages are appended, some of the last ones edited, few deleted.
  ///
  /// Of 128 events 96 append, 26 edit and 6 delete; nothing moves.
  public static let conversation = Recipe(
    name: "conversation",
    summary: "a chat, oldest first: messages are appended, edited soon after, seldom deleted",
    order: .oldestFirst,
    startMicroseconds: 1_735_689_600_000_000,
    itemGapMicroseconds: 250_000,
    eventGapMicroseconds: 250_000,
    tiePermille: 120,
    longTiePermille: 2,
    imagePermille: 60,
    ownPermille: 300,
    replyPermille: 150,
    authorCount: 40,
    titleWords: 1...4,
    bodyBytes: [
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
      18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 32, 34, 36, 38,
      40, 42, 44, 46, 48, 50, 52, 55, 58, 61, 64, 68, 72, 76, 80, 85,
      90, 95, 100, 106, 112, 120, 130, 140, 150, 165, 180, 200, 230, 280, 400, 1500,
    ],
    statuses: ["read", "read", "delivered", "sent", "edited"],
    shapes: [
      EpochShape(
        inserts: 96, minimumOldLag: 3,
        quotas: [
          .init(.inserted, .young(1), deletes: 2, updates: 12),
          .init(.inserted, .young(2), deletes: 1, updates: 6),
          .init(.inserted, .young(3), deletes: 1, updates: 4),
          .init(.inserted, .old(1), deletes: 1, updates: 1),
          .init(.inserted, .old(2), deletes: 1, updates: 1),
          .init(.inserted, .old(3), updates: 1),
          .init(.inserted, .old(4), updates: 1),
        ]),
      EpochShape(
        inserts: 15, minimumOldLag: 1,
        quotas: [.init(.inserted, .young(1), deletes: 1, updates: 4)]),
      EpochShape(
        inserts: 3, minimumOldLag: 1,
        quotas: [.init(.inserted, .young(1), updates: 1)]),
    ])
}
