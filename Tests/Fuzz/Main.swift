import ListCoreFuzz
import ListSource
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Drives the structures of `ListCore` against their models, and what reads files, with bytes from files, from a seed or, where
/// `.ci/fuzz` has linked it, from libFuzzer.
@main struct Main {
  private static let usage = """
    usage: fuzz list
           fuzz NAME FILE...                        replays inputs
           fuzz NAME|all --operations N [--seed N]  runs random inputs
           fuzz readers --operations N [--seed N]   reads on four threads at once
           fuzz source --operations N [--seed N]    reads a list in memory on three threads while one writes
           fuzz NAME --libfuzzer [ARGUMENT...]      searches for inputs
           fuzz NAME --samples DIR                  writes inputs to start from
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try run(arguments)
    } catch {
      let line = "fuzz: \(error)\n"
      write(2, line, line.utf8.count)
      exit(error is Usage ? 1 : 2)
    }
  }

  private struct Usage: Error, CustomStringConvertible {
    var description = Main.usage
  }

  private static func run(_ arguments: [String]) throws {
    guard let name = arguments.first else { throw Usage() }
    if name == "list" {
      for target in Searched.all { print(target.name) }
      return
    }
    if name == "readers" {
      let (operations, seed) = try numbers(Array(arguments.dropFirst()))
      announce(name, operations, seed)
      try SharedReads(seed: seed).run(threads: 4, operations: operations, seed: seed)
      return
    }
    if name == "source" {
      let (operations, seed) = try numbers(Array(arguments.dropFirst()))
      announce(name, operations, seed)
      let shared = try SharedSource(rows: 2_000, seed: seed) { try MemorySource.holding($0) }
      try shared.run(readers: 3, batches: operations / SharedSource.changesPerBatch + 1)
      return
    }
    let targets =
      name == "all" ? Searched.all : Searched.all.filter { $0.name == name }
    guard let target = targets.first, arguments.count > 1 else { throw Usage() }
    switch arguments[1] {
    case "--operations": try runRandom(targets, Array(arguments.dropFirst()))
    case "--libfuzzer": try search(target)
    case "--samples":
      guard arguments.count == 3 else { throw Usage() }
      for (number, bytes) in try target.samples.enumerated() {
        try save(bytes, to: "\(arguments[2])/sample-\(number)")
      }
    default:
      for file in arguments.dropFirst() {
        try target.run(bytes(of: file))
        print("\(file): no finding")
      }
    }
  }

  private static func runRandom(_ targets: [Searched], _ arguments: [String]) throws {
    let (operations, seed) = try numbers(arguments)
    for target in targets {
      announce(target.name, operations, seed)
      try target.run(seed: seed, operations: operations)
    }
  }

  /// Says what runs before it does, since a trap ends the program.
  private static func announce(_ name: String, _ operations: Int, _ seed: UInt64) {
    print("\(name): \(operations) operations, --seed \(seed)")
    fflush(nil)
  }

  private static func numbers(_ arguments: [String]) throws -> (operations: Int, seed: UInt64) {
    var numbers: [String: UInt64] = ["--seed": UInt64(time(nil))]
    guard arguments.count % 2 == 0 else { throw Usage() }
    for index in stride(from: 0, to: arguments.count, by: 2) {
      guard ["--operations", "--seed"].contains(arguments[index]) else { throw Usage() }
      numbers[arguments[index]] = UInt64(arguments[index + 1])
    }
    guard let operations = numbers["--operations"].flatMap({ Int(exactly: $0) }),
      let seed = numbers["--seed"]
    else { throw Usage() }
    return (operations, seed)
  }

  private static func save(_ bytes: [UInt8], to file: String) throws {
    guard let stream = fopen(file, "wb") else { throw Unreadable(file: file) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw Unreadable(file: file) }
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    guard let stream = fopen(file, "rb") else { throw Unreadable(file: file) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while true {
      let byte = getc(stream)
      if byte == EOF { return bytes }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }

  private struct Unreadable: Error, CustomStringConvertible {
    var file: String
    var description: String { "cannot read or write \(file)" }
  }
}
