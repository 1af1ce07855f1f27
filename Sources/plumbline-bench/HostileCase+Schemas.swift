import PlumblineJSONSchema
import PlumblineJSONTree

/// Hostile schemas with many members, choices, and values.
extension HostileCase {
  static var schemas: [HostileCase] {
    [
      HostileCase("schemas: a choice of many constants", make: { choice(of: $0) }, run: { try generate($0) }),
      HostileCase("schemas: two enums combined", make: { lists(of: $0) }, run: { try generate($0) }),
      HostileCase("schemas: many members, generating an example", make: { members(of: $0) }, run: { try generate($0) }),
      HostileCase(
        "schemas: many members, finding what they leave open", make: { members(of: $0) },
        run: { _ = try compiled($0).outline() }),
      HostileCase(
        "schemas: many members, finding contradictions", make: { members(of: $0) },
        run: { _ = Contradictions().problems(of: try compiled($0)) }),
      HostileCase(
        "schemas: members that only `required` names", start: 2048,
        make: { count in
          let names = (0..<count).map { #""m\#($0)""# }
          let schema = #"{"properties": {"a": true}, "required": [\#(names.joined(separator: ","))]}"#
          let members = names.map { "\($0): 1" }.joined(separator: ",")
          return (try compiled(schema), try JSON.parse("{\(members), \"new\": 1}"))
        },
        run: { schema, value in
          // Repeat the check, so that an object that fits into the processor's caches takes long enough to be measured.
          for _ in 0..<8 where schema.undocumented(in: value).count != 1 {
            throw BenchmarkFailure("Others are undocumented too.")
          }
        }),
      HostileCase(
        "schemas: a long enum of strings, with as many values", start: 2048,
        make: { count in
          let words = (0..<count).map { #""w\#(100_000_000 + $0)""# }.joined(separator: ",")
          return (try compiled(#"{"items": {"enum": [\#(words)]}}"#), try JSON.parse("[\(words)]"))
        },
        run: { schema, value in
          for _ in 0..<16 where !schema.isValid(value) { throw BenchmarkFailure("A word isn't found.") }
        }),
      HostileCase(
        "schemas: a long enum of numbers, with as many values", start: 2048,
        make: { count in
          let numbers = (0..<count).map(String.init).joined(separator: ",")
          return (try compiled(#"{"items": {"enum": [\#(numbers)]}}"#), try JSON.parse("[\(numbers)]"))
        },
        run: { schema, value in
          for _ in 0..<16 where !schema.isValid(value) { throw BenchmarkFailure("A number isn't found.") }
        }),
      HostileCase(
        "schemas: a chain of references", make: { references(of: $0) },
        run: { _ = Contradictions().problems(of: try compiled($0)) }),
    ]
  }

  private static func compiled(_ text: String) throws -> Schema { try SchemaLibrary().compile(JSON.parse(text)) }

  private static func generate(_ text: String) throws { _ = try compiled(text).generate() }

  private static func choice(of count: Int) -> String {
    #"{"oneOf": [\#((0..<count).map { #"{"const": \#($0)}"# }.joined(separator: ","))]}"#
  }

  private static func lists(of count: Int) -> String {
    let first = (0..<count).map(String.init).joined(separator: ",")
    let second = (count - 1..<2 * count).map(String.init).joined(separator: ",")
    return #"{"allOf": [{"enum": [\#(first)]}, {"enum": [\#(second)]}]}"#
  }

  private static func members(of count: Int) -> String {
    let required = (0..<count).map { #""m\#($0)""# }.joined(separator: ",")
    let properties = (0..<count).map { #""m\#($0)": {"type": "integer"}"# }.joined(separator: ",")
    let rest = #""type": "object", "additionalProperties": false"#
    return #"{"required": [\#(required)], "properties": {\#(properties)}, \#(rest)}"#
  }

  private static func references(of count: Int) -> String {
    let chain = (0..<count).map { ##""s\##($0)": {"$ref": "#/$defs/s\##($0 + 1)"}"## }.joined(separator: ",")
    return ##"{"$ref": "#/$defs/s0", "$defs": {\##(chain), "s\##(count)": {"type": "string"}}}"##
  }
}
