/// gnuplot's SVG made part of a page.
///
/// Colours become classes, which the page's style gives a colour in light and in dark; names are made the
/// chart's own, so that they are unique in the page; what draws nothing is left out.
struct PagePicture {
  /// The element.
  let svg: HTML

  /// Takes a picture.
  ///
  /// - Parameters:
  ///   - picture: As gnuplot wrote it.
  ///   - id: What the names of its parts begin with: letters and digits.
  ///   - description: What is seen in it, for those who do not see it.
  /// - Returns: nil for what is no picture of gnuplot's.
  init?(_ picture: String, id: String, description: String) {
    var tokens = Self.tokens(picture)
    guard let start = tokens.firstIndex(where: { $0.hasPrefix("<svg") }),
      let box = Self.attributes(of: tokens[start]).first(where: { $0.name == "viewBox" })?.value,
      tokens.last(where: { $0.hasPrefix("<") }) == "</svg>"
    else { return nil }
    tokens.removeFirst(start + 1)
    var definitions: [(name: String, tag: String)] = []
    var used: [String] = []
    var body: [String] = []
    var skipped: String?
    for token in tokens where token != "</svg>" {
      let name = Self.name(of: token)
      if let end = skipped {
        if token == "</\(end)>" { skipped = nil }
        if end == "defs", let id = Self.value("id", of: token) { definitions.append((id, token)) }
        continue
      }
      if ["title", "desc", "defs"].contains(name) {
        skipped = name
        continue
      }
      if let reference = Self.reference(of: token) { used.append(reference) }
      // A group with nothing in it goes.
      if token == "</g>", let last = body.last, Self.name(of: last) == "g", last.hasPrefix("<g") {
        body.removeLast()
        continue
      }
      if token.hasPrefix("<"), token != "</g>" || name != nil {
        body.append(Self.rewritten(token, id: id))
      } else if !token.allSatisfy(\.isWhitespace) {
        body.append(token)
      }
    }
    var needed: [String] = []
    while let name = used.popLast() {
      guard let found = definitions.first(where: { $0.name == name }),
        found.tag.hasSuffix("/>"), !needed.contains(name)
      else { continue }
      needed.append(name)
      if let reference = Self.reference(of: found.tag) { used.append(reference) }
    }
    let kept = definitions.filter { needed.contains($0.name) }.map {
      Self.rewritten($0.tag, id: id, keepsName: true)
    }
    let defs = kept.isEmpty ? "" : "<defs>\(kept.joined())</defs>"
    let content = HTML(markup: defs + body.joined())
    svg = "<svg viewBox=\"\(box)\" role=\"img\" aria-label=\"\(description)\">\(content)</svg>"
  }

  // MARK: - Tokens

  /// Tags and the texts between them; gnuplot escapes `<` in texts and writes no `>` into a tag.
  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    for piece in text.split(separator: "<", omittingEmptySubsequences: true) {
      guard let end = piece.firstIndex(of: ">") else { continue }
      tokens.append("<\(piece[...end])")
      let rest = piece[piece.index(after: end)...]
      if !rest.isEmpty { tokens.append(String(rest)) }
    }
    return tokens
  }

  private static func name(of tag: String) -> String? {
    guard tag.hasPrefix("<") else { return nil }
    return String(tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter })
  }

  private static func attributes(of tag: String) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var rest = tag.drop { !$0.isWhitespace }
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].drop(while: \.isWhitespace)
      let after = rest[rest.index(after: equals)...]
      guard let quote = after.first, quote == "'" || quote == "\"",
        let end = after.dropFirst().firstIndex(of: quote)
      else { return found }
      found.append((String(name), String(after.dropFirst()[..<end])))
      rest = after[after.index(after: end)...]
    }
    return found
  }

  private static func value(_ name: String, of tag: String) -> String? {
    attributes(of: tag).first { $0.name == name }?.value
  }

  private static func reference(of tag: String) -> String? {
    guard name(of: tag) == "use", let value = value("xlink:href", of: tag), value.hasPrefix("#")
    else { return nil }
    return String(value.dropFirst())
  }

  // MARK: - Rewriting

  private static func rewritten(_ tag: String, id: String, keepsName: Bool = false) -> String {
    guard !tag.hasPrefix("</"), let name = name(of: tag) else { return tag }
    var classes: [String] = []
    var text = "<\(name)"
    for (name, value) in attributes(of: tag) {
      switch name {
      case "id": if keepsName { text += " id=\"\(id)-\(value)\"" }
      case "xlink:href": text += " href=\"#\(id)-\(value.dropFirst())\""
      case "font-family", "class": break
      case "stroke", "fill", "color":
        if let role = PageColour(svg: value) {
          classes.append("\(name.prefix(1))\(role.rawValue)")
        } else {
          text += " \(name)=\"\(value)\""
        }
      default:
        let value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        text += " \(name)=\"\(value)\""
      }
    }
    if !classes.isEmpty { text += " class=\"\(classes.joined(separator: " "))\"" }
    return text + (tag.hasSuffix("/>") ? "/>" : ">")
  }
}

/// What a colour of a chart stands for; the number is the colour that gnuplot is given for it.
enum PageColour: Int, CaseIterable {
  case axis = 1
  case grid, label, limit, mark, paper
  case ours0 = 16
  case ours1, ours2, ours3
  case peer0 = 32
  case peer1, peer2, peer3, peer4, peer5, peer6

  /// That of a series.
  init(isOurs: Bool, number: Int) {
    let first = isOurs ? Self.ours0.rawValue : Self.peer0.rawValue
    self = Self(rawValue: first + number % (isOurs ? 4 : 7)) ?? .axis
  }

  /// As it stands in a script.
  var script: String {
    let digits = String(rawValue, radix: 16)
    return "\"#0000\(digits.count == 1 ? "0" : "")\(digits)\""
  }

  /// Reads an attribute of gnuplot's: `rgb(  0,   0,  16)`, or the names that it gives to its own lines.
  init?(svg value: String) {
    switch value {
    case "black": self = .axis
    case "gray": self = .grid
    case "#FFFFFF": self = .paper
    default:
      let numbers = value.dropFirst(4).dropLast().split(separator: ",").map {
        Int($0.drop(while: \.isWhitespace))
      }
      guard value.hasPrefix("rgb("), numbers.count == 3, numbers[0] == 0, numbers[1] == 0,
        let number = numbers[2], let colour = Self(rawValue: number)
      else { return nil }
      self = colour
    }
  }
}
