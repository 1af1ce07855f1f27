import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct UndecidedTests {
  /// A pattern that no engine can decide in linear time.
  private static let open = #"{"pattern":"(a)\\1"}"#
  /// A pattern that can be decided, but takes thousands of steps for each character.
  private static let costly = "[ab](a|aa){1,3000}c$"

  private func schema(_ text: String) throws -> Schema {
    try SchemaLibrary().compile(JSON.parse(text.replacing("OPEN", with: Self.open)))
  }

  private let long = JSON(String(repeating: "a", count: 10_000))
  private let short = JSON(String(repeating: "a", count: 500))

  @Test(arguments: [
    // An undecided result never makes a value invalid, wherever it occurs.
    ("OPEN", "\"b\"", true), (#"{"not":OPEN}"#, "\"b\"", true), (#"{"not":{"not":OPEN}}"#, "\"b\"", true),
    (#"{"oneOf":[OPEN,{"type":"string"}]}"#, "\"b\"", true), (#"{"oneOf":[OPEN,{"type":"number"}]}"#, "\"b\"", true),
    (#"{"oneOf":[OPEN,OPEN]}"#, "\"b\"", true), (#"{"not":{"oneOf":[OPEN,{"type":"string"}]}}"#, "\"b\"", true),
    (#"{"if":OPEN,"then":false}"#, "\"b\"", true), (#"{"if":OPEN,"else":false}"#, "\"b\"", true),
    (#"{"if":{"not":OPEN},"then":false}"#, "\"b\"", true),
    (#"{"not":{"if":OPEN,"then":true,"else":false}}"#, "\"b\"", true),
    (#"{"contains":OPEN,"minContains":2}"#, #"["b","b"]"#, true),
    (#"{"contains":OPEN,"maxContains":1}"#, #"["b","b"]"#, true),
    (#"{"not":{"contains":OPEN}}"#, #"["b"]"#, true),
    (#"{"patternProperties":{"(a)\\1":{"type":"number"}},"additionalProperties":false}"#, #"{"b":"c"}"#, true),
    (#"{"not":{"patternProperties":{"(a)\\1":{"type":"number"}}}}"#, #"{"b":"c"}"#, true),
    (#"{"anyOf":[OPEN],"unevaluatedProperties":false}"#, #"{}"#, true),
    (
      #"{"if":{"properties":{"a":OPEN}},"else":{"properties":{"a":true,"b":true}},"unevaluatedProperties":false}"#,
      #"{"a":"x","b":1}"#, true
    ),
    // Values that are invalid regardless of what the undecided result would be.
    (#"{"allOf":[OPEN,{"type":"number"}]}"#, "\"b\"", false),
    (#"{"not":{"anyOf":[OPEN,{"type":"string"}]}}"#, "\"b\"", false),
    (#"{"oneOf":[OPEN,{"type":"string"},{"minLength":1}]}"#, "\"b\"", false),
    (#"{"if":OPEN,"then":false,"else":false}"#, "\"b\"", false),
    (#"{"contains":OPEN,"minContains":2}"#, #"["b"]"#, false),
    (#"{"patternProperties":{"(a)\\1":true},"required":["z"]}"#, #"{"b":"c"}"#, false),
  ])
  func `what can't be decided refuses nothing that may be right`(text: String, value: String, expected: Bool) throws {
    let value = try JSON.parse(value)
    #expect(try schema(text).isValid(value) == expected)
    #expect(try schema(text).violations(of: value).isEmpty == expected)
  }

  @Test func `a counted repetition of a set is decided, however long`() throws {
    let schema = try schema(#"{"pattern":"\\p{L}{1,5000}[\\p{L}\\p{N}]{1,5000}$"}"#)
    let text = String(repeating: "é1", count: 20_000)
    for (value, expected) in [(text, true), (text + "-", false)] {
      let judgement = schema.judgement(of: JSON(value))
      #expect(judgement.violations.isEmpty == expected)
      #expect(judgement.undecided == nil)
    }
  }

  @Test func `what costs too many steps is undecided, at its place`() throws {
    let schema = try schema(#"{"properties":{"note":{"pattern":"\#(Self.costly)"}}}"#)
    let value: JSON = ["title": "x", "note": long]
    let judgement = schema.judgement(of: value)
    #expect(judgement.violations.isEmpty)
    #expect(judgement.undecided?.instance == "/note")
    #expect(!schema.isValid(["note": short]))
  }

  @Test(arguments: ["b(?=(?:[ad][ad]?){400}d)", "(?<=d(?:[ad][ad]?){400})b", "[ad](?:[ad][ad]?){1200}b(?=y)"])
  func `looking around counts, and one verdict has one budget`(pattern: String) throws {
    let schema = try schema(#"{"items":{"pattern":"\#(pattern)"}}"#)
    let text = JSON(String(repeating: "d", count: 20_000))
    #expect(schema.judgement(of: .array([text, text, text, text])).undecided != nil)
  }

  @Test func `what was judged before changes no verdict`() throws {
    let schema = try schema(#"{"pattern":"[ad](?:[ad][ad]?){600}b"}"#)
    let text = JSON(String(repeating: "d", count: 10_000))
    #expect(Set((0..<6).map { _ in schema.judgement(of: text).undecided != nil }).count == 1)
  }

  @Test func `what is wrong beside an undecided value is still found`() throws {
    let schema = try schema(
      #"{"required":["id"],"properties":{"note":{"pattern":"\#(Self.costly)"},"id":{"type":"integer"}}}"#)
    for value: JSON in [["note": long, "id": "x"], ["note": long]] {
      let judgement = schema.judgement(of: value)
      #expect(judgement.violations.map(\.keyword) == [value["id"] == nil ? "required" : "type"])
    }
  }
}
