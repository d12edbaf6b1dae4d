import ListCore

/// Writes an item's row: everything in it is a function of the item's birth number and edition.
///
/// An item's edition counts how often its content was written: by the insert and by each update. A
/// move raises the version and leaves the edition.
struct RowWriter: Sendable {
  let recipe: Recipe
  let pictures = PictureTables()
  private let tables = TextTables.shared
  private let statuses: [TextWord]
  private let authorKey: UInt64
  private let titleKey: UInt64
  private let bodyKey: UInt64
  private let countsKey: UInt64
  let imageKey: UInt64
  private let statusKey: UInt64
  let estimateKey: UInt64
  /// By how many of 64 parts an estimate is off at most.
  let estimateError: Int
  /// No row is longer than this, in bytes, the cursor's slack included.
  let rowLimit: Int

  /// Prepares the rows of a recipe.
  init(recipe: Recipe, seed: SeedKey) {
    self.recipe = recipe
    statuses = recipe.rows.statuses.map { TextWord($0) }
    authorKey = seed.key(of: .author)
    titleKey = seed.key(of: .title)
    bodyKey = seed.key(of: .body)
    countsKey = seed.key(of: .counts)
    imageKey = seed.key(of: .image)
    statusKey = seed.key(of: .status)
    estimateKey = seed.key(of: .estimate)
    estimateError = recipe.rows.estimateErrorPercent * 64 / 100
    // Names, numbers and literals are under 768 bytes; a body ends less than two words after its
    // length.
    rowLimit =
      768 + 16 * recipe.rows.titleWords.upperBound + (recipe.rows.bodyBytes.max() ?? 0) + 64
  }

  /// What a row says besides what its birth number and edition decide.
  struct State {
    /// Which item it is.
    var birth: UInt64
    /// How often its content was written, from 1.
    var edition: UInt32
    /// Its place.
    var entry: ListEntry
    /// Whether the row has no key.
    var isKeyNull = false
    /// From 1.
    var version: UInt32
    /// The row that this one answers.
    var parent: ItemID?
    /// Whether a reader does not see it.
    var isHidden = false
    /// Which of the recipe's statuses it has; nil draws one, or takes the last for later editions.
    var status: Int?
  }

  /// Writes an item's row, without a line end.
  @inline(__always)
  func write(_ row: State, to cursor: inout RowCursor) {
    let (birth, edition) = (row.birth, row.edition)
    cursor.write("{\"id\":\"")
    cursor.write(decimal: row.entry.id.rawValue)
    cursor.write("\",\"key\":")
    if row.isKeyNull { cursor.write("null") } else { cursor.write(decimal: row.entry.key.rawValue) }
    cursor.write(",\"version\":")
    cursor.write(decimal: UInt64(row.version))
    let isOwn = writeAuthor(birth: birth, to: &cursor)
    if isOwn { cursor.write(",\"own\":true") } else { cursor.write(",\"own\":false") }
    cursor.write(",\"status\":\"")
    cursor.write(row.status.map { statuses[$0] } ?? status(birth: birth, edition: edition))
    if row.isHidden {
      cursor.write("\",\"hidden\":true,\"parent\":")
    } else {
      cursor.write("\",\"hidden\":false,\"parent\":")
    }
    if let parent = row.parent {
      cursor.write(byte: UInt8(ascii: "\""))
      cursor.write(decimal: parent.rawValue)
      cursor.write(byte: UInt8(ascii: "\""))
    } else {
      cursor.write("null")
    }
    cursor.write(",\"title\":\"")
    let text = cursor
    writeTitle(birth: birth, edition: edition, to: &cursor)
    cursor.write("\",\"body\":\"")
    writeBody(birth: birth, edition: edition, to: &cursor)
    let textBytes = cursor.distance(from: text)
    writeCounts(birth: birth, edition: edition, to: &cursor)
    let image = writeImage(birth: birth, to: &cursor)
    writeHeights(birth: birth, textBytes: textBytes, image: image, to: &cursor)
    cursor.write(byte: UInt8(ascii: "}"))
  }

  // MARK: - People and states

  @inline(__always)
  private func writeAuthor(birth: UInt64, to cursor: inout RowCursor) -> Bool {
    let drawn = Mixer.word(authorKey, birth)
    let isOwn = Mixer.bounded(drawn &<< 32, 1000) < recipe.rows.ownPermille
    // The smaller of two draws: some write much more than others. Author 0 is the reader.
    let number = min(
      Mixer.scaled(drawn &>> 32, recipe.rows.authorCount),
      Mixer.scaled(drawn &>> 48, recipe.rows.authorCount))
    let name = Mixer.word(~authorKey, isOwn ? 0 : UInt64(truncatingIfNeeded: number &+ 1))
    cursor.write(",\"author\":\"")
    cursor.write(tables.firstNames[Int(name & 63)])
    cursor.write(tables.lastNames[Int(name &>> 6 & 63)])
    cursor.write(byte: UInt8(ascii: "\""))
    return isOwn
  }

  @inline(__always)
  private func status(birth: UInt64, edition: UInt32) -> TextWord {
    if edition > 1 { return statuses[statuses.count - 1] }
    return statuses[Mixer.bounded(Mixer.word(statusKey, birth), statuses.count - 1)]
  }

  @inline(__always)
  private func writeCounts(birth: UInt64, edition: UInt32, to cursor: inout RowCursor) {
    let drawn = Mixer.word(countsKey, birth)
    // A power of two of the range is drawn first: most rows have few answers, some very many. Each
    // edition finds some more.
    let replies = (drawn & 0xFFF) &>> (4 &+ (drawn &>> 12 & 7)) &+ UInt64(edition - 1)
    let reactions =
      (drawn &>> 16 & 0xFFFF) &>> (4 &+ (drawn &>> 32 & 7) &+ (drawn &>> 35 & 3))
      &+ UInt64(edition - 1) &* 3
    cursor.write("\",\"counts\":{\"replies\":")
    cursor.write(decimal: replies)
    cursor.write(",\"reactions\":")
    cursor.write(decimal: reactions)
    cursor.write(byte: UInt8(ascii: "}"))
  }

  // MARK: - Text

  /// The stream of one text of one edition.
  @inline(__always)
  private func textKey(_ key: UInt64, birth: UInt64, edition: UInt32) -> UInt64 {
    Mixer.word(key, birth) &+ Mixer.mix(UInt64(edition))
  }

  /// Writes a title, which needs no escape in JSON.
  @inline(__always)
  func writeTitle(birth: UInt64, edition: UInt32, to cursor: inout RowCursor) {
    let key = textKey(titleKey, birth: birth, edition: edition)
    var drawn = Mixer.word(key, 0)
    let count =
      recipe.rows.titleWords.lowerBound + Mixer.scaled(drawn, recipe.rows.titleWords.count)
    cursor.write(tables.capitalised[Int(drawn &>> 16 & 1023)])
    drawn &>>= 26
    var left = 3
    for index in 1..<max(1, count) {
      if left == 0 {
        drawn = Mixer.word(key, UInt64(truncatingIfNeeded: index))
        left = 6
      }
      cursor.write(tables.words[Int(drawn & 1023)])
      drawn &>>= 10
      left &-= 1
    }
    // Each word has a space behind.
    cursor.retreat(by: 1)
  }

  /// Writes a body, escaped for JSON: sentences of 3 to 10 words until the length is reached.
  @inline(__always)
  private func writeBody(birth: UInt64, edition: UInt32, to cursor: inout RowCursor) {
    let key = textKey(bodyKey, birth: birth, edition: edition)
    var drawn = Mixer.word(key, 0)
    var index: UInt64 = 1
    let target = recipe.rows.bodyBytes[Int(drawn & 63)]
    drawn &>>= 6
    let start = cursor
    repeat {
      // One word of randomness: the sentence's length and end, and five words.
      var inSentence = 3 &+ Int(drawn & 7)
      let ending = Int(drawn &>> 3 & 15)
      cursor.write(tables.capitalised[Int(drawn &>> 7 & 1023)])
      drawn &>>= 17
      var left = 4
      inSentence &-= 1
      while inSentence > 0 && cursor.distance(from: start) < target {
        if left == 0 {
          drawn = Mixer.word(key, index)
          index &+= 1
          left = 6
        }
        cursor.write(tables.words[Int(drawn & 1023)])
        drawn &>>= 10
        left &-= 1
        inSentence &-= 1
      }
      cursor.retreat(by: 1)
      cursor.write(tables.endings[ending])
      drawn = Mixer.word(key, index)
      index &+= 1
    } while cursor.distance(from: start) < target
    // Every ending but the line break has a space behind, which a body does not end with.
    cursor.retreatOverSpace()
  }
}
