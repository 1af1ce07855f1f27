import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct KeywordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    let invalid: [String]
    let keyword: String
    var testDescription: String { schema }

    init(_ keyword: String, _ schema: String, valid: [String], invalid: [String]) {
      self.schema = schema
      self.valid = valid
      self.invalid = invalid
      self.keyword = keyword
    }
  }

  static let cases = [
    Case(
      "type", #"{"type":"integer"}"#, valid: ["1", "1.0", "1e2", "12345678901234567890"],
      invalid: ["1.5", #""1""#, "null"]),
    Case("type", #"{"type":["string","null"]}"#, valid: [#""""#, "null"], invalid: ["1", "{}"]),
    Case("enum", #"{"enum":["NEW",1]}"#, valid: [#""NEW""#, "1.0"], invalid: [#""new""#, "2"]),
    Case(
      "enum",
      #"{"enum":[null,true,{"a":1},"café",1.50,\#((0..<200).map { "\"word \($0)\",\($0 + 1_000)" }.joined(separator: ","))]}"#,
      valid: [
        #""word 0""#, #""word 199""#, #""\u0077ord 7""#, "1000", "1.199e3", "1.5", "null", "true", #"{"a":1.0}"#,
        #""caf\u00e9""#,
      ],
      invalid: [#""word 200""#, #""word""#, "999", "false", #"{"a":2}"#, "[]", #""cafe\u0301""#]),
    Case("const", #"{"const":{"a":[1]}}"#, valid: [#"{"a":[1.0]}"#], invalid: [#"{"a":[]}"#]),
    Case("minimum", #"{"minimum":0.1}"#, valid: ["0.1", "1", #""x""#], invalid: ["0.09999999999999999999999"]),
    Case("exclusiveMinimum", #"{"exclusiveMinimum":1}"#, valid: ["1.1"], invalid: ["1.0"]),
    Case(
      "maximum", #"{"maximum":12345678901234567890}"#, valid: ["12345678901234567890"],
      invalid: ["12345678901234567891"]),
    Case("exclusiveMaximum", #"{"exclusiveMaximum":1}"#, valid: ["0"], invalid: ["1", "1e0"]),
    Case("multipleOf", #"{"multipleOf":0.01}"#, valid: ["0.07", "19.99", "4"], invalid: ["0.075"]),
    Case("minLength", #"{"minLength":2}"#, valid: [#""😀é""#, "1"], invalid: [#""😀""#]),
    Case("maxLength", #"{"maxLength":1}"#, valid: [#""\ud83d\ude00""#], invalid: [#""ab""#]),
    Case("pattern", #"{"pattern":"b+"}"#, valid: [#""abbc""#, "1"], invalid: [#""ac""#]),
    Case("format", #"{"format":"date"}"#, valid: [#""2024-02-29""#, "1"], invalid: [#""2023-02-29""#]),
    Case("minItems", #"{"minItems":1}"#, valid: ["[1]", "{}"], invalid: ["[]"]),
    Case("maxItems", #"{"maxItems":1}"#, valid: ["[1]"], invalid: ["[1,2]"]),
    Case(
      "uniqueItems", #"{"uniqueItems":true}"#, valid: ["[1,2,[1]]", "[]"],
      invalid: ["[1,2,1.0]", #"[{"a":1,"b":2},{"b":2,"a":1}]"#]),
    Case(
      "type", #"{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}"#, valid: [#"["a",1]"#, "[]"],
      invalid: [#"["a","b"]"#, "[1]"]),
    Case("contains", #"{"contains":{"type":"null"}}"#, valid: ["[1,null]"], invalid: ["[]", "[1]"]),
    Case("minContains", #"{"contains":{"type":"null"},"minContains":2}"#, valid: ["[null,null]"], invalid: ["[null]"]),
    Case("maxContains", #"{"contains":{"type":"null"},"maxContains":1}"#, valid: ["[null]"], invalid: ["[null,null]"]),
    Case("required", #"{"required":["a"]}"#, valid: [#"{"a":null}"#, "1"], invalid: ["{}"]),
    Case("type", #"{"properties":{"a":{"type":"string"}}}"#, valid: [#"{"a":"x","b":1}"#], invalid: [#"{"a":1}"#]),
    Case(
      "type", #"{"patternProperties":{"^x":{"type":"string"}}}"#, valid: [#"{"x":"x","b":1}"#], invalid: [#"{"xy":1}"#]),
    Case(
      "additionalProperties",
      #"{"properties":{"a":true},"patternProperties":{"^x":true},"additionalProperties":false}"#,
      valid: [#"{"a":1,"x1":2}"#], invalid: [#"{"b":1}"#]),
    Case("propertyNames", #"{"propertyNames":{"maxLength":1}}"#, valid: [#"{"a":1}"#], invalid: [#"{"ab":1}"#]),
    Case("minProperties", #"{"minProperties":1}"#, valid: [#"{"a":1}"#], invalid: ["{}"]),
    Case("maxProperties", #"{"maxProperties":1}"#, valid: [#"{"a":1}"#], invalid: [#"{"a":1,"b":1}"#]),
    Case(
      "dependentRequired", #"{"dependentRequired":{"a":["b"]}}"#, valid: ["{}", #"{"a":1,"b":1}"#],
      invalid: [#"{"a":1}"#]),
    Case(
      "minProperties", #"{"dependentSchemas":{"a":{"minProperties":2}}}"#, valid: ["{}", #"{"a":1,"b":1}"#],
      invalid: [#"{"a":1}"#]),
    Case("minimum", #"{"allOf":[{"minimum":1},{"maximum":2}]}"#, valid: ["1"], invalid: ["0"]),
    Case("anyOf", #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, valid: ["1", #""a""#], invalid: ["null"]),
    Case("oneOf", #"{"oneOf":[{"minimum":1},{"maximum":2}]}"#, valid: ["0", "3"], invalid: ["1.5"]),
    Case("not", #"{"not":{"type":"null"}}"#, valid: ["1"], invalid: ["null"]),
    Case(
      "minimum", #"{"if":{"type":"integer"},"then":{"minimum":1},"else":{"type":"string"}}"#, valid: ["1", #""a""#],
      invalid: ["0"]),
    Case(
      "unevaluatedProperties", #"{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"#,
      valid: [#"{"a":1}"#], invalid: [#"{"b":1}"#]),
    Case("unevaluatedItems", #"{"prefixItems":[true],"unevaluatedItems":false}"#, valid: ["[1]"], invalid: ["[1,2]"]),
    Case("false", "false", valid: [], invalid: ["1", "{}"]),
    Case("minimum", ##"{"$ref":"#/$defs/n","$defs":{"n":{"minimum":1}}}"##, valid: ["1"], invalid: ["0"]),
    Case("minimum", ##"{"$ref":"#n","$defs":{"n":{"$anchor":"n","minimum":1}}}"##, valid: ["1"], invalid: ["0"]),
  ]

  @Test(arguments: cases)
  func `a keyword accepts and refuses`(example: Case) throws {
    let schema = try compile(example.schema)
    for text in example.valid {
      let value = try JSON.parse(text)
      #expect(schema.isValid(value), "\(text)")
      #expect(schema.violations(of: value).isEmpty, "\(text)")
    }
    for text in example.invalid {
      let value = try JSON.parse(text)
      #expect(!schema.isValid(value), "\(text)")
      #expect(schema.violations(of: value).first?.keyword == example.keyword, "\(text)")
    }
  }
}
