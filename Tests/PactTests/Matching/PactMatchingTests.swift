import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

struct PactMatchingTests {
  /// Returns the mismatches of a response's body with matching rules of version 4.
  private static func body(_ expected: String, _ rules: String, _ actual: String) throws -> [String] {
    try mismatches(#"{"body": {"content": \#(expected)}, "matchingRules": {"body": \#(rules)}}"#, actual).map(
      \.description)
  }

  private static func mismatches(_ response: String, _ actual: String, status: Int = 200) throws -> [PactMismatch] {
    let version = Pact.Version(major: 4)
    let json = try JSON.parse(response)
    let wanted = PactReader(path: "p.json", log: NoteLog()).response(json, json["status"]?.int, version)
    return PactMatching(version).compare(wanted, Response(status: status, body: Body(actual)))
  }

  private static func rule(_ matcher: String) -> String { #"{"$.a": {"matchers": [\#(matcher)]}}"# }

  @Test(arguments: [
    (#"{"match": "integer"}"#, "7", "7.5", "is a number with decimal places, but an integer is expected"),
    (#"{"match": "decimal"}"#, "7.5", "7", "is an integer, but a number with decimal places is expected"),
    (#"{"match": "number"}"#, "7.5", #""7""#, "is a text, but a number is expected"),
    (#"{"match": "boolean"}"#, "false", #""false""#, "is a text, not a boolean"),
    (#"{"match": "null"}"#, "null", "0", "is a number, not null"),
    (#"{"match": "include", "value": "b"}"#, #""abc""#, #""ac""#, #"doesn't include "b""#),
    (#"{"match": "regex", "regex": "b+"}"#, #""bb""#, #""abb""#, #"doesn't match the pattern "b+""#),
    (#"{"match": "date", "format": "yyyy"}"#, #""2026""#, #""26""#, #"isn't a date of the form "yyyy""#),
    (#"{"match": "notEmpty"}"#, #""x""#, "[]", "is empty"),
    (#"{"match": "notEmpty"}"#, #"["x"]"#, #""x""#, "is a text, but a list is expected"),
    (
      #"{"match": "contentType", "value": "application/json"}"#, #""[1]""#, #""[1""#,
      "isn't JSON"
    ),
    (#"{"match": "semver"}"#, #""1.2.3-rc.1""#, #""1.2""#, "isn't a version such as 1.2.3"),
    (#"{"match": "equality"}"#, "1", "2", "is a different number than 1"),
    (#"{"match": "type", "min": 1, "max": 2}"#, "[1]", "[1, 2, 3]", "has 3 elements, but at most 2 are expected"),
  ])
  func `a matcher takes what fits it, and says what is wrong with what doesn't`(
    _ matcher: String, _ right: String, _ wrong: String, _ reason: String
  ) throws {
    let rules = Self.rule(matcher)
    #expect(try Self.body(#"{"a": \#(right)}"#, rules, #"{"a": \#(right)}"#) == [])
    #expect(try Self.body(#"{"a": \#(right)}"#, rules, #"{"a": \#(wrong)}"#) == ["body $.a: \(reason)"])
  }

  @Test func `a pattern is looked for anywhere if its own example only has a part that matches`() throws {
    let rules = Self.rule(#"{"match": "regex", "regex": "[gG]"}"#)
    #expect(try Self.body(#"{"a": "Games"}"#, rules, #"{"a": "Songs"}"#) == [])
    #expect(try Self.body(#"{"a": "Games"}"#, rules, #"{"a": "Films"}"#).count == 1)
    #expect(try Self.body(#"{"a": "G"}"#, rules, #"{"a": "Games"}"#).count == 1)
  }

  @Test func `a field of the connection that isn't there decides nothing`() throws {
    let json = try JSON.parse(#"{"headers": {"Connection": "keep-alive", "Date": "Sat, 28 Nov 2026", "X-Id": "7"}}"#)
    let version = Pact.Version(major: 3)
    let wanted = PactReader(path: "p.json", log: NoteLog()).response(json, nil, version)
    let found = PactMatching(version).compare(wanted, Response(status: 200))
    #expect(found.map(\.place) == ["header Connection", "header Date", "header X-Id"])
    #expect(found.map(\.isUndecided) == [true, true, false])
  }

  @Test func `a header contains each variant, whichever of its values it is`() throws {
    let expected = #"""
      {"headers": {"X-Made-By": ["PHP", "7"]}, "matchingRules": {"header": {"X-Made-By": {"matchers": [
        {"match": "arrayContains", "variants": [
          {"index": 0, "rules": {"": {"matchers": [{"match": "equality"}]}}},
          {"index": 1, "rules": {"": {"matchers": [{"match": "integer"}]}}}]}]}}}}
      """#
    let json = try JSON.parse(expected)
    let version = Pact.Version(major: 4)
    let wanted = PactReader(path: "p.json", log: NoteLog()).response(json, nil, version)
    func found(_ value: String) -> [PactMismatch] {
      PactMatching(version).compare(wanted, Response(status: 200, headers: ["X-Made-By": value]))
    }
    #expect(found("Slim, 12, PHP") == [])
    #expect(found("Slim, PHP") == [PactMismatch("header X-Made-By", "no value matches the variant 1")])
  }

  @Test func `of matchers that are combined by OR one suffices`() throws {
    let rules = #"{"$.a": {"combine": "OR", "matchers": [{"match": "integer"}, {"match": "null"}]}}"#
    #expect(try Self.body(#"{"a": 1}"#, rules, #"{"a": null}"#) == [])
    #expect(try Self.body(#"{"a": 1}"#, rules, #"{"a": "x"}"#).count == 1)
  }

  @Test func `equality below a type is equality again`() throws {
    let rules = #"{"$": {"matchers": [{"match": "type"}]}, "$.a": {"matchers": [{"match": "equality"}]}}"#
    #expect(try Self.body(#"{"a": [1], "b": 1}"#, rules, #"{"a": [1], "b": 2}"#) == [])
    #expect(
      try Self.body(#"{"a": [1], "b": 1}"#, rules, #"{"a": [2], "b": 2}"#) == [
        "body $.a[0]: is a different number than 1"
      ])
  }

  @Test func `each value is compared whatever the keys are`() throws {
    let rules = Self.rule(#"{"match": "eachValue", "rules": [{"match": "integer"}]}"#)
    #expect(try Self.body(#"{"a": {"x": 1}}"#, rules, #"{"a": {"y": 2, "z": 3}}"#) == [])
    #expect(
      try Self.body(#"{"a": {"x": 1}}"#, rules, #"{"a": {"y": "2"}}"#)
        == ["body $.a.y: is a text, but a number is expected"])
  }

  @Test func `each key is compared by its own rules`() throws {
    let rules = Self.rule(
      #"{"match": "eachKey", "rules": [{"match": "regex", "regex": "[a-z]"}]}, {"match": "values"}"#)
    #expect(try Self.body(#"{"a": {"x": 1}}"#, rules, #"{"a": {"y": 1}}"#) == [])
    #expect(
      try Self.body(#"{"a": {"x": 1}}"#, rules, #"{"a": {"Y": 1}}"#)
        == [#"body $.a.Y: doesn't match the pattern "[a-z]""#])
  }

  @Test func `an array contains each variant, wherever it is`() throws {
    let rules = Self.rule(
      #"""
      {"match": "arrayContains", "variants": [
        {"index": 0, "rules": {"$.n": {"matchers": [{"match": "integer"}]}}}, {"index": 1, "rules": {}}]}
      """#)
    let expected = #"{"a": [{"n": 1}, {"t": "x"}]}"#
    #expect(try Self.body(expected, rules, #"{"a": [{"t": "x"}, {}, {"n": 9, "more": 1}]}"#) == [])
    #expect(
      try Self.body(expected, rules, #"{"a": [{"n": 9}, {"t": "y"}]}"#)
        == ["body $.a: no element matches the variant 1"])
  }

  @Test func `what isn't known decides nothing, which is no match`() throws {
    let found = try Self.mismatches(
      #"{"body": {"content": {"a": 1}}, "matchingRules": {"body": {"$.a": {"matchers": [{"match": "luhn"}]}}}}"#,
      #"{"a": 1}"#)
    #expect(found.map(\.isUndecided) == [true])
    let pattern = try Self.mismatches(
      #"{"body": {"content": "aa"}, "matchingRules": {"body": {"$": {"matchers": [{"match": "regex", "regex": "(a)\\1"}]}}}}"#,
      "aa")
    #expect(pattern.map(\.isUndecided) == [true])
  }

  @Test func `a status fits its class or its list`() throws {
    let ofClass =
      #"{"status": 200, "matchingRules": {"status": {"matchers": [{"match": "statusCode", "status": "success"}]}}}"#
    #expect(try Self.mismatches(ofClass, "", status: 204) == [])
    #expect(
      try Self.mismatches(ofClass, "", status: 404) == [PactMismatch("status", "is 404, but success is expected")])
    let ofList =
      #"{"status": 200, "matchingRules": {"status": {"matchers": [{"match": "statusCode", "status": [200, 201]}]}}}"#
    #expect(try Self.mismatches(ofList, "", status: 201) == [])
    #expect(try Self.mismatches(ofList, "", status: 202).map(\.place) == ["status"])
  }

  @Test func `values that nest more deeply than is compared aren't passed over`() throws {
    let deep = String(repeating: "[", count: 150) + String(repeating: "]", count: 150)
    #expect(try Self.body(deep, "{}", deep).count == 1)
  }
}
