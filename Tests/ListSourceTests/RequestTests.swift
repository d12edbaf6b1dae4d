import ListCore
import ListSource
import Testing

@Suite struct RequestTests {
  private func code(_ request: PageRequest) throws -> SourceError.Code {
    try #require(throws: SourceError.self) { try request.validate() }.code
  }

  @Test func limitsInRangeAreAccepted() throws {
    for limit in [1, 2, 50, 9_999, 10_000] {
      try PageRequest(.head, limit: limit).validate()
    }
  }

  @Test func limitsOutOfRangeAreRefused() throws {
    for limit in [.min, -1, 0, 10_001, 1_000_000_000, .max] {
      #expect(try code(PageRequest(.head, limit: limit)) == .limitOutOfRange)
    }
  }

  @Test func negativeOffsetsAreRefused() throws {
    #expect(try code(PageRequest(.offset(-1), limit: 1)) == .offsetOutOfRange)
    #expect(try code(PageRequest(.offset(.min), limit: 1)) == .offsetOutOfRange)
    try PageRequest(.offset(0), limit: 1).validate()
    try PageRequest(.offset(.max), limit: 1).validate()
  }

  @Test func anErrorSaysPlaceMessageAndCode() {
    let error = SourceError(.busy, "try again", place: "/tmp/list")
    #expect(error.description == "/tmp/list: try again (busy)")
    #expect(SourceError("own", "text").description == "text (own)")
  }

  @Test func anIdentityNeeds32Bytes() async {
    await #expect(processExitsWith: .failure) {
      _ = DatasetIdentity(digest: Array(repeating: 1, count: 31))
    }
  }
}

@Suite struct ChangeBatchTests {
  private func change(_ operation: Change.Operation, _ sequence: UInt64) -> Change {
    Change(sequence: sequence, operation: operation, id: 4, key: 5, version: 6)
  }

  @Test func textsLieOneAfterTheOther() {
    let (first, none, last): ([UInt8], [UInt8], [UInt8]) = ([1, 2, 3], [], [4])
    var batch = ChangeBatch()
    batch.append(change(.insert, 1), text: first.span)
    batch.append(change(.move, 2))
    batch.append(change(.update, 3), text: none.span)
    batch.append(change(.move, 4), text: last.span)
    batch.append(change(.delete, 5))
    #expect(batch.elements.map(\.textByteRange) == [0..<3, nil, 3..<3, 3..<4, nil])
    #expect(batch.elements.map(\.change.sequence) == [1, 2, 3, 4, 5])
    #expect(batch.text == [1, 2, 3, 4])
    batch.removeAll()
    #expect(batch == ChangeBatch())
  }

  @Test func aDeleteHasNoText() async {
    await #expect(processExitsWith: .failure) {
      var batch = ChangeBatch()
      let text: [UInt8] = [1]
      batch.append(
        Change(sequence: 1, operation: .delete, id: 1, key: 1, version: 1), text: text.span)
    }
  }

  @Test func anInsertAndAnUpdateHaveText() async {
    await #expect(processExitsWith: .failure) {
      var batch = ChangeBatch()
      batch.append(Change(sequence: 1, operation: .insert, id: 1, key: 1, version: 1))
    }
    await #expect(processExitsWith: .failure) {
      var batch = ChangeBatch()
      batch.append(Change(sequence: 1, operation: .update, id: 1, key: 1, version: 1))
    }
  }
}
