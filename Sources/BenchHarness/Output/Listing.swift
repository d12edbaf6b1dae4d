extension Selection {
  /// What there is to run: a table per suite, below the question that it answers.
  public var listing: String {
    parts.map { part in
      var table = Table([.init("benchmark"), .init("implementation"), .init("parameters")])
      for (benchmark, cases) in part.cases.grouped(by: \.benchmark) {
        for (implementation, cases) in cases.grouped(by: \.implementation) {
          let mark = cases.allSatisfy(\.isReference) ? " (reference)" : ""
          table.add([benchmark, implementation + mark, Self.parameters(of: cases)])
        }
      }
      return "\(part.suite.name): \(part.suite.question)\n\n\(table.text)"
    }.joined(separator: "\n")
  }

  /// `items 10,000 1,000,000; depth 0 100`.
  private static func parameters(of cases: [BenchmarkCase]) -> String {
    cases.flatMap(\.parameters).grouped(by: \.name).map { name, parameters in
      let values = Set(parameters.map(\.value)).sorted().map { BenchHarness.grouped($0) }
      return "\(name) \(values.joined(separator: " "))"
    }.joined(separator: "; ")
  }
}

extension Array {
  /// The elements by a key, keys in the order of their first element.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in self {
      let name = key(element)
      if let place = places[name] {
        groups[place].elements.append(element)
      } else {
        places[name] = groups.count
        groups.append((name, [element]))
      }
    }
    return groups
  }
}
