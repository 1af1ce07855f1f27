import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

struct RubyTermsTests {
  private static func terms(_ text: String) throws -> RubyTerms { RubyTerms(try JSON.parse(text)) }

  @Test func `matchers that are written into a body become rules, and their examples the body`() throws {
    let terms = try Self.terms(
      #"""
      {"phone": {"json_class": "Pact::Term",
         "data": {"generate": "12", "matcher": {"json_class": "Regexp", "o": 0, "s": "\\d+"}}},
       "user": {"json_class": "Pact::SomethingLike", "contents": {"id": 7}},
       "tags": {"json_class": "Pact::ArrayLike", "contents": "new", "min": 2}, "list": [1]}
      """#)
    #expect(terms.body == ["phone": "12", "user": ["id": 7], "tags": ["new"], "list": [1]])
    #expect(
      terms.rules == [
        PactRule(PactPath([.member("phone")]), [.regex(#"\d+"#)]),
        PactRule(PactPath([.member("user")]), [.type(least: nil, most: nil)]),
        PactRule(PactPath([.member("tags")]), [.type(least: 2, most: nil)]),
      ])
  }

  @Test func `options of a regular expression aren't known`() throws {
    let terms = try Self.terms(
      #"{"json_class": "Pact::Term", "data": {"generate": "a", "matcher": {"json_class": "Regexp", "o": 1, "s": "A"}}}"#
    )
    #expect(terms.body == "a")
    #expect(terms.rules == [PactRule(PactPath(), [.unknown("a regular expression with options")])])
  }

  @Test func `other objects stay as they are`() throws {
    let terms = try Self.terms(#"{"json_class": "Other", "data": {"generate": 1}, "inner": {"json_class": 7}}"#)
    #expect(terms.rules.isEmpty)
    #expect(terms.body == ["json_class": "Other", "data": ["generate": 1], "inner": ["json_class": 7]])
  }

  @Test func `a response is read with them`() throws {
    let json = try JSON.parse(
      #"""
      {"status": 200, "body": {"error": {"json_class": "Pact::Term",
         "data": {"generate": "No.", "matcher": {"json_class": "Regexp", "o": 0, "s": ".*"}}}}}
      """#)
    let response = PactReader(path: "p.json", log: NoteLog()).response(json, 200, Pact.Version(major: 1))
    #expect(response.body == .json(["error": "No."]))
    #expect(response.rules.all(.body) == [PactRule(PactPath([.member("error")]), [.regex(".*")])])
  }
}
