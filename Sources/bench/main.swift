import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let words = Array(CommandLine.arguments.dropFirst())
if let code = Child.run(words: words, suites: Suites.all) { exit(code.rawValue) }
reexecuteInReleaseIfNeeded(program: "bench")
Interrupts.install()
exit(Program.run(words).rawValue)
