import ListCore

/// An `ItemStore` against a dictionary.
struct ItemStoreFuzz: ~Copyable, FuzzBody {
  private var store = ItemStore()
  private var model = StoreModel()
  private(set) var batched = 0

  init?(_ input: inout FuzzInput) {}

  var size: Int { model.items.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    let operation = input.byte() % 16
    switch operation {
    case 0..<7:
      let id = input.id()
      try upsert(id, version: input.version(), text: input.text())
    case 7, 8:
      let id = input.id()
      try expect(store.remove(id), model.remove(id), "removal of \(id)")
    case 9..<12:
      let id = input.id()
      let version = input.version()
      let outcome = store.remove(id, leavingTombstone: version)
      try expect(
        outcome, model.remove(id, leavingTombstone: version),
        "removal of \(id) in version \(version)")
    case 12: try upsertRun(&input)
    case 13:
      if input.byte() % 8 != 0 { break }
      let tombstones = model.items.filter { $0.value.text == nil }
      try expect(store.removeTombstones(), tombstones.count, "tombstones removed")
      for id in tombstones.keys { model.items[id] = nil }
    case 14:
      switch input.byte() {
      case 0:
        store.removeAll()
        model = StoreModel()
      case 1..<16:
        let length = ItemStore.maximumTextByteCount - input.byte()
        try upsert(input.id(), version: input.version(), text: Array(repeating: 1, count: length))
      default: break
      }
    default: try read(input.id())
    }
    try expect(store.count + store.tombstoneCount, model.items.count, "items and tombstones")
  }

  mutating func check() throws(FuzzFinding) {
    store.checkInvariants()
    var count = 0
    var bytes = 0
    for (id, item) in model.items {
      count += item.text == nil ? 0 : 1
      bytes += item.text?.count ?? 0
      try read(id)
    }
    try expect(store.count, count, "count")
    try expect(store.tombstoneCount, model.items.count - count, "tombstones")
    try expect(store.textByteCount, bytes, "bytes of text")
  }

  private mutating func upsert(
    _ id: ItemID, version: UInt32, text: [UInt8]
  ) throws(FuzzFinding) {
    try expect(
      store.upsert(id, version: version, text: text.span),
      model.upsert(id, version: version, text: text), "upsert of \(id) in version \(version)")
  }

  /// Stores, or removes, items with consecutive ids, so that slabs fill chunks and are emptied.
  private mutating func upsertRun(_ input: inout FuzzInput) throws(FuzzFinding) {
    let isRemoval = input.byte() % 2 == 0 || model.items.count > 4000
    let first = UInt64(input.below(16)) << 16
    let text = input.text()
    let count = input.below(1000)
    batched += count
    for number in 0..<UInt64(count) {
      let id = ItemID(first + number)
      if isRemoval {
        try expect(store.remove(id), model.remove(id), "removal of \(id)")
      } else {
        try upsert(id, version: 3, text: Array(text.prefix(Int(number % 200))))
      }
    }
  }

  private func read(_ id: ItemID) throws(FuzzFinding) {
    let item = model.items[id].flatMap { $0.text == nil ? nil : $0 }
    try expect(store.contains(id), item != nil, "whether \(id) is there")
    try expect(store.version(of: id), item?.version, "version of \(id)")
    let text = store.withText(of: id) { span in span.indices.map { span[$0] } }
    try expect(text, item?.text, "text of \(id)")
  }
}
