import PlumblineJSONTree
import Testing

@testable import PlumblinePact

struct BodyExpectationTests {
  private static func made(_ body: String, _ needs: [ConsumedCall.Need], version: Int = 3) throws -> BodyExpectation {
    BodyExpectation(try JSON.parse(body), needs: needs, isList: false, version: version)
  }

  @Test func `a value that may be null has a rule for both, which version 2 doesn't know`() throws {
    let needs = [PactShop.need("/a", ["string", "null"]), PactShop.need("/b", ["integer"])]
    let both = try Self.made(#"{"a": "x", "b": 1}"#, needs)
    #expect(both.body == ["a": "x", "b": 1])
    #expect(both.leftOut.isEmpty)
    let rules = JSON.object(both.rules.members)["matchingRules"]?["body"]
    #expect(rules?["$.a"] == ["matchers": [["match": "null"], ["match": "type"]], "combine": "OR"])
    let older = try Self.made(#"{"a": "x", "b": 1}"#, needs, version: 2)
    #expect(older.body == ["b": 1])
    #expect(older.leftOut == ["/a"])
  }

  @Test func `an object that may be null, and a text instead of a number, are left out by name`() throws {
    let made = try Self.made(
      #"{"a": {"c": 1}, "b": 2, "d": 3}"#,
      [
        PactShop.need("/a", ["object", "null"]), PactShop.need("/a/c", ["integer"]),
        PactShop.need("/b", ["integer", "string"]), PactShop.need("/d", ["integer"]),
      ])
    #expect(made.body == ["d": 3])
    #expect(made.leftOut == ["/a", "/b"])
  }

  @Test func `a whole number with a fraction of zero asks for no integer`() throws {
    let made = try Self.made(#"{"a": 2.0}"#, [PactShop.need("/a", ["integer"])])
    #expect(JSON.object(made.rules.members)["matchingRules"]?["body"]?["$.a"]?["matchers"] == [["match": "number"]])
  }

  @Test func `a pattern that a value of the body doesn't have is no rule`() throws {
    let made = try Self.made(
      #"{"a": [{"b": "x"}, {"b": "y"}]}"#,
      [
        PactShop.need("/a", ["array"]), PactShop.need("/a/*", ["object"], isRequired: false),
        PactShop.need("/a/*/b", ["string"], pattern: "^x$"),
      ])
    #expect(made.body == ["a": [["b": "x"]]])
    #expect(
      JSON.object(made.rules.members)["matchingRules"]?["body"]?["$.a[*].b"]?["matchers"] == [["match": "type"]])
  }

  @Test func `elements that a client accepts whatever they are aren't expected`() throws {
    let any: Set = ["array", "boolean", "integer", "number", "object", "string"]
    let made = try Self.made(
      #"{"a": [1, 2]}"#, [PactShop.need("/a", ["array"]), PactShop.need("/a/*", any, isRequired: false)])
    #expect(made.body == ["a": []])
    #expect(made.leftOut.isEmpty)
  }

  @Test func `nothing is expected of a body of which nothing is needed`() throws {
    let made = try Self.made(#"{"a": 1}"#, [PactShop.need("/a", ["integer"], isRequired: false)])
    #expect(made.body == Optional<JSON>.none)
    #expect(made.rules.members.isEmpty)
  }
}
