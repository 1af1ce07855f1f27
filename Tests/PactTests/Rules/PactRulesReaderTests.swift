import PlumblineJSONTree
import Testing

@testable import PlumblinePact

struct PactRulesReaderTests {
  private static func read(_ text: String) throws -> PactRulesReader { PactRulesReader(try JSON.parse(text)) }

  @Test func `rules of version 2 name the part of the message in their path`() throws {
    let reader = try Self.read(
      #"""
      {"matchingRules": {
        "$.body.id": {"match": "type"}, "$.headers.Accept": {"match": "regex", "regex": "a+"},
        "$.query.q": {"regex": "b+"}, "$.path": {"match": "regex", "regex": "/c"}, "$.body[*]": {"min": 1}}}
      """#)
    #expect(reader.unread.isEmpty)
    let rules = reader.rules
    #expect(
      rules.all(.body) == [
        PactRule(PactPath([.member("id")]), [.type(least: nil, most: nil)]),
        PactRule(PactPath([.anyIndex]), [.type(least: 1, most: nil)]),
      ])
    #expect(rules.all(.header) == [PactRule(PactPath([.member("accept")]), [.regex("a+")])])
    #expect(rules.all(.query) == [PactRule(PactPath([.member("q")]), [.regex("b+")])])
    #expect(rules.all(.path) == [PactRule(PactPath(), [.regex("/c")])])
  }

  @Test func `rules of version 3 and 4 are by part, and may combine several matchers`() throws {
    let reader = try Self.read(
      #"""
      {"matchingRules": {
        "body": {"$.n": {"combine": "OR", "matchers": [{"match": "integer"}, {"match": "null"}]},
          "$.at": {"matchers": [{"match": "timestamp", "timestamp": "yyyy"}]},
          "$.tags": {"matchers": [{"match": "eachValue", "rules": [{"match": "regex", "regex": "t"}]}]}},
        "header": {"X-Id": {"matchers": [{"match": "integer"}]}},
        "query": {"ids[0]": {"matchers": [{"match": "number"}]}},
        "status": {"matchers": [{"match": "statusCode", "status": "success"}]}}}
      """#)
    #expect(reader.unread.isEmpty)
    let rules = reader.rules
    #expect(
      rules.all(.body) == [
        PactRule(PactPath([.member("n")]), [.integer, .null], suffices: true),
        PactRule(PactPath([.member("at")]), [.moment(.timestamp, form: "yyyy")]),
        PactRule(PactPath([.member("tags")]), [.eachValue([.regex("t")])]),
      ])
    #expect(rules.all(.header) == [PactRule(PactPath([.member("x-id")]), [.integer])])
    #expect(rules.all(.query) == [PactRule(PactPath([.member("ids"), .index(0)]), [.number])])
    #expect(rules.all(.status) == [PactRule(PactPath(), [.statusClass("success")])])
  }

  @Test func `a matcher that isn't known stays as one that decides nothing, and is named`() throws {
    let reader = try Self.read(#"{"matchingRules": {"$.body.id": {"match": "luhn"}}}"#)
    #expect(reader.rules.all(.body) == [PactRule(PactPath([.member("id")]), [.unknown("luhn")])])
    #expect(reader.unread.map(\.what) == [#"the matcher "luhn""#])
  }

  @Test(arguments: ["requestMatchingRules", "responseMatchingRules"])
  func `rules under the names of early libraries are read`(_ name: String) throws {
    let reader = try Self.read(#"{"\#(name)": {"$.body.id": {"match": "integer"}}}"#)
    #expect(reader.rules.all(.body) == [PactRule(PactPath([.member("id")]), [.integer])])
  }

  @Test func `a path that isn't read is named`() throws {
    let reader = try Self.read(#"{"matchingRules": {"body": {"$..id": {"matchers": []}}, "cookie": {}}}"#)
    #expect(reader.rules.count == 0)
    #expect(reader.unread.map(\.what) == [#"the matching rule of "$..id""#, #"the matching rules of "cookie""#])
  }

  @Test func `generators are read with their part and their place`() throws {
    let reader = try Self.read(
      #"{"generators": {"body": {"$.id": {"type": "Uuid"}}, "path": {"type": "ProviderState", "expression": "/a"}}}"#)
    #expect(
      reader.generators == [
        PactGenerator(category: .body, path: PactPath([.member("id")]), type: "Uuid"),
        PactGenerator(
          category: .path, path: PactPath(), type: "ProviderState", options: ["expression": "/a"]),
      ])
  }
}
