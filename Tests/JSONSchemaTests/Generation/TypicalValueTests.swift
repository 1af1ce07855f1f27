import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct TypicalValueTests {
  private func value(_ text: String, _ size: GenerationSize = .typical, seed: UInt64 = 0) throws -> JSON {
    let schema = try compile(text)
    let value = try schema.generate(size, seed: seed).get()
    #expect(schema.isValid(value))
    #expect(try schema.generate(size, seed: seed).get().text == value.text)
    return value
  }

  @Test func `typical values look plausible`() throws {
    let ticket = try value(
      #"""
      {"type": "object", "properties": {
        "id": {"type": "integer"}, "subject": {"type": "string"}, "contactNumber": {"type": "string"},
        "email": {"type": "string", "format": "email"}, "created_at": {"type": "string", "format": "date-time"},
        "homepage": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
        "closed": {"type": ["null", "boolean"]},
        "lines": {"type": "array", "items": {"properties": {"id": {"type": "integer"}}}}
      }}
      """#)
    #expect(ticket["id"] == 1)
    #expect(ticket["subject"] == "Subject")
    #expect(ticket["contactNumber"] == "Contact number")
    #expect(ticket["email"] == "user@example.com")
    #expect(ticket["created_at"] == "2026-01-01T09:30:00Z")
    #expect(ticket["homepage"]?.string?.hasPrefix("https://example.com/") == true)
    #expect(ticket["tags"] == ["Tags", "Tags 2"])
    #expect(ticket["closed"] == true)
    #expect(ticket["lines"]?.elements.compactMap { $0["id"]?.int } == [1, 2])
  }

  @Test func `sizes differ as they say`() throws {
    let schema = #"""
      {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 3, "maximum": 900},
       "s": {"type": "string", "maxLength": 30}, "l": {"type": "array", "items": {"type": "boolean"}}}}
      """#
    #expect(try value(schema, .minimal) == ["n": 3])
    let large = try value(schema, .maximal)
    #expect(large["n"] == 900)
    #expect(large["s"]?.string?.count == 30)
    #expect(large["l"]?.count == 3)
  }

  @Test(arguments: [
    "^[A-Z]{2}-\\\\d{4}$", "^(?:\\\\+65)?[689]\\\\d{7}$", "^[^@\\\\s]+@[^@\\\\s]+\\\\.[a-z]{2,}$",
    "^\\\\p{Lu}\\\\p{Ll}{2,20}$",
    "^(foo|ba[rz])+$", "\\\\bend$", "^.{12}$", "^a{0,3}b{1000}$", "^[\\\\u4e00-\\\\u9fff]{2}$", "x.*y.*z",
    "^([01]\\\\d|2[0-3]):[0-5]\\\\d$", "^\\\\S(.*\\\\S)?$", "^$", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  ])
  func `texts are written for patterns`(pattern: String) throws {
    for size in GenerationSize.allCases {
      for seed: UInt64 in 0..<3 { _ = try value(#"{"type": "string", "pattern": "\#(pattern)"}"#, size, seed: seed) }
    }
  }

  @Test(arguments: [
    #"{"pattern": "^[a-z]*$", "minLength": 20, "maxLength": 20, "type": "string"}"#,
    #"""
    {"type": "string", "allOf": [{"pattern": "^[a-f]+$"}, {"pattern": "[d-z]$"},
    {"not": {"pattern": "ff"}}], "minLength": 9}
    """#,
    #"{"type": "number", "multipleOf": 0.07, "minimum": 1e2, "exclusiveMaximum": 100.04}"#,
    #"{"allOf": [{"multipleOf": 6}, {"multipleOf": 10}, {"minimum": 31}], "type": "integer"}"#,
    #"{"type": "integer", "minimum": 12345678901234567890, "maximum": 12345678901234567891}"#,
    #"{"type": "number", "exclusiveMinimum": 0.1, "exclusiveMaximum": 0.1000001}"#,
    #"""
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "integer"},
    "b": true}, "type": "object"}
    """#,
    #"""
    {"type": "object", "additionalProperties": false,
    "patternProperties": {"^x-[a-z]+$": {"type": "integer"}}, "minProperties": 3}
    """#,
    #"{"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": true, "minItems": 3}"#,
    #"""
    {"type": "array", "contains": {"const": 7}, "minContains": 2, "maxContains": 2, "minItems": 5,
    "items": {"type": "integer"}}
    """#,
    #"""
    {"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "unevaluatedItems": false,
    "minItems": 2}
    """#,
    #"""
    {"if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["b"]}, "else": false,
    "required": ["kind"], "type": "object"}
    """#,
    #"""
    {"type": "object", "dependentSchemas": {"card": {"required": ["address"],
    "properties": {"address": {"minLength": 3}}}}, "required": ["card"]}
    """#,
    ##"""
    {"$defs": {"node": {"anyOf": [{"type": "object", "required": ["left"],
    "properties": {"left": {"$ref": "#/$defs/node"}}}, {"type": "integer"}]}}, "$ref": "#/$defs/node"}
    """##,
    #"{"not": {"not": {"type": "object", "required": ["a"]}}}"#,
    #"{"type": "object", "not": {"properties": {"a": {"type": "string"}}}}"#,
    #"{"type": "array", "not": {"items": {"type": "integer"}}}"#, #"{"not": {"enum": ["a", 1, null, {}, []]}}"#,
    #"{"type": "string", "format": "email", "minLength": 40}"#,
    #"{"type": "string", "format": "uuid", "pattern": "^3"}"#,
    #"{"type": "object", "maxProperties": 1, "properties": {"a": true, "b": true, "c": true}, "required": ["c"]}"#,
    #"{"type": "string", "pattern": "^(?=.*b)(?!a).{4}$"}"#, #"{"type": "string", "pattern": "^((?!foo).)*$"}"#,
    #"{"type": "string", "pattern": "(?<=a)b(?!c)"}"#, #"{"type": "string", "not": {"pattern": "^(?!a)"}}"#,
    #"{"type": "string", "pattern": "^(?=a).{3}$", "maxLength": 3}"#,
    #"{"type": "string", "format": "date", "pattern": "^2026-02-"}"#,
    #"{"type": "string", "format": "date", "pattern": "-02-29$"}"#,
    #"{"type": "string", "format": "uuid", "pattern": "^[A-F0-9-]+$"}"#,
    #"{"type": "string", "format": "date-time", "pattern": "^2030.*\\.125\\+08:00$"}"#,
    #"{"type": "string", "format": "time", "pattern": "^23:"}"#,
    #"{"type": "string", "format": "duration", "pattern": "T.*S$"}"#,
    #"{"type": "string", "format": "email", "pattern": "@corp\\.example$"}"#,
    #"{"type": "string", "format": "uri", "pattern": "^ftp:.*/photos/[0-9]+$"}"#,
    #"{"type": "string", "format": "uri-reference", "pattern": "^\\.\\./"}"#,
    #"{"type": "string", "format": "ipv4", "pattern": "^10\\..*\\.255$"}"#,
    #"{"type": "string", "format": "ipv6", "pattern": "^fe80::.*:[0-9]$"}"#,
    #"{"type": "string", "format": "hostname", "pattern": "\\.sg$"}"#,
    #"{"type": "string", "format": "json-pointer", "pattern": "~1"}"#,
    #"{"type": "string", "format": "uri-template", "pattern": "\\{id\\}$"}"#,
    #"{"type": "string", "format": "regex", "pattern": "^x"}"#,
  ])
  func `what is hard is still found`(text: String) throws {
    for size in GenerationSize.allCases {
      for seed: UInt64 in [0, 3] { _ = try value(text, size, seed: seed) }
    }
  }

  @Test(arguments: [
    ("false", GenerationFailure.Reason.impossible), (#"{"type": "integer", "minimum": 2, "maximum": 1}"#, .impossible),
    (#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, .impossible),
    (#"{"type": "string", "minLength": 3, "maxLength": 2}"#, .impossible),
    (##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##, .impossible),
    (#"{"type": "string", "pattern": "^a$", "minLength": 2}"#, .notFound),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "number", "minimum": 2, "maximum": 1}}}"#,
      .impossible
    ),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"allOf": [{"type": "string", "minLength": 9}, {"maxLength": 1}]}}}"#,
      .impossible
    ),
    (
      #"""
      {"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "minItems": 9,
      "items": {"enum": [1]}, "uniqueItems": true}}}
      """#,
      .notFound
    ),
  ])
  func `what can't be satisfied is reported with a reason`(text: String, reason: GenerationFailure.Reason) throws {
    let schema = try compile(text)
    for size in GenerationSize.allCases {
      guard case .failure(let failure) = schema.generate(size) else {
        Issue.record("\(text) was satisfied")
        continue
      }
      #expect(failure.reason == reason)
      #expect(failure.message.contains("schema.json:1:1"))
      #expect(failure.message.hasSuffix("."))
    }
  }
}
