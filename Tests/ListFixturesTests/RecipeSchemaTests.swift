import Foundation
import ListText
import Testing

@testable import ListFixtures

/// The schema and the table beside the recipe files have the fields that the reader has.
struct RecipeSchemaTests {
  private static func text(of name: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: package.appending(path: "Fixtures/recipes/\(name)"), encoding: .utf8)
  }

  private static let objects: [(definition: String, names: [String])] = [
    ("clock", RecipeFields.clock), ("bursts", RecipeFields.bursts), ("keys", RecipeFields.keys),
    ("rows", RecipeFields.rows), ("epochs", RecipeFields.epochs), ("shape", RecipeFields.shape),
    ("quota", RecipeFields.quota), ("steps", RecipeFields.steps), ("step", RecipeFields.step),
    ("edit", RecipeFields.edit), ("reader", RecipeFields.reader),
    ("initialStatus", RecipeFields.initialStatus), ("score", RecipeFields.score),
  ]

  private func names(of object: JSONValue?) -> [String] {
    guard case .object(let members)? = object else { return [] }
    return members.map(\.name)
  }

  private func strings(in array: JSONValue?) -> [String] {
    guard case .array(let values)? = array else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private func check(_ object: JSONValue?, has fields: [String], _ name: String) {
    #expect(names(of: object?["properties"]) == fields, "\(name)")
    #expect(strings(in: object?["required"]) == fields, "\(name)")
    #expect(object?["additionalProperties"] == .bool(false), "\(name)")
  }

  @Test func theSchemaHasTheFieldsOfTheReader() throws {
    let schema = try JSONValue(Array(try Self.text(of: "recipe.schema.json").utf8).span)
    let definitions = try #require(schema["$defs"])
    check(schema, has: RecipeFields.recipe, "recipe")
    for (definition, fields) in Self.objects {
      check(definitions[definition], has: fields, definition)
    }
    guard case .array(let actions)? = definitions["action"]?["oneOf"] else {
      Issue.record("no actions")
      return
    }
    var operations: [String] = []
    for action in actions {
      guard case .string(let word)? = action["properties"]?["operation"]?["const"],
        let operation = StepScript.Operation(rawValue: word)
      else {
        Issue.record("an action without operation")
        continue
      }
      operations.append(word)
      check(action, has: RecipeFields.action(operation), word)
    }
    #expect(operations.sorted() == StepScript.Operation.allCases.map(\.rawValue).sorted())
  }

  @Test func theSchemaHasTheWordsOfTheReader() throws {
    let schema = try JSONValue(Array(try Self.text(of: "recipe.schema.json").utf8).span)
    let definitions = try #require(schema["$defs"])
    for (definition, plain, fields) in [
      ("place", RecipeFields.placeNames.map(\.name), RecipeFields.placeFields),
      ("destination", RecipeFields.destinationNames.map(\.name), RecipeFields.destinationFields),
    ] {
      guard case .array(let choices)? = definitions[definition]?["oneOf"] else {
        Issue.record("no \(definition)")
        continue
      }
      #expect(strings(in: choices[0]["enum"]) == plain)
      #expect(choices.dropFirst().flatMap { names(of: $0["properties"]) } == fields)
    }
    #expect(
      strings(in: schema["properties"]?["order"]?["enum"]) == ListOrder.allCases.map(\.rawValue))
    #expect(
      names(of: definitions["rows"]?["properties"]?["text"]?["properties"])
        == TextKind.allCases.map(\.rawValue))
    #expect(
      strings(in: definitions["reader"]?["properties"]?["method"]?["enum"])
        == StepScript.Reader.Method.allCases.map(\.rawValue))
  }

  @Test func theTableHasEveryField() throws {
    let table = try Self.text(of: "README.md")
    for name in RecipeFields.recipe + Self.objects.flatMap(\.names)
    where !["clock", "keys", "rows", "churn", "reader"].contains(name) {
      #expect(table.contains("`\(name)`") || table.contains(".\(name)`"), "\(name)")
    }
    for word in RecipeFields.placeNames.map(\.name) + RecipeFields.destinationNames.map(\.name) {
      #expect(table.contains("`\(word)`"), "\(word)")
    }
    for word in RecipeFields.placeFields + RecipeFields.destinationFields {
      #expect(table.contains("{\"\(word)\": "), "\(word)")
    }
  }
}
