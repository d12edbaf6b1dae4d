extension RowWriter {
  /// How many lines a text takes at each width.
  struct Lines {
    var compact = 0
    var regular = 0

    /// Adds a paragraph.
    @inline(__always)
    mutating func add(cells: Int) {
      compact &+= WidthClass.lines(cells: cells, of: 40)
      regular &+= WidthClass.lines(cells: cells, of: 84)
    }
  }

  /// The stream of one text of one edition.
  @inline(__always)
  private func textKey(_ key: UInt64, birth: UInt64, edition: UInt32) -> UInt64 {
    Mixer.word(key, birth) &+ Mixer.mix(UInt64(edition))
  }

  /// Writes a word of the tables and tells how many cells it takes.
  @inline(__always)
  private func write(_ word: TextWord, to cursor: inout RowCursor) -> Int {
    cursor.write(word)
    if word.rest != 0 { writeRest(word.rest, to: &cursor) }
    return Int(word.cells)
  }

  /// Writes the word that a draw chooses and tells how many cells it takes.
  @inline(__always)
  private func write(choice: Int, to cursor: inout RowCursor) -> Int {
    write(tables.words[Int(tables.choices[choice])], to: &cursor)
  }

  @inline(never)
  private func writeRest(_ first: UInt16, to cursor: inout RowCursor) {
    var next = first
    repeat {
      let rest = tables.rests[Int(next)]
      cursor.write(rest)
      next = rest.rest
    } while next != 0
  }

  /// Writes a title, which needs no escape in JSON.
  func writeTitle(birth: UInt64, edition: UInt32, to cursor: inout RowCursor) {
    writeTitle(birth: birth, edition: edition, tables.kinds[kind(birth: birth)], to: &cursor)
  }

  /// Writes a title of a kind.
  @inline(__always)
  @discardableResult
  func writeTitle(
    birth: UInt64, edition: UInt32, _ kind: TextTables.Kind, to cursor: inout RowCursor
  ) -> Lines {
    let key = textKey(titleKey, birth: birth, edition: edition)
    var drawn = Mixer.word(key, 0)
    let count = titleWords.lowerBound + Mixer.scaled(drawn, titleWords.count)
    var cells = write(choice: kind.capitals &+ Int(drawn &>> 16 & 511), to: &cursor)
    drawn &>>= 25
    var left = 4
    for index in 1..<max(1, count) {
      if left == 0 {
        drawn = Mixer.word(key, UInt64(truncatingIfNeeded: index))
        left = 7
      }
      cells &+= write(choice: kind.words &+ Int(drawn & 511), to: &cursor)
      drawn &>>= 9
      left &-= 1
    }
    cursor.retreat(by: kind.space)
    var lines = Lines()
    lines.add(cells: cells &- kind.space)
    return lines
  }

  /// Writes a body, escaped for JSON: sentences of 3 to 10 words until the length is reached.
  @inline(__always)
  func writeBody(
    birth: UInt64, edition: UInt32, _ kind: TextTables.Kind, to cursor: inout RowCursor
  ) -> Lines {
    let key = textKey(bodyKey, birth: birth, edition: edition)
    var drawn = Mixer.word(key, 0)
    var index: UInt64 = 1
    let target = bodyBytes[Int(drawn & 63)]
    drawn &>>= 6
    let start = cursor
    var lines = Lines()
    var cells = 0
    var endsParagraph = false
    repeat {
      // One word of randomness: the sentence's length and end, and five words.
      var inSentence = 3 &+ Int(drawn & 7)
      let ending = Int(drawn &>> 3 & 15)
      cells &+= write(choice: kind.capitals &+ Int(drawn &>> 7 & 511), to: &cursor)
      drawn &>>= 16
      var left = 4
      inSentence &-= 1
      while inSentence > 0 && cursor.distance(from: start) < target {
        if left == 0 {
          drawn = Mixer.word(key, index)
          index &+= 1
          left = 7
        }
        cells &+= write(choice: kind.words &+ Int(drawn & 511), to: &cursor)
        drawn &>>= 9
        left &-= 1
        inSentence &-= 1
      }
      cursor.retreat(by: kind.space)
      cells &+= write(tables.endings[kind.endings &+ ending], to: &cursor) &- kind.space
      endsParagraph = kind.hasParagraphs && ending == TextTables.paragraphEnding
      if endsParagraph {
        lines.add(cells: cells)
        cells = 0
      }
      drawn = Mixer.word(key, index)
      index &+= 1
    } while cursor.distance(from: start) < target
    // A body ends neither with a space nor with a line feed.
    if endsParagraph {
      cursor.retreat(by: 2)
    } else {
      cells &-= cursor.retreatOverSpace()
      lines.add(cells: cells)
    }
    return lines
  }
}
