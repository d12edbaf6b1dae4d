import ListText

extension Recipe {
  /// The recipe as JSON: its canonical text, with every field in the order of the table.
  ///
  /// Reading it gives the same recipe.
  public var json: [UInt8] { value.prettyText }

  /// The tree of the recipe's JSON.
  package var value: JSONValue {
    .object(
      RecipeFields.recipe,
      [
        .string(name), .string(summary), breaks.map { .string($0) } ?? .null,
        .string(order.rawValue), clock.value, keys.value, ids.value, rows.value, churn.value,
        .array(sources.map { .string($0) }),
      ])
  }
}

extension JSONValue {
  fileprivate static func object(_ names: [String], _ values: [JSONValue]) -> JSONValue {
    .object(zip(names, values).map { ($0, $1) })
  }

  fileprivate static func number(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  fileprivate static func numbers(_ numbers: [Int]) -> JSONValue {
    .array(numbers.map { .number($0) })
  }

  fileprivate static func variant(_ name: String, _ value: JSONValue) -> JSONValue {
    .object([(name, value)])
  }
}

extension ClockShape {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.clock,
      [
        .integer(startMicroseconds), .number(itemGapMicroseconds), .number(eventGapMicroseconds),
        .numbers(hourlyQuotas),
        bursts.map {
          .object(RecipeFields.bursts, [.number($0.permille), .number($0.speedup)])
        } ?? .null,
      ])
  }
}

extension KeyShape {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.keys,
      [
        .number(tiePermille), .number(longTiePermille), .number(longTieLength),
        .number(nullPermille),
      ])
  }
}

extension ScriptTraits.Identity {
  fileprivate var value: JSONValue {
    switch self {
    case .scattered: .string("scattered")
    case .extremes(let unsignedPermille): .variant("extremes", .number(unsignedPermille))
    }
  }
}

extension RowShape {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.rows,
      [
        text.value, .numbers([titleWords.lowerBound, titleWords.upperBound]),
        .numbers(bodyBytes), .array(statuses.map { .string($0) }), .number(authorCount),
        .number(ownPermille), .number(replyPermille), .number(imagePermille),
        .number(hiddenPermille), .number(hiddenRun), .number(text.estimateErrorPercent),
      ])
  }
}

extension TextProfile {
  /// The kinds that have a share.
  fileprivate var value: JSONValue {
    .object(
      zip(TextKind.allCases, permille).filter { $0.1 > 0 }.map {
        ($0.0.rawValue, .number($0.1))
      })
  }
}

// MARK: - Churn

extension RecipeChurn {
  fileprivate var value: JSONValue {
    switch self {
    case .epochs(let shapes):
      .object(RecipeFields.epochs, [.string("epochs"), .array(shapes.map(\.value))])
    case .steps(let script): script.value
    }
  }
}

extension EpochShape {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.shape,
      [.number(inserts), .number(minimumOldLag), .array(quotas.map(\.value))])
  }
}

extension EpochShape.Quota {
  fileprivate var value: JSONValue {
    let age: JSONValue =
      switch age {
      case .young(let epochs): .variant("young", .number(epochs))
      case .old(let factor): .variant("old", .number(factor))
      }
    return .object(
      RecipeFields.quota,
      [.string(stratum.name), age, .number(deletes), .number(moves), .number(updates)])
  }
}

extension StepScript {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.steps,
      [
        .string("steps"), .array(steps.map(\.value)), .bool(isShuffled),
        .object(
          RecipeFields.reader,
          [
            .number(reader.pageSize), .number(reader.eventsPerFetch),
            .string(reader.method.rawValue),
          ]),
        initialStatus.map {
          .object(
            RecipeFields.initialStatus, [.number($0.inserted), .numbers($0.snapshotPermille)])
        } ?? .null,
        .number(childCount),
        score.map {
          .object(
            RecipeFields.score, [.number($0.halfLifeMicroseconds), .number($0.snapshotVotes)])
        } ?? .null,
        .number(keyResolutionMicroseconds),
      ])
  }
}

extension StepScript.Step {
  fileprivate var value: JSONValue {
    .object(RecipeFields.step, [.number(count), .array(actions.map(\.value))])
  }
}

extension StepScript.Action {
  fileprivate var value: JSONValue {
    .object(
      RecipeFields.action(operation).map { name in
        let value: JSONValue =
          switch name {
          case "operation": .string(operation.rawValue)
          case "victim": victim.value
          case "destination": destination.value
          default: edit.value
          }
        return (name, value)
      })
  }
}

extension StepScript.Edit {
  fileprivate var value: JSONValue {
    let status: JSONValue =
      switch status {
      case .none: .null
      case .set(let number): .number(number)
      case .next: .string("next")
      }
    return .object(
      RecipeFields.edit, [.bool(content), status, isHidden.map { .bool($0) } ?? .null])
  }
}

extension StepScript.Place {
  fileprivate var value: JSONValue {
    switch self {
    case .region(let from, let to): .variant("region", .numbers([from, to]))
    case .age(let from, let to): .variant("age", .numbers([from, to]))
    case .boundary(let offset): .variant("boundary", .number(offset))
    case .popular(let growth): .variant("popular", .number(growth))
    case .recent(let distance): .variant("recent", .number(distance))
    default: .string(RecipeFields.placeNames.first { $0.place == self }?.name ?? "")
    }
  }
}

extension StepScript.Destination {
  fileprivate var value: JSONValue {
    switch self {
    case .beside(let place): .variant("beside", place.value)
    case .tied(let place): .variant("tied", place.value)
    case .backdated(let delay): .variant("backdated", .number(delay))
    case .ahead(let lead): .variant("ahead", .number(lead))
    case .votes(let count): .variant("votes", .number(count))
    default:
      .string(RecipeFields.destinationNames.first { $0.destination == self }?.name ?? "")
    }
  }
}
