import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where figures come from: machine, toolchain, allocator, revision.
public struct MeasuringEnvironment: Equatable, Sendable {
  /// The system and its release: `Linux 6.1.0`.
  public var system: String
  /// `x86_64` or `arm64`.
  public var architecture: String
  /// The processor's name.
  public var processor: String
  /// Major and minor version of the compiler: `6.3`.
  public var swift: String
  /// `release` or `debug`.
  public var build: String
  /// `jemalloc 5.3.0`.
  public var allocator: String
  /// The allocator's options in the children.
  public var allocatorOptions: String
  /// The revision of the package, with `-dirty` when its files differ from it; nil without git.
  public var revision: String?

  /// Takes what was seen elsewhere.
  init(
    system: String, architecture: String, processor: String, swift: String, build: String,
    allocator: String, allocatorOptions: String, revision: String?
  ) {
    self.system = system
    self.architecture = architecture
    self.processor = processor
    self.swift = swift
    self.build = build
    self.allocator = allocator
    self.allocatorOptions = allocatorOptions
    self.revision = revision
  }

  /// Looks at this machine and this build.
  ///
  /// - Throws: `AllocatorError` when `malloc` is not jemalloc's.
  public init(package: String?) throws(AllocatorError) {
    _ = try AllocatorMeter()
    var names = utsname()
    unsafe uname(&names)
    system = "\(Self.text(names.sysname)) \(Self.text(names.release))"
    architecture = Self.compiledArchitecture
    processor = Self.processorName()
    swift = Self.compilerVersion
    build = isDebugBuild ? "debug" : "release"
    allocator = "jemalloc \(AllocatorMeter.version ?? "of unknown version")"
    allocatorOptions = ChildEnvironment.allocatorOptions
    revision = package.flatMap { Git(folder: $0).revision() }
  }

  /// What allocation and byte figures hold for.
  public var key: EnvironmentKey {
    EnvironmentKey(
      platform: "\(system.prefix { $0 != " " }.lowercased())-\(architecture)", swift: swift,
      allocator: allocator)
  }

  private static func text<Characters>(_ field: Characters) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static var compiledArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// The language has no name for its compiler's version, only comparisons.
  private static var compilerVersion: String {
    #if compiler(>=7)
      "7"
    #elseif compiler(>=6.5)
      "6.5"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  private static func processorName() -> String {
    #if canImport(Darwin)
      var size = 256
      var name = [UInt8](repeating: 0, count: size)
      guard unsafe sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0) == 0 else {
        return "unknown"
      }
      return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
      guard let bytes = try? readFile("/proc/cpuinfo", limit: 65_536) else { return "unknown" }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let line = lines.first { $0.hasPrefix("model name") }
      guard let name = line?.split(separator: ":", maxSplits: 1).last else { return "unknown" }
      return String(name.drop(while: \.isWhitespace))
    #endif
  }
}

/// What must be equal for allocation and byte figures to be comparable.
public struct EnvironmentKey: Equatable, Sendable {
  /// `linux-x86_64`.
  public var platform: String
  /// `6.3`.
  public var swift: String
  /// `jemalloc 5.3.0`.
  public var allocator: String

  /// For people.
  public var description: String { "\(platform), Swift \(swift), \(allocator)" }
}
