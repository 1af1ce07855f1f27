import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

struct PactExportTests {
  /// Returns the only interaction of a pact.
  private static func interaction(_ export: PactExport) throws -> JSON {
    let pact = try JSON.parse(export.text)
    try #require(pact["interactions"]?.count == 1)
    return try #require(pact["interactions"]?[0])
  }

  @Test func `a response has what the client needs, with a rule for each kind of value that it accepts`() throws {
    let contract = try PactShop.contract()
    let export = PactShop.pact([try PactShop.reading(in: contract)], of: contract)
    let pact = try JSON.parse(export.text)
    #expect(pact["consumer"] == ["name": "ShopApp"])
    #expect(pact["provider"] == ["name": "Shop"])
    #expect(pact["metadata"] == ["pactSpecification": ["version": "3.0.0"]])
    let expected = try JSON.parse(
      #"""
      {"status": 200,
       "body": {"id": 1042, "subject": "Dock", "state": "OPEN", "price": 2.5, "open": true, "owner": {"id": 3},
         "notes": [{"id": 2}]},
       "matchingRules": {"body": {
         "$.id": {"matchers": [{"match": "integer"}], "combine": "AND"},
         "$.subject": {"matchers": [{"match": "type"}], "combine": "AND"},
         "$.state": {"matchers": [{"match": "regex", "regex": "^(OPEN|DONE)$"}], "combine": "AND"},
         "$.price": {"matchers": [{"match": "number"}], "combine": "AND"},
         "$.open": {"matchers": [{"match": "type"}], "combine": "AND"},
         "$.owner.id": {"matchers": [{"match": "integer"}], "combine": "AND"},
         "$.notes": {"matchers": [{"match": "type"}], "combine": "AND"},
         "$.notes[*].id": {"matchers": [{"match": "integer"}], "combine": "AND"}}}}
      """#)
    #expect(try Self.interaction(export)["response"] == expected)
    #expect(
      export.remarks == [
        "The need of \"tickets.get: reads a ticket\" for /notes/*/votes isn't part of the pact: no matching rule "
          + "covers all values."
      ])
  }

  @Test func `a request has placeholders for credentials, and generators that take them from the state`() throws {
    let contract = try PactShop.contract()
    let made = try Self.interaction(PactShop.pact([try PactShop.reading(in: contract)], of: contract))
    #expect(made["description"] == "tickets.get: reads a ticket")
    #expect(
      made["providerStates"] == [
        ["name": "the caller is agent", "params": ["persona": "agent"]],
        ["name": "a ticket 1042 exists", "params": ["id": 1042]],
      ])
    let expected = try JSON.parse(
      #"""
      {"method": "GET", "path": "/tickets/1042",
       "headers": {"Authorization": "Bearer left-out", "X-Key": "left-out"},
       "matchingRules": {"header": {
         "X-Key": {"matchers": [{"match": "regex", "regex": "^.+$"}], "combine": "AND"},
         "Authorization": {"matchers": [{"match": "regex", "regex": "^Bearer .+$"}], "combine": "AND"}}},
       "generators": {"header": {
         "X-Key": {"type": "ProviderState", "expression": "${key}", "dataType": "STRING"},
         "Authorization": {"type": "ProviderState", "expression": "Bearer ${session}", "dataType": "STRING"}}}}
      """#)
    #expect(made["request"] == expected)
  }

  @Test func `version 2 has types, one state and no generators`() throws {
    let contract = try PactShop.contract()
    let export = PactShop.pact([try PactShop.reading(in: contract)], of: contract, version: 2)
    let made = try Self.interaction(export)
    #expect(try JSON.parse(export.text)["metadata"] == ["pactSpecification": ["version": "2.0.0"]])
    #expect(made["providerState"] == "the caller is agent and a ticket 1042 exists")
    #expect(
      made["request"]?["matchingRules"] == [
        "$.headers.X-Key": ["match": "regex", "regex": "^.+$"],
        "$.headers.Authorization": ["match": "regex", "regex": "^Bearer .+$"],
      ])
    #expect(made["request"]?["generators"] == Optional<JSON>.none)
    #expect(
      made["response"]?["matchingRules"] == [
        "$.body.id": ["match": "type"], "$.body.subject": ["match": "type"],
        "$.body.state": ["match": "regex", "regex": "^(OPEN|DONE)$"], "$.body.price": ["match": "type"],
        "$.body.open": ["match": "type"], "$.body.owner.id": ["match": "type"], "$.body.notes": ["match": "type"],
        "$.body.notes[*].id": ["match": "type"],
      ])
  }

  @Test func `version 4 wraps bodies and lists header values`() throws {
    let contract = try PactShop.contract()
    let export = PactShop.pact([try PactShop.adding(in: contract)], of: contract, version: 4)
    let made = try Self.interaction(export)
    #expect(try JSON.parse(export.text)["metadata"] == ["pactSpecification": ["version": "4.0"]])
    #expect(made["type"] == "Synchronous/HTTP")
    #expect(
      made["request"]?["body"]
        == ["content": ["subject": "Dock"], "contentType": "application/json", "encoded": false])
    #expect(made["request"]?["headers"]?["Content-Type"] == ["application/json"])
    // The client needs nothing from the body.
    #expect(made["response"] == ["status": 201])
    #expect(export.remarks.isEmpty)
  }

  @Test func `a list that the state fills has an element at least`() throws {
    let contract = try PactShop.contract()
    let made = try Self.interaction(PactShop.pact([try PactShop.listing(in: contract)], of: contract))
    #expect(
      made["providerStates"] == [
        ["name": "the caller is agent", "params": ["persona": "agent"]], ["name": "tickets exist"],
      ])
    #expect(made["request"]?["query"] == ["status": ["OPEN"]])
    let expected = try JSON.parse(
      #"""
      {"status": 200, "body": [{"id": 1}],
       "matchingRules": {"body": {
         "$": {"matchers": [{"match": "type", "min": 1}], "combine": "AND"},
         "$[*].id": {"matchers": [{"match": "integer"}], "combine": "AND"}}}}
      """#)
    #expect(made["response"] == expected)
  }

  @Test func `passwords and tokens aren't written`() throws {
    let contract = try PactShop.contract()
    let export = PactShop.pact([try PactShop.login(in: contract), try PactShop.reading(in: contract)], of: contract)
    let text = String(decoding: export.text, as: UTF8.self)
    for secret in ["secret-word", "agent-token", "demo-key", "ada@shop.example"] { #expect(!text.contains(secret)) }
    let made = try #require(try JSON.parse(export.text)["interactions"]?[0])
    #expect(made["providerStates"] == Optional<JSON>.none)
    #expect(made["request"]?["body"] == ["email": "left-out", "password": "left-out"])
    #expect(
      made["request"]?["generators"]?["body"] == [
        "$.email": ["type": "ProviderState", "expression": "${email}", "dataType": "STRING"],
        "$.password": ["type": "ProviderState", "expression": "${password}", "dataType": "STRING"],
      ])
    #expect(made["response"]?["body"]?["token"]?.kind == .string)
  }

  @Test func `the order of calls is that of their names`() throws {
    let contract = try PactShop.contract()
    let calls = [
      try PactShop.reading(in: contract), try PactShop.listing(in: contract), try PactShop.adding(in: contract),
      try PactShop.login(in: contract),
    ]
    let one = PactShop.pact(calls, of: contract)
    let other = PactShop.pact(calls.reversed(), of: contract)
    #expect(one.text == other.text)
    let names = try JSON.parse(one.text)["interactions"]?.elements.compactMap { $0["description"]?.string }
    #expect(
      names == [
        "session.login: logs in", "tickets.add: adds a ticket", "tickets.get: reads a ticket",
        "tickets.list: lists tickets",
      ])
  }

  @Test(arguments: [2, 3, 4])
  func `the response that the client got fits its own pact, and one that breaks the client doesn't`(version: Int) throws
  {
    let contract = try PactShop.contract()
    let calls = [try PactShop.listing(in: contract), try PactShop.reading(in: contract)]
    for call in calls {
      let export = PactShop.pact([call], of: contract, version: version)
      let pact = try #require(PactReader(path: "app.json", log: NoteLog()).read(try JSON.parse(export.text)))
      let expected = try #require(pact.interactions.first?.response)
      let matching = PactMatching(pact.version)
      let response = try #require(call.exchange.response)
      #expect(matching.compare(expected, response).isEmpty)
      var broken = response
      let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      broken.body = Body(text.replacing("\"id\":", with: "\"key\":"))
      #expect(!matching.compare(expected, broken).isEmpty)
    }
  }

  @Test func `a multipart body is left out by name, as it is another each time`() {
    let request = Request(
      method: .post, target: "/tickets", headers: ["Content-Type": "multipart/form-data; boundary=x"],
      body: Body("--x--"))
    #expect(throws: RequestExpectation.Refusal.self) {
      try RequestExpectation(request, sent: request, credentials: [], login: [], version: 4)
    }
  }
}
