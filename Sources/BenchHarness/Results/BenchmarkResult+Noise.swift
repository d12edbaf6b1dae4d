extension CaseIdentity {
  /// What it shares with the other implementations of its benchmark: `suite/benchmark/items=10`.
  var groupName: String {
    let names = "\(suite)/\(benchmark)"
    if parameters.isEmpty { return names }
    return names + "/" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
  }
}

extension BenchmarkResult {
  /// The result with its paired ratios inconclusive, for the reason given; the same for none.
  func withNoise(_ excess: String?) -> BenchmarkResult {
    guard let excess else { return self }
    var result = self
    for index in result.ratios.indices where result.ratios[index].ratio.verdict < .inconclusive {
      result.ratios[index].ratio.verdict = .inconclusive
      result.ratios[index].ratio.reason = excess
    }
    return result
  }
}
