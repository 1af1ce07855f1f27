import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Schemas that require more than a value can hold, and long lists of alternatives.
@Suite struct HostileSchemaTests {
  private func generated(_ text: String) throws -> Result<JSON, GenerationFailure> {
    try compile(text).generate()
  }

  @Test(arguments: [
    #"{"type": "array", "contains": {"type": "integer"}, "minContains": 1000000000}"#,
    #"{"type": "array", "minItems": 1000000000}"#,
  ])
  func `a list of a thousand million elements isn't made`(schema: String) throws {
    guard case .failure(let failure) = try generated(schema) else {
      Issue.record("it was made")
      return
    }
    #expect(failure.reason == .notFound)
  }

  @Test func `two conditions that share their elements need no more of them than the larger asks for`() throws {
    let schema = try compile(
      #"""
      {"type": "array", "allOf": [
        {"contains": {"type": "integer"}, "minContains": 1500}, {"contains": {"minimum": 0}, "minContains": 1500}
      ]}
      """#)
    let value = try schema.generate().get()
    #expect(value.count == 1500)
    #expect(schema.isValid(value))
  }

  @Test func `a choice among thousands of constants has each of them`() throws {
    let branches = (0..<3000).map { #"{"const": "c\#($0)"}"# }.joined(separator: ",")
    let schema = try compile(#"{"oneOf": [\#(branches)]}"#)
    for seed in [0, 1, 2999] as [UInt64] {
      #expect(schema.isValid(try schema.generate(.typical, seed: seed).get()))
    }
  }

  @Test func `where several branches hold, the one that is taken excludes the others`() throws {
    let schema = try compile(
      #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "integer"}, "b": true}}"#)
    #expect(schema.isValid(try schema.generate().get()))
  }

  @Test func `thousands of required members are all there, and none beside them where no room is left`() throws {
    let names = (0..<1500).map { "m\($0)" }
    let properties = (names + ["extra"]).map { #""\#($0)": {"type": "integer"}"# }.joined(separator: ",")
    let required = names.map { "\"\($0)\"" }.joined(separator: ",")
    let schema = try compile(
      #"{"type": "object", "required": [\#(required)], "properties": {\#(properties)}, "maxProperties": 1500}"#)
    let value = try schema.generate().get()
    #expect(value.count == 1500)
    #expect(value["extra"] == nil)
  }

  @Test func `what a closed part doesn't know is named, whichever part it is`() throws {
    let schema = #"""
      {"type": "object", "required": ["a", "b"], "properties": {"a": true}, "additionalProperties": false}
      """#
    guard case .failure(let failure) = try generated(schema) else {
      Issue.record("it was made")
      return
    }
    #expect(failure.message.contains("'b'"), "\(failure)")
  }

  @Test func `members of names that only a costly automaton could write are left out`() throws {
    let pattern = String(repeating: "a?", count: 1000) + String(repeating: "a", count: 1000)
    let schema = try compile(#"{"type": "object", "patternProperties": {"\#(pattern)": {"type": "integer"}}}"#)
    #expect(schema.isValid(try schema.generate().get()))
  }

  @Test func `what two lists of values have in common is kept in the order of the first`() throws {
    let first = (0..<2000).map(String.init).joined(separator: ",")
    let second = (1990..<4000).reversed().map(String.init).joined(separator: ",")
    let schema = try compile(#"{"allOf": [{"enum": [\#(first)]}, {"enum": [\#(second)]}]}"#)
    #expect(schema.isValid(try schema.generate().get()))
  }
}
