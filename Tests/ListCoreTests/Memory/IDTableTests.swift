import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct IDTableTests {
  /// Random inserts and removals against a dictionary from id to number.
  @Test(arguments: [false, true], [0, 1 << 16])
  func tableAgreesWithADictionary(collide: Bool, placesCopiedAtOnce: UInt32) {
    var random = TestRandom(state: ModelRun.seed("IDTable, collide \(collide)"))
    var table = IDTable(placesCopiedAtOnce: placesCopiedAtOnce)
    var hasMoved = false
    var model: [UInt32: Set<UInt32>] = [:]
    var count = 0
    for operation in 1...ModelRun.operations(6000) {
      // Few tags, the largest and the smallest among them, make clusters that reach the tail.
      let tag =
        collide
        ? [0, 1, 1 << 31, UInt32.max - 1, .max][random.below(5)]
        : UInt32(truncatingIfNeeded: random.next())
      let number = UInt32(random.below(collide ? 400 : 5))
      let growing = operation / 1000 % 2 == 0
      if random.below(4) > (growing ? 0 : 2) {
        if model[tag, default: []].insert(number).inserted {
          table.insert(tag: tag, number: number)
          count += 1
        }
      } else if let victim = (collide ? tag : model.keys.randomElement(using: &random)),
        let gone = model[victim]?.min()
      {
        model[victim]?.remove(gone)
        if model[victim]?.isEmpty == true { model[victim] = nil }
        table.erase(place(of: gone, tag: victim, in: table))
        count -= 1
      }
      #expect(table.count == count)
      hasMoved = hasMoved || table.isMoving
      if operation % 100 == 0 || table.isMoving { compare(table, model) }
    }
    #expect(collide || hasMoved == (placesCopiedAtOnce == 0))
    table.removeAll()
    table.checkInvariants()
    #expect(table.byteCount == IDTable().byteCount)
  }

  private func place(of number: UInt32, tag: UInt32, in table: borrowing IDTable) -> Int {
    var place = table.firstPlace(of: tag)
    while IDTable.isEntry(table.entry(at: place), of: tag) {
      if IDTable.number(ofEntry: table.entry(at: place)) == number { return place }
      place += 1
    }
    Issue.record("number \(number) of tag \(tag) is missing")
    return place
  }

  private func compare(_ table: borrowing IDTable, _ model: [UInt32: Set<UInt32>]) {
    table.checkInvariants()
    var found: [UInt32: Set<UInt32>] = [:]
    table.forEach { tag, number in
      let isNew = found[tag, default: []].insert(number).inserted
      #expect(isNew)
    }
    #expect(found == model)
  }

  @Test func retargetChangesOneOfTwoEqualEntries() {
    var table = IDTable()
    table.insert(tag: .max, number: 7)
    table.insert(tag: .max, number: 7)
    table.retarget(tag: .max, from: 7, to: 9)
    var numbers: [UInt32] = []
    table.forEach { _, number in numbers.append(number) }
    #expect(numbers.sorted() == [7, 9])
  }

  @Test func tagsAreThoseOfTheFormatForEver() {
    // A change of the hash changes every count that thresholds hold.
    #expect(IDTable.tag(of: 0) == 0)
    #expect(IDTable.tag(of: 1) == 0x9E37_79B9)
    #expect(IDTable.tag(of: ItemID(.max)) == 0x61C8_8646)
  }

  @Test func loadStaysBetweenTwoAndFourFifths() {
    // While entries move, both blocks count; tables of up to 2^16 places double.
    var table = IDTable(placesCopiedAtOnce: 1 << 20)
    for number in 0..<UInt32(100_000) {
      table.insert(tag: IDTable.tag(of: ItemID(UInt64(number))), number: number)
      let bytesPerID = table.placeCount > 1 << 16 ? 13 : 21
      if number > 30_000 { #expect(table.byteCount <= table.count * bytesPerID) }
    }
    for number in 0..<UInt32(99_000) {
      let tag = IDTable.tag(of: ItemID(UInt64(number)))
      table.erase(place(of: number, tag: tag, in: table))
      if table.count > 30_000 { #expect(table.byteCount <= table.count * 21) }
    }
    table.checkInvariants()
  }
}
