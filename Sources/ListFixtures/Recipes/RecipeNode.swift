import ListText

/// A value of a recipe that is being read, and where it stands.
///
/// Whatever is wrong with it is said with its path and with what is accepted there.
struct RecipeNode {
  /// The accepted shares.
  static let permille = 0...1000

  let value: JSONValue
  let path: RecipePath

  /// The value of a member, checked or not; null where there is none.
  func member(_ name: String) -> RecipeNode {
    RecipeNode(value: value[name] ?? .null, path: path.member(name))
  }

  /// An element of an array; null where there is none.
  func element(_ index: Int) -> RecipeNode {
    guard case .array(let values) = value, values.indices.contains(index) else {
      return RecipeNode(value: .null, path: path.element(index))
    }
    return RecipeNode(value: values[index], path: path.element(index))
  }

  /// An error about this value: `what` goes on after the path, as in "must be a string".
  func failure(_ what: String) -> RecipeFault { RecipeFault(path: path, what: what) }

  /// The error that this value is not what is accepted.
  func mismatch(_ accepted: String) -> RecipeFault {
    failure("must be \(accepted), not \(Self.brief(value))")
  }

  /// A value in a few words.
  private static func brief(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .number(let digits): digits.utf8.count <= 24 ? digits : "a number of many digits"
    case .string(let text):
      text.utf8.count <= 40 && isOneLine(text) ? "'\(text)'" : "a long text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether a text has no control characters.
  static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0x2028 }
  }

  // MARK: - Scalars

  /// Whether nothing stands here.
  var isNull: Bool { value == .null }

  /// The node, or nil when it is null.
  var optional: RecipeNode? { isNull ? nil : self }

  /// A whole number.
  func integer() throws(RecipeFault) -> Int {
    guard case .integer(let number) = value, let number = Int(exactly: number) else {
      throw mismatch("a whole number")
    }
    return number
  }

  /// A whole number of a range.
  func integer(in range: ClosedRange<Int>) throws(RecipeFault) -> Int {
    guard case .integer(let number) = value, let number = Int(exactly: number),
      range.contains(number)
    else {
      throw mismatch("a whole number in \(range.lowerBound)...\(range.upperBound)")
    }
    return number
  }

  /// True or false.
  func bool() throws(RecipeFault) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("true or false") }
    return bool
  }

  /// A text of one line whose UTF-8 has a number of bytes.
  func line(bytes range: ClosedRange<Int>) throws(RecipeFault) -> String {
    guard case .string(let text) = value, range.contains(text.utf8.count), Self.isOneLine(text)
    else {
      throw mismatch("one line of \(range.lowerBound)...\(range.upperBound) bytes")
    }
    return text
  }

  /// One of some words; `other` is what else is accepted here.
  func word(of words: [String], or other: String? = nil) throws(RecipeFault) -> String {
    if case .string(let text) = value {
      if words.contains(text) { return text }
      if let meant = nearest(to: text, in: words) {
        throw failure("is '\(text)'; did you mean '\(meant)'?")
      }
    }
    throw mismatch(Self.choice(words.map { "'\($0)'" } + (other.map { [$0] } ?? [])))
  }

  /// One of an enumeration's words.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    of _: Value.Type
  ) throws(RecipeFault) -> Value {
    let word = try word(of: Value.allCases.map(\.rawValue))
    guard let value = Value(rawValue: word) else { throw mismatch("a known word") }
    return value
  }

  private static func choice(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  // MARK: - Lists and objects

  /// The elements of an array.
  func elements(_ range: ClosedRange<Int>) throws(RecipeFault) -> [RecipeNode] {
    let count =
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
    let accepted = "an array of \(count) elements"
    guard case .array(let values) = value else { throw mismatch(accepted) }
    guard range.contains(values.count) else {
      throw failure("must be \(accepted), not of \(values.count)")
    }
    return values.enumerated().map { RecipeNode(value: $0.element, path: path.element($0.offset)) }
  }

  /// The numbers of an array.
  func integers(
    count: ClosedRange<Int>, in range: ClosedRange<Int> = Int.min...Int.max
  ) throws(RecipeFault) -> [Int] {
    var numbers: [Int] = []
    for element in try elements(count) { numbers.append(try element.integer(in: range)) }
    return numbers
  }

  /// The members of an object that has all of some names and no others.
  func members(_ names: [String]) throws(RecipeFault) -> RecipeMembers {
    guard case .object(let members) = value else { throw mismatch("an object") }
    for member in members where !names.contains(member.name) {
      let stray = RecipeNode(value: member.value, path: path.member(member.name))
      let missing = names.filter { name in !members.contains { $0.name == name } }
      throw stray.isNoField(of: nearest(to: member.name, in: missing) == nil ? names : missing)
    }
    for name in names where !members.contains(where: { $0.name == name }) {
      throw failure("lacks '\(name)'; every field must be there")
    }
    return RecipeMembers(node: self)
  }

  /// The members of an object that has some of some names, in its order.
  func some(of names: [String]) throws(RecipeFault) -> [(name: String, node: RecipeNode)] {
    guard case .object(let members) = value else { throw mismatch("an object") }
    for member in members where !names.contains(member.name) {
      throw RecipeNode(value: member.value, path: path.member(member.name)).isNoField(of: names)
    }
    return members.map { ($0.name, RecipeNode(value: $0.value, path: path.member($0.name))) }
  }

  /// The error that an object has no such field; the nearest of `names` is suggested.
  private func isNoField(of names: [String]) -> RecipeFault {
    if case .member(let name)? = path.steps.last, let meant = nearest(to: name, in: names) {
      return failure("is no field; did you mean '\(meant)'?")
    }
    return failure("is no field; there are \(names.joined(separator: ", "))")
  }

  /// The only member of an object, which has one of some names: a choice with a parameter.
  func variant(_ names: [String]) throws(RecipeFault) -> (name: String, node: RecipeNode) {
    guard case .object(let members) = value, members.count == 1 else {
      throw mismatch("an object of one field: \(Self.choice(names.map { "'\($0)'" }))")
    }
    let name = members[0].name
    let node = RecipeNode(value: members[0].value, path: path.member(name))
    guard names.contains(name) else {
      throw node.isNoField(of: names)
    }
    return (name, node)
  }
}

/// The members of an object whose names were checked.
struct RecipeMembers {
  let node: RecipeNode

  /// The member with one of the names that were checked.
  subscript(name: String) -> RecipeNode { node.member(name) }
}

/// What is wrong with a value of a recipe.
struct RecipeFault: Error {
  /// Where the value stands.
  var path: RecipePath
  /// What goes on after the path, as in "must be a string".
  var what: String

  /// The error that a caller sees; a whole recipe has an empty path.
  func error(byteOffset: Int?) -> FixtureError {
    let place = path.description
    return FixtureError(
      code: .malformedRecipe, message: "\(place.isEmpty ? "the recipe" : place) \(what)",
      path: place, byteOffset: byteOffset)
  }
}

/// Where a value of a recipe stands: `churn.shapes[2].quotas[0].deletes`.
struct RecipePath: Equatable, CustomStringConvertible {
  /// A step down from an object or an array.
  enum Step: Equatable {
    case member(String)
    case element(Int)
  }

  var steps: [Step] = []

  func member(_ name: String) -> RecipePath { RecipePath(steps: steps + [.member(name)]) }

  func element(_ index: Int) -> RecipePath { RecipePath(steps: steps + [.element(index)]) }

  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .element(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// The byte at which the value stands in a text that was read without an error; 0 when it is not
  /// there.
  func byteOffset(in bytes: Span<UInt8>) -> Int {
    var cursor = JSONCursor()
    do throws(JSONError) {
      for step in steps {
        guard try descend(step, &cursor, bytes) else { return 0 }
      }
      _ = try cursor.kind(bytes)
      return cursor.position
    } catch {
      return 0
    }
  }

  private func descend(
    _ step: Step, _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    let kind = try cursor.kind(bytes)
    guard kind == .object || kind == .array else { return false }
    cursor.position += 1
    var isFirst = true
    var index = 0
    switch step {
    case .member(let name):
      while let found = try cursor.nextName(bytes, isFirst: &isFirst)?.text(in: bytes) {
        if found == name { return true }
        try cursor.skipValue(bytes)
      }
    case .element(let element):
      while try cursor.hasNext(bytes, closing: UInt8(ascii: "]"), isFirst: &isFirst) {
        if index == element { return true }
        try cursor.skipValue(bytes)
        index += 1
      }
    }
    return false
  }
}
