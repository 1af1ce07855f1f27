import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

/// Bodies other than JSON, which are compared by their members if they are forms, and otherwise by their bytes.
struct PactBodyMatchingTests {
  private static let version = Pact.Version(major: 3)
  private static let form = "application/x-www-form-urlencoded"

  /// Returns the body of a request with matching rules of version 3.
  private static func expected(_ body: String, _ rules: String, type: String = form) throws -> JSON {
    try JSON.parse(
      """
      {"headers": {"Content-Type": "\(type)"}, "body": "\(body)", "matchingRules": {"body": \(rules)}}
      """)
  }

  private static func mismatches(ofRequest json: JSON, _ actual: String) -> [String] {
    let wanted = PactReader(path: "p.json", log: NoteLog()).request(json, "POST", "/carts", version)
    let request = Request(method: .post, target: "/carts", headers: ["Content-Type": form], body: Body(actual))
    return PactMatching(version).compare(wanted, request).map(\.description)
  }

  private static func mismatches(ofResponse json: JSON, _ bytes: [UInt8]) -> [PactMismatch] {
    let wanted = PactReader(path: "p.json", log: NoteLog()).response(json, nil, version)
    let type = wanted.headers.first?.text ?? form
    return PactMatching(version).compare(
      wanted, Response(status: 200, headers: ["Content-Type": type], body: Body(bytes)))
  }

  @Test func `the members of a form are compared by name, in any order`() throws {
    let expected = try Self.expected("a=1&b=x+y", "{}")
    #expect(Self.mismatches(ofRequest: expected, "b=x%20y&a=1") == [])
    #expect(Self.mismatches(ofRequest: expected, "a=2&b=x+y") == [#"body $.a: is a different text than "1""#])
    #expect(Self.mismatches(ofRequest: expected, "b=x+y") == ["body $.a: is missing"])
    #expect(Self.mismatches(ofRequest: expected, "a=1&b=x+y&c=3") == ["body $.c: isn't expected"])
  }

  @Test func `a rule of a form's member holds for each of its values, and one with an index for that value`() throws {
    let rules = #"{"$.id": {"matchers": [{"match": "integer"}]}, "$.tag[1]": {"matchers": [{"match": "type"}]}}"#
    let expected = try Self.expected("id=1&tag=a&tag=b", rules)
    #expect(Self.mismatches(ofRequest: expected, "id=7&id=8&tag=a&tag=c") == [])
    #expect(
      Self.mismatches(ofRequest: expected, "id=x&tag=a&tag=c") == ["body $.id: is a text, but a number is expected"])
    #expect(Self.mismatches(ofRequest: expected, "id=7&tag=b&tag=c") == [#"body $.tag: is a different text than "a""#])
  }

  @Test func `a form in a response may have members that aren't expected`() throws {
    let expected = try Self.expected("a=1", "{}")
    #expect(Self.mismatches(ofResponse: expected, Array("a=1&more=2".utf8)) == [])
    #expect(Self.mismatches(ofResponse: expected, Array("more=2".utf8)).map(\.place) == ["body $.a"])
  }

  @Test func `a rule of a form as a whole is one of its text`() throws {
    let expected = try Self.expected("a=1", #"{"$": {"matchers": [{"match": "regex", "regex": "a=[0-9]&?.*"}]}}"#)
    #expect(Self.mismatches(ofRequest: expected, "a=2&b=3") == [])
    #expect(Self.mismatches(ofRequest: expected, "b=3").count == 1)
  }

  private static let contents: [(type: String, bytes: [UInt8], fits: Bool)] = [
    ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00], true),
    ("image/png", [0xFF, 0xD8, 0xFF, 0xE0], false), ("image/jpg", [0xFF, 0xD8, 0xFF, 0xE0], true),
    ("image/jpeg", [0x00, 0x01], false), ("image/jpeg", [], false), ("application/pdf", Array("%PDF-1.7".utf8), true),
    ("application/json", Array("[1]".utf8), true), ("application/json", Array("[1".utf8), false),
    ("application/xml", Array("<a/>".utf8), true), ("text/xml", Array("<a>".utf8), false),
    ("text/plain", Array("Grüße".utf8), true), ("text/plain", [0x41, 0x00], false),
    ("application/gif", Array("GIF89a".utf8), false), ("application/octet-stream", [0x00, 0x01], true),
  ]

  @Test func `content of a type begins, or is read, as that type is`() {
    for content in Self.contents {
      switch ContentSignature.verdict(of: content.bytes, as: content.type) {
      case .fits: #expect(content.fits, "\(content)")
      case .differs: #expect(!content.fits, "\(content)")
      case .undecided(let reason): Issue.record("\(content): \(reason)")
      }
    }
  }

  @Test func `a type that bytes don't show is undecided`() {
    let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04, 0x14]
    let document = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    for (type, bytes) in [(document, archive), ("text/csv", Array("a,b".utf8)), ("application/x-other", [0x01])] {
      let verdict = ContentSignature.verdict(of: bytes, as: type)
      if case .undecided = verdict { continue }
      Issue.record("\(type): \(verdict)")
    }
    #expect(ContentSignature.verdict(of: archive, as: "application/zip") == .fits)
  }

  @Test func `a body with a rule of its content type is judged by its bytes`() throws {
    let rules = #"{"$": {"matchers": [{"match": "contentType", "value": "image/gif"}]}}"#
    let expected = try Self.expected(Base64.encode("GIF89a, one".utf8), rules, type: "application/octet-stream")
    #expect(Self.mismatches(ofResponse: expected, Array("GIF89a, another".utf8)) == [])
    let found = Self.mismatches(ofResponse: expected, Array("%PDF-1.7".utf8))
    #expect(found == [PactMismatch("body", "is application/pdf, but image/gif is expected")])
  }

  @Test func `bytes may be any that aren't none, where their rule says so`() throws {
    let rules = #"{"$": {"matchers": [{"match": "notEmpty"}]}}"#
    let expected = try Self.expected(Base64.encode([0xFF, 0xD8, 0xFF, 0x01, 0x02, 0x03]), rules, type: "image/jpeg")
    #expect(Self.mismatches(ofResponse: expected, [0x01]) == [])
    #expect(Self.mismatches(ofResponse: expected, []) == [PactMismatch("body", "is empty")])
    let other = try Self.expected(
      Base64.encode([0xFF, 0xD8, 0xFF, 0x01, 0x02, 0x03]), #"{"$": {"matchers": [{"match": "integer"}]}}"#,
      type: "image/jpeg")
    #expect(Self.mismatches(ofResponse: other, [0x01]).map(\.isUndecided) == [true])
  }

  @Test func `parameters that aren't expected don't count in Accept, and each line of a field has its rule`() throws {
    func found(_ json: String, _ headers: HeaderFields) throws -> [String] {
      let wanted = PactReader(path: "p.json", log: NoteLog()).request(try JSON.parse(json), "GET", "/", Self.version)
      return PactMatching(Self.version).compare(wanted, Request(method: .get, target: "/", headers: headers)).map(
        \.place)
    }
    let accept = #"{"headers": {"Accept": "text/html, */*"}}"#
    #expect(try found(accept, ["Accept": "text/html;q=0.9, */*;q=0.8"]) == [])
    #expect(try found(accept, ["Accept": "*/*;q=0.8"]) == ["header Accept"])
    let rule = #"{"match": "regex", "regex": "\\d{1,4}"}"#
    let lines = #"{"headers": {"X-Test": "1"}, "matchingRules": {"header": {"X-Test": {"matchers": [\#(rule)]}}}}"#
    var fields: HeaderFields = ["X-Test": "12"]
    fields.append(name: "X-Test", value: "34")
    #expect(try found(lines, fields) == [])
    fields.append(name: "X-Test", value: "5X")
    #expect(try found(lines, fields) == ["header X-Test"])
  }
}
