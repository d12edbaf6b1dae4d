internal import CJemalloc

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Has jemalloc note who takes memory: from the baseline to the end of the first region, and in every
/// later region.
///
/// It writes two dumps into the working folder: `peakFile` at the checkpoint that the parent names, and
/// `endFile` when the body has ended.
final class HeapRecorder {
  /// What lives at the checkpoint of the peak.
  static let peakFile: StaticString = "heap.peak"
  /// What was taken in all.
  static let endFile: StaticString = "heap.end"
  /// The variable that holds the number of the peak's checkpoint.
  static let stepVariable = "LONGLIST_HEAP_STEP"
  /// What jemalloc must be started with: every allocation is a sample, and sums are kept.
  static let allocatorOptions = "prof:true,prof_active:false,lg_prof_sample:0,prof_accum:true"

  /// What to say where jemalloc was built without profiles.
  static let absence = "jemalloc has no heap profile here; install one built with --enable-prof"

  /// Whether the jemalloc that this program is linked with was built with profiles.
  static var isAvailable: Bool {
    var isBuilt = false
    var size = MemoryLayout<Bool>.size
    return unsafe mallctl("config.prof", &isBuilt, &size, nil, 0) == 0 && isBuilt
  }

  private let active: ManagementName
  private let dump: ManagementName
  private let peakStep: Int?
  private var step = -1

  /// - Throws: `AllocatorError` when jemalloc was built or started without profiles.
  init() throws(AllocatorError) {
    var isOn = false
    var size = MemoryLayout<Bool>.size
    guard unsafe mallctl("opt.prof", &isOn, &size, nil, 0) == 0, isOn else {
      throw AllocatorError(description: Self.absence)
    }
    active = try ManagementName("prof.active")
    dump = try ManagementName("prof.dump")
    peakStep = unsafe getenv(Self.stepVariable).flatMap { unsafe Int(String(cString: $0)) }
  }

  func start() { active.write(true) }

  func stop() { active.write(false) }

  func reachCheckpoint() {
    step += 1
    if step == peakStep { dump.write(Self.peakFile) }
  }

  /// Writes what was taken in all.
  func finish() {
    stop()
    dump.write(Self.endFile)
  }
}
