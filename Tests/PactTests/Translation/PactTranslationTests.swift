import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

@testable import PlumblinePact

struct PactTranslationTests {
  private static func translated(_ interactions: String, version: String = "3.0.0") throws -> PactTranslation {
    let text = #"""
      {"consumer": {"name": "web"}, "provider": {"name": "Shop"}, "interactions": [\#(interactions)],
       "metadata": {"pactSpecification": {"version": "\#(version)"}}}
      """#
    let document = try PactTranslator.Document(Array(text.utf8), path: "web-shop.json")
    return PactTranslator(service: "shop").translate([document], today: "2026-11-28")
  }

  /// Returns a request for a ticket, and its response with a code.
  private static func ticket(_ id: Int, code: String, more: String = "") -> String {
    #"""
    {"description": "a ticket \#(id)", "request": {"method": "GET", "path": "/tickets/\#(id)"},
     "response": {"status": 200, "headers": {"Content-Type": "application/json"},
       "body": {"id": \#(id), "sku": "\#(code)", "at": "2026-11-28T09:00:00Z", "tags": ["a"]}\#(more)}}
    """#
  }

  private static let rules = #"""
    , "matchingRules": {"body": {
      "$.sku": {"matchers": [{"match": "regex", "regex": "T-\\d+"}]},
      "$.at": {"matchers": [{"match": "timestamp", "timestamp": "yyyy-MM-dd'T'HH:mm:ssXXX"}]},
      "$.tags": {"matchers": [{"match": "type", "min": 1}]}}}
    """#

  /// Returns the values of all members with a name in a contract's files.
  private static func values(of name: String, in made: PactTranslation) throws -> [JSON] {
    func gather(_ json: JSON) -> [JSON] {
      let own = json.members.flatMap { key, value in (key == name ? [value] : []) + gather(value) }
      return own + json.elements.flatMap(gather)
    }
    return try made.files.flatMap { gather(try JSON.parse($0.bytes)) }
  }

  @Test func `URLs of the consumer's own mock are those of the mock that a recording is from`() throws {
    let made = try Self.translated(
      #"""
      {"description": "orders", "request": {"method": "GET", "path": "/orders"},
       "response": {"status": 200, "headers": {"Content-Type": "application/json"},
         "body": {"next": "http://localhost:1234/orders/2", "id": "a"},
         "generators": {"body": {"$.next": {"type": "MockServerURL", "regex": ".*(\/orders\/2)$",
           "example": "http://localhost:1234/orders/2"}, "$.id": {"type": "Uuid"}}}}}
      """#)
    #expect(made.recordings.map(\.provenance.from) == ["http://localhost:1234"])
    #expect(
      made.notes.map(\.message) == [#"The generators of "orders" (Uuid) aren't run: its examples are used."#],
      "\(made.notes)")
    let other = try Self.translated(Self.ticket(1042, code: "T-1"))
    #expect(other.recordings.map(\.provenance.from) == ["web-shop.json"])
  }

  @Test func `an interaction becomes an endpoint with a recording`() throws {
    let made = try Self.translated(Self.ticket(1042, code: "T-1"))
    #expect(made.errors.isEmpty, "\(made.errors)")
    let loaded = ContractLoader.load(made.files)
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    #expect(contract.title == "Shop")
    guard case .found(let endpoint) = contract.router.route(.get, path: "/tickets/7") else {
      Issue.record("no endpoint has another ticket's request")
      return
    }
    let recording = try #require(made.recordings.first)
    #expect(made.recordings.count == 1)
    #expect(recording.endpoint == endpoint.id)
    #expect(recording.provenance.kind == .imported)
    #expect(recording.exchange.request.target == "/tickets/1042")
    #expect(recording.exchange.response?.status == 200)
  }

  @Test func `matching rules become what the schema says`() throws {
    let made = try Self.translated(Self.ticket(1042, code: "T-1", more: Self.rules))
    #expect(try Self.values(of: "pattern", in: made) == [#"^(?:T-\d+)$"#])
    #expect(try Self.values(of: "format", in: made) == ["date-time"])
    #expect(try Self.values(of: "minItems", in: made) == [1])
    let plain = try Self.translated(Self.ticket(1042, code: "T-1"))
    for name in ["pattern", "format", "minItems"] { #expect(try Self.values(of: name, in: plain) == []) }
  }

  @Test func `only the rule that another interaction contradicts isn't held, and it is named`() throws {
    let made = try Self.translated(
      Self.ticket(1042, code: "T-1", more: Self.rules) + "," + Self.ticket(1043, code: "X-9"))
    #expect(try Self.values(of: "pattern", in: made) == [])
    #expect(try Self.values(of: "format", in: made) == ["date-time"])
    #expect(try Self.values(of: "minItems", in: made) == [1])
    #expect(
      made.notes.map(\.message) == [
        "The matching rule $.sku of the response of \"a ticket 1042\" isn't used by the schema: a value in an "
          + "interaction or its recording doesn't match it."
      ], "\(made.notes)")
    #expect(ContractLoader.load(made.files).contract != nil)
  }

  @Test(arguments: [
    ("1042", "integer", "integer"), ("1042", "decimal", "number"), ("1042", "number", "number"),
    ("7.5", "decimal", "number"),
  ])
  func `a number's rule contradicts nothing of its own interaction`(value: String, rule: String, type: String) throws {
    let made = try Self.translated(
      #"""
      {"description": "a price", "request": {"method": "GET", "path": "/prices/1042"},
       "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"amount": \#(value)},
         "matchingRules": {"$.body.amount": {"match": "\#(rule)"}}}}
      """#, version: "2.0.0")
    #expect(made.notes.isEmpty, "\(made.notes)")
    let amounts = try Self.values(of: "amount", in: made)
    #expect(amounts.compactMap { $0["type"]?.string } == [type], "\(amounts)")
  }

  @Test func `provider states and generators are named`() throws {
    let made = try Self.translated(
      #"""
      {"description": "gets", "providerStates": [{"name": "a note exists"}],
       "request": {"method": "GET", "path": "/notes/7", "generators": {"path": {"type": "ProviderState"}}},
       "response": {"status": 200, "body": {"id": 7}}}
      """#)
    #expect(
      made.notes.map(\.message).sorted() == [
        "The generators of \"gets\" (ProviderState) aren't run: its examples are used.",
        "The provider state \"a note exists\" isn't set up: the recordings respond as if it were.",
      ])
  }

  @Test func `a body that the pact says nothing of isn't taken for none`() throws {
    let made = try Self.translated(
      #"{"description": "puts", "request": {"method": "PUT", "path": "/notes/7"}, "response": {"status": 200}}"#)
    #expect(made.recordings.isEmpty)
    #expect(made.notes.map(\.message) == ["\"puts\" isn't recorded: the pact doesn't specify the response body."])
    let contract = try #require(ContractLoader.load(made.files).contract)
    #expect(contract.endpoints.count == 1)
  }

  @Test func `pacts of several consumers become one contract, and each recording names its own`() throws {
    func document(_ consumer: String, _ provider: String, _ interaction: String) throws -> PactTranslator.Document {
      let text = #"""
        {"consumer": {"name": "\#(consumer)"}, "provider": {"name": "\#(provider)"}, "interactions": [\#(interaction)],
         "metadata": {"pactSpecification": {"version": "3.0.0"}}}
        """#
      return try PactTranslator.Document(Array(text.utf8), path: "\(consumer).json")
    }
    let note = #"""
      {"description": "a note", "request": {"method": "GET", "path": "/notes/7"},
       "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"id": 7}}}
      """#
    let made = PactTranslator(service: "shop").translate(
      [try document("web", "Shop", Self.ticket(1042, code: "T-1")), try document("app", "Store", note)],
      today: "2026-11-28")
    #expect(made.errors.isEmpty, "\(made.errors)")
    let contract = try #require(ContractLoader.load(made.files).contract)
    #expect(contract.endpoints.count == 2)
    #expect(contract.title == "Shop")
    #expect(Set(made.recordings.compactMap(\.provenance.from)) == ["web.json", "app.json"])
    #expect(
      made.notes.map(\.message) == [
        "The provider is \"Store\", but that of web.json is \"Shop\": both become one service."
      ])
    #expect(
      try Self.values(of: "description", in: made).compactMap(\.string) == [
        "Drafted from web.json and app.json, the pacts of web and app with Shop: what the consumers send and what they "
          + "need of each response. x-seen counts how often. Shop may do more."
      ])
    let refused = PactTranslator(service: "shop").translate(
      [try document("web", "Shop", note), try PactTranslator.Document(Array("[]".utf8), path: "other.json")],
      today: "2026-11-28")
    #expect(refused.files.isEmpty)
    #expect(refused.errors.map(\.location.file) == ["other.json"])
  }

  @Test(arguments: [
    #""headers": {"Content-Type": "text/html"}, "status": 200, "body": "<p>Hello</p>""#,
    #""headers": {"Content-Type": "image/gif"}, "status": 200, "body": "R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=""#,
    #""status": 404, "body": {"error": "none"}"#, #""status": 502, "body": """#,
  ])
  func `a page, an image and a lone failure are endpoints as well`(_ response: String) throws {
    let made = try Self.translated(
      #"{"description": "gets", "request": {"method": "GET", "path": "/thing"}, "response": {\#(response)}}"#)
    #expect(made.errors.isEmpty, "\(made.errors)")
    let contract = try #require(ContractLoader.load(made.files).contract)
    #expect(contract.endpoints.count == 1)
  }

  @Test func `a list has as many elements as its rule asks for`() throws {
    let made = try Self.translated(
      #"""
      {"description": "lists", "request": {"method": "GET", "path": "/things"},
       "response": {"status": 200, "body": {"items": [{"id": 7}]},
         "matchingRules": {"body": {"$.items": {"matchers": [{"match": "type", "min": 3}]}}}}}
      """#)
    #expect(made.notes.isEmpty, "\(made.notes)")
    let bytes = try #require(made.recordings.first?.exchange.response?.body.bytes)
    #expect(try JSON.parse(bytes) == ["items": [["id": 7], ["id": 7], ["id": 7]]])
    #expect(try Self.values(of: "minItems", in: made) == [3])
  }

  @Test func `header fields that servers and proxies add are named`() throws {
    let made = try Self.translated(
      #"""
      {"description": "gets", "request": {"method": "GET", "path": "/thing"}, "response": {"status": 200,
        "headers": {"Connection": "keep-alive", "X-Powered-By": "PHP", "X-Page": "7"}, "body": {"id": 7}}}
      """#)
    #expect(
      made.notes.map(\.message) == [
        "Headers that servers and proxies add are left out of the response to \"gets\": Connection, X-Powered-By."
      ])
  }

  @Test func `a header field that each interaction needs is promised`() throws {
    let made = try Self.translated(
      #"""
      {"description": "gets", "request": {"method": "GET", "path": "/thing"},
       "response": {"status": 200, "headers": {"X-Page": "7"}, "body": {"id": 7}}}
      """#)
    let contract = try #require(ContractLoader.load(made.files).contract)
    let header = try #require(contract.endpoints.first?.answers.first?.headers.first)
    #expect(header.name == "X-Page")
    #expect(header.isRequired)
  }

  @Test func `a pact without interactions is refused`() throws {
    let made = try Self.translated("")
    #expect(made.files.isEmpty)
    #expect(made.errors.map(\.message) == ["The pact has no interaction that can become an endpoint."])
  }
}
