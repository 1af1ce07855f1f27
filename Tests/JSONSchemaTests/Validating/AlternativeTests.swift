import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// `oneOf` and `anyOf` whose branches are distinguished by a member. The optimization must give the same result as
/// evaluating each branch separately.
struct AlternativeTests {
  private static let values: [String] = [
    #"{}"#, "1", "null", #""a""#, "[]", #"{"kind":"a"}"#, #"{"kind":"b"}"#, #"{"kind":"c"}"#, #"{"kind":"d"}"#,
    #"{"kind":1}"#, #"{"kind":null}"#, #"{"kind":["a"]}"#, #"{"x":1,"kind":"a"}"#, #"{"kind":"a","x":1}"#,
    #"{"kind":"b","x":1}"#, #"{"kind":"b","x":"1"}"#, #"{"\u006bind":"a"}"#, #"{"kind":"\u0061"}"#,
    #"{"kind":"\u0062","x":2}"#, #"{"kind":"aa"}"#, #"{"kind":""}"#, #"{"kindly":"a"}"#, #"{"a":"kind"}"#,
    #"{"kind":"a","kind":"b"}"#, #"{"kind":"b","kind":"a"}"#, #"{"version":"1","kind":"b"}"#,
    "{" + (0..<20).map { #""m\#($0)":0,"# }.joined() + #""kind":"a"}"#,
    "{" + (0..<20).map { #""m\#($0)":0,"# }.joined() + #""kind":"z"}"#,
    "{" + (0..<15).map { #""m\#($0)":0,"# }.joined() + #""kind":"z"}"#,
  ]

  private static let branches: [[String]] = [
    [#"{"properties":{"kind":{"const":"a"}}}"#, #"{"properties":{"kind":{"const":"b"}}}"#],
    [
      #"{"properties":{"kind":{"const":"a"}},"required":["kind"]}"#,
      #"{"properties":{"kind":{"enum":["a","b"]},"x":{"type":"integer"}}}"#, #"{"type":"null"}"#,
    ],
    [#"{"properties":{"kind":{"const":"a"}}}"#, #"{"required":["x"]}"#, #"{"properties":{"kind":{"const":"b"}}}"#],
    [#"{"properties":{"kind":{"enum":["a",1]}}}"#, #"{"properties":{"kind":{"const":"b"}}}"#, "true"],
    [
      ##"{"$ref":"#/$defs/a"}"##, ##"{"allOf":[{"$ref":"#/$defs/b"},{"properties":{"x":{"type":"integer"}}}]}"##,
      ##"{"properties":{"kind":{"$ref":"#/$defs/c"}}}"##,
    ],
    [
      #"{"properties":{"version":{"enum":["1","2"]},"kind":{"const":"a"}}}"#,
      #"{"properties":{"version":{"enum":["1","2"]},"kind":{"const":"b"}}}"#,
    ],
    [#"{"properties":{"kind":{"enum":[]}}}"#, #"{"properties":{"kind":{"const":"a"}}}"#, "false"],
    (0..<70).map { #"{"required":["kind"],"properties":{"kind":{"const":"\#($0 == 68 ? "c" : "k\($0)")"}}}"# }
      + [#"{"properties":{"kind":{"const":"a"}},"required":["kind"]}"#],
  ]

  private static let definitions = """
    "$defs":{"a":{"properties":{"kind":{"const":"a"}}},"b":{"properties":{"kind":{"const":"b"}}},"c":{"enum":["c","b"]}}
    """

  @Test(arguments: branches)
  func `a member that names the kind changes no verdict`(branches: [String]) throws {
    let alone = try branches.map { branch in
      try compile(branch.hasPrefix("{") ? "{\(Self.definitions),\(branch.dropFirst())" : branch)
    }
    let list = branches.joined(separator: ",")
    let one = try compile("{\(Self.definitions),\"oneOf\":[\(list)]}")
    let any = try compile("{\(Self.definitions),\"anyOf\":[\(list)]}")
    for text in Self.values {
      let value = try JSON.parse(text)
      let holding = alone.count { $0.isValid(value) }
      #expect(one.isValid(value) == (holding == 1), "\(text): \(holding)")
      #expect(any.isValid(value) == (holding > 0), "\(text): \(holding)")
      #expect(one.violations(of: value).isEmpty == (holding == 1), "\(text): \(holding)")
    }
  }

  @Test func `schemas of one library tell their branches apart by themselves`() throws {
    let text = ##"{"schemas":{"a":{"properties":{"kind":{"const":"a"}}},"b":{"properties":{"kind":{"const":"b"}}}}}"##
    let file = try JSONDocument.parse(
      String(text.dropLast())
        + ##","first":{"oneOf":[{"$ref":"#/schemas/a"},{"$ref":"#/schemas/b"}]},"second":{"oneOf":[{"$ref":"#/schemas/b"},{"$ref":"#/first"}]}}"##,
      file: "c.json")
    let library = SchemaLibrary(documents: ["c.json": file])
    let first = try library.compile(#require(file.root["first"]), base: "c.json")
    let second = try library.compile(#require(file.root["second"]), base: "c.json")
    #expect(first.isValid(["kind": "a"]))
    #expect(first.isValid(["kind": "b"]))
    #expect(!first.isValid(["kind": "c"]))
    #expect(second.isValid(["kind": "a"]))
    #expect(!second.isValid(["kind": "b"]))
    #expect(!first.isValid([:]))
  }

  @Test func `the alternative that a value names is the nearest one, however much it lacks`() throws {
    let schema = try compile(
      #"""
      {"oneOf": [
        {"required": ["x", "y"], "properties": {"kind": {"const": "a"}}},
        {"properties": {"kind": {"const": "b"}}},
        {"properties": {"kind": {"not": {"enum": ["a", "b"]}}}}]}
      """#)
    let violation = try #require(schema.violations(of: ["kind": "a"]).first)
    #expect(
      violation.message
        == "The value matches none of 3 alternatives. The closest, number 1, fails: The property 'x' is missing.")
  }
}
