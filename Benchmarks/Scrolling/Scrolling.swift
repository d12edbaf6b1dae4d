import BenchHarness
public enum Scrolling { public static let suite = Suite(name: "Scrolling", question: "x") { _ in [] } }
