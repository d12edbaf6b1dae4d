import ListText

extension GateRates {
  /// For a person.
  public var text: String {
    var table = Table([
      .init("trials of"), .init("n", isNumber: true), .init("called\nslower", isNumber: true),
      .init("called\nfaster", isNumber: true), .init("not judged", isNumber: true),
      .init("not confirmed", isNumber: true), .init("ratios read"),
    ])
    let slowed = "this build, slowed by \(GateSelfTest.slowdownPercent)%"
    for (name, kind) in [("this build against itself", equal), (slowed, slower)] {
      let (least, most) = (kind.ratios.min() ?? 1, kind.ratios.max() ?? 1)
      table.add([
        name, String(trials), String(kind.regressed), String(kind.improved),
        String(kind.inconclusive), String(kind.unconfirmed),
        "\(fixed(least, decimals: 3))-\(fixed(most, decimals: 3))x",
      ])
    }
    let loops = busy == 0 ? "" : ", \(busy) busy loop\(busy == 1 ? "" : "s") beside them"
    return """
      The gate of 'bench compare' on this machine: \(PairedGate.pairs(items: nil)) pairs a trial\(loops); \
      \(threeDigits(seconds)) s

      \(table.text)
      false alarms  \(Self.rate(falseAlarms, trials)); promised: at most \(mostFalseAlarms)
      found         \(Self.rate(found, trials)); promised: at least \(leastFound)
      \(noise.map { "\($0.report)\n" } ?? "")\(holds ? "pass" : "regressed"): the gate \
      \(holds ? "does" : "does not do") what it promises here

      """
  }

  private static func rate(_ count: Int, _ trials: Int) -> String {
    let interval = Binomial.exact95(count, of: trials)
    return "\(count) of \(trials), 95%: \(fixed(100 * interval.low, decimals: 1))-"
      + "\(fixed(100 * interval.high, decimals: 1))% (Clopper-Pearson)"
  }

  /// For programs, schema 1.
  public var json: String {
    JSONValue.sorted(
      [
        ("schema", .real(1)), ("trials", .real(Double(trials))), ("busy", .real(Double(busy))),
        ("seconds", .real(seconds)), ("verdict", .string(holds ? "pass" : "regressed")),
        ("falseAlarms", Self.rateJSON(falseAlarms, trials, promise: mostFalseAlarms)),
        ("found", Self.rateJSON(found, trials, promise: leastFound)),
        ("equal", equal.json), ("slower", slower.json),
      ] + (noise.map { [("noise", $0.json)] } ?? [])
    ).text
  }

  private static func rateJSON(_ count: Int, _ trials: Int, promise: Int) -> JSONValue {
    let interval = Binomial.exact95(count, of: trials)
    return .sorted([
      ("count", .real(Double(count))), ("low", .real(interval.low)),
      ("high", .real(interval.high)), ("promise", .real(Double(promise))),
    ])
  }
}

extension GateRates.Kind {
  fileprivate var json: JSONValue {
    .sorted([
      ("regressed", .real(Double(regressed))), ("improved", .real(Double(improved))),
      ("inconclusive", .real(Double(inconclusive))), ("unconfirmed", .real(Double(unconfirmed))),
      ("ratios", .array(ratios.map { .real($0) })), ("lows", .array(lows.map { .real($0) })),
    ])
  }
}
