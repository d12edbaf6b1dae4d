import ListText

/// An object that is being read, and the words for where it is.
struct ThresholdReader {
  let members: [(name: String, value: JSONValue)]
  var place: String

  init(_ json: JSONValue, place: String) throws(ThresholdFormatError) {
    guard case .object(let members) = json else {
      throw ThresholdFormatError(description: "\(place) is no object")
    }
    self.members = members
    self.place = place
  }

  func allow(_ keys: [String]) throws(ThresholdFormatError) {
    for member in members where !keys.contains(member.name) {
      throw ThresholdFormatError(
        description:
          "\(place) has an unknown key '\(member.name)'; known: \(keys.joined(separator: ", "))")
    }
  }

  func has(_ key: String) -> Bool { members.contains { $0.name == key } }

  func isObject(_ key: String) -> Bool {
    guard case .object = try? value(key) else { return false }
    return true
  }

  private func value(_ key: String) throws(ThresholdFormatError) -> JSONValue {
    guard let member = members.first(where: { $0.name == key }) else {
      throw ThresholdFormatError(description: "\(place) has no '\(key)'")
    }
    return member.value
  }

  func string(_ key: String) throws(ThresholdFormatError) -> String {
    guard case .string(let text) = try value(key) else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no text")
    }
    return text
  }

  func number(_ key: String) throws(ThresholdFormatError) -> Double {
    guard let number = try value(key).real else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no number")
    }
    return number
  }

  func object(_ key: String) throws(ThresholdFormatError) -> ThresholdReader {
    try ThresholdReader(try value(key), place: "\(place): '\(key)'")
  }

  func array(_ key: String) throws(ThresholdFormatError) -> [ThresholdReader] {
    guard case .array(let values) = try value(key) else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no array")
    }
    var readers: [ThresholdReader] = []
    for (index, value) in values.enumerated() {
      readers.append(try ThresholdReader(value, place: "\(place): '\(key)' \(index)"))
    }
    return readers
  }
}
