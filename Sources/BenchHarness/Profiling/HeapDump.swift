/// A dump of jemalloc's heap profile: who holds memory, who took it.
///
/// Source: the format `heap_v2` of jemalloc's `prof_data.c`: `@` and the addresses of a stack, innermost
/// first; below it `t*: objects: bytes [objects ever: bytes ever]`; at the end the process's memory map.
struct HeapDump {
  /// What one stack holds and ever took.
  struct Site: Equatable {
    /// Return addresses, innermost first.
    var stack: [UInt64]
    var liveBlocks: Int
    var liveBytes: Int
    var takenBlocks: Int
    var takenBytes: Int
  }

  /// A file that is mapped, from its first address to its last.
  struct Mapping: Equatable {
    var range: Range<UInt64>
    var file: String
  }

  var sites: [Site] = []
  var mappings: [Mapping] = []

  /// Reads a dump.
  ///
  /// - Returns: nil when it is none.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let head = lines.first, head.hasPrefix("heap_v2/") else { return nil }
    var stack: [UInt64]?
    var isMap = false
    for line in lines.dropFirst() {
      if line.hasPrefix("MAPPED_LIBRARIES:") {
        isMap = true
      } else if isMap {
        addMapping(line)
      } else if line.hasPrefix("@") {
        stack = line.split(separator: " ").dropFirst().compactMap {
          UInt64($0.dropFirst(2), radix: 16)
        }
      } else if let frames = stack, line.hasPrefix("  t*:") {
        let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        sites.append(
          Site(
            stack: frames, liveBlocks: numbers[0], liveBytes: numbers[1], takenBlocks: numbers[2],
            takenBytes: numbers[3]))
        stack = nil
      }
    }
    guard isMap else { return nil }
  }

  /// Takes `START-END MODE OFFSET DEVICE INODE FILE`; the parts of one file become one mapping.
  private mutating func addMapping(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return }
    let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    let file = String(fields[5].drop { $0 == " " })
    guard ends.count == 2, ends[0] < ends[1], file.hasPrefix("/") else { return }
    if let last = mappings.indices.last, mappings[last].file == file {
      mappings[last].range = mappings[last].range.lowerBound..<ends[1]
    } else {
      mappings.append(Mapping(range: ends[0]..<ends[1], file: file))
    }
  }

  /// The mapping that an address lies in.
  func mapping(of address: UInt64) -> Mapping? { mappings.first { $0.range.contains(address) } }
}

/// The functions that take memory, by name.
extension HeapDump {
  /// What one function holds and took, its copies for several types together.
  struct Function: Equatable {
    var name: String
    var liveBlocks = 0
    var liveBytes = 0
    var takenBlocks = 0
    var takenBytes = 0
  }

  /// Adds up the sites by the innermost function of the program that is none of Swift's own library.
  ///
  /// - Parameter executable: The program; what its libraries take is put to its account.
  func functions(of executable: String) -> [Function] {
    let (addresses, base) = programAddresses(executable)
    let symbols = Dictionary(
      zip(
        addresses,
        FunctionNames.symbols(at: addresses.map { $0 - 1 - base }, in: executable))
    ) { first, _ in first }
    let takers = sites.map { site in
      let names = site.stack.compactMap { symbols[$0] ?? nil }
      return names.first { !$0.isOfSwiftsLibrary } ?? names.first ?? "(another library)"
    }
    var functions: [String: Function] = [:]
    for (site, name) in zip(sites, FunctionNames.readable(takers)) {
      var function = functions[name] ?? Function(name: name)
      function.liveBlocks += site.liveBlocks
      function.liveBytes += site.liveBytes
      function.takenBlocks += site.takenBlocks
      function.takenBytes += site.takenBytes
      functions[name] = function
    }
    return functions.values.sorted {
      ($1.liveBytes, $1.takenBytes, $0.name) < ($0.liveBytes, $0.takenBytes, $1.name)
    }
  }

  /// The stacks' addresses inside of the program, and where it is mapped.
  ///
  /// The program is position-independent, so its table's addresses begin at 0, where the map begins.
  private func programAddresses(_ executable: String) -> (addresses: [UInt64], base: UInt64) {
    let parts = mappings.filter { $0.file == executable }
    guard let base = parts.map(\.range.lowerBound).min() else { return ([], 0) }
    let addresses = Set(sites.flatMap(\.stack)).filter { address in
      address > base && parts.contains { $0.range.contains(address) }
    }
    return (addresses.sorted(), base)
  }
}

extension String {
  /// Whether a symbol is one of Swift's standard library or a copy of it for our types.
  fileprivate var isOfSwiftsLibrary: Bool { hasPrefix("$sS") || hasPrefix("$ss") }
}
