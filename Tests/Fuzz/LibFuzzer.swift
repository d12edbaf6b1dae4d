import ListCoreFuzz

#if LIBFUZZER
  /// libFuzzer's loop; see https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  ) -> Int32

  /// What the loop calls gets bytes alone, so the target is here.
  nonisolated(unsafe) private var searched = Searched.structure(.orderedIndex)
#endif

extension Main {
  /// Hands over to libFuzzer, with the arguments from `--libfuzzer` on, whose name it skips.
  static func search(_ target: Searched) throws {
    #if LIBFUZZER
      searched = target
      var count = CommandLine.argc - 2
      var arguments = CommandLine.unsafeArgv + 2
      _ = runDriver(&count, &arguments) { bytes, count in
        do {
          try searched.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
          fatalError("\(error)")
        }
        return 0
      }
    #else
      throw WithoutLibFuzzer()
    #endif
  }

  private struct WithoutLibFuzzer: Error, CustomStringConvertible {
    var description: String { "built without libFuzzer; use .ci/fuzz" }
  }
}
