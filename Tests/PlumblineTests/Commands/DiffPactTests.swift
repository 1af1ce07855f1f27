import PlumblineJSONTree
import TestSupport
import Testing

/// The interactions that a contract doesn't allow, which `plumbline diff CONTRACT PACT` finds without a server.
struct DiffPactTests {
  private let folder: TemporaryFolder

  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "Shop API", "envelope": null, "endpoints": { "items.get": {
      "summary": "Reads an item", "request": "GET /items/{id}", "source": "Page 1",
      "path": { "id": { "type": "integer" } }, "query": { "page": { "type": "integer" } },
      "success": { "200": { "body": { "type": "object", "required": ["id", "state"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "state": { "enum": ["OPEN", "DONE"] } } } } } } } }
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/shop/contract.json")
  }

  /// Compares the contract with a pact that has a single interaction.
  private func diff(
    _ request: String, _ response: String, besides: String = "", arguments: [String] = []
  ) async throws -> Finished {
    try folder.write(
      """
      { "consumer": { "name": "web" }, "provider": { "name": "Shop API" }, "interactions": [
          { "description": "reads an item", "request": \(request), "response": \(response) }],
        \(besides) "metadata": { "pactSpecification": { "version": "3.0.0" } } }
      """, to: "web.json")
    return try await plumbline(arguments: ["diff", "Contracts", "web.json"] + arguments, folder: folder.path)
  }

  private static let reading = #"{ "method": "GET", "path": "/items/7" }"#

  @Test func `a pact whose requests are allowed and whose needs are promised is kept`() async throws {
    let run = try await diff(
      Self.reading,
      """
      { "status": 200, "body": { "id": 7, "state": "OPEN" },
        "matchingRules": { "body": { "$.id": { "matchers": [{ "match": "integer" }] },
          "$.state": { "matchers": [{ "match": "regex", "regex": "OPEN|DONE" }] } } } }
      """)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("Shop API promises everything that web needs."), "\(run)")
  }

  @Test func `a member that may be absent isn't promised, and a response shows it`() async throws {
    let run = try await diff(Self.reading, #"{ "status": 200, "body": { "id": 7, "name": "Dock" } }"#)
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("change.pact.not-promised"), "\(run)")
    #expect(run.output.contains("The pact expects 'name', but the contract doesn't promise it"), "\(run)")
    #expect(run.output.contains("Shop API doesn't promise 1 need of web."), "\(run)")
    let report = try await diff(
      Self.reading, #"{ "status": 200, "body": { "id": 7, "name": "Dock" } }"#, arguments: ["--report", "json"])
    let drift = try #require(try report.json["drift"]?[0])
    #expect(drift["endpoint"] == "items.get" && drift["severity"] == "breaking", "\(drift)")
    #expect(drift["message"]?.string?.contains("\"reads an item\"") == true, "\(drift)")
    #expect(drift["witness"]?["response"]?["body"]?["id"]?.kind == .number, "\(drift)")
    #expect(drift["witness"]?["response"]?["body"]?["name"] == Optional<JSON>.none, "\(drift)")
  }

  @Test(arguments: [
    (reading, #"{ "status": 200, "body": { "id": "7" } }"#, "The pact expects the type string here"),
    (reading, #"{ "status": 200, "body": { "state": "LOST" } }"#, "The contract doesn't allow the pact's example"),
    (reading, #"{ "status": 202 }"#, "The pact expects the status 202"),
    (
      #"{ "method": "DELETE", "path": "/items/7" }"#, #"{ "status": 200 }"#,
      "The contract documents this path, but only with"
    ),
    (#"{ "method": "GET", "path": "/orders" }"#, #"{ "status": 200 }"#, "No endpoint"),
  ])
  func `what the contract doesn't allow is breaking`(request: String, response: String, message: String) async throws {
    let run = try await diff(request, response, arguments: ["--report", "json"])
    #expect(run.status == 1, "\(run)")
    let drift = try #require(try run.json["drift"]?.elements.first { $0["severity"] == "breaking" }, "\(run)")
    #expect(drift["message"]?.string?.contains(message) == true, "\(drift)")
    #expect(drift["rule"]?.string?.hasPrefix("change.pact.") == true, "\(drift)")
  }

  @Test func `a request's value that a generator makes isn't judged by its example`() async throws {
    let query = #""method": "GET", "path": "/items/7", "query": { "page": ["left-out"] }"#
    let plain = try await diff("{ \(query) }", #"{ "status": 200 }"#)
    #expect(plain.status == 1 && plain.output.contains("change.pact.request-refused"), "\(plain)")
    let generators = #""generators": { "query": { "page": { "type": "ProviderState", "expression": "${page}" } } }"#
    let made = try await diff("{ \(query), \(generators) }", #"{ "status": 200 }"#)
    #expect(made.status == 0, "\(made)")
  }

  @Test func `what can't be compared is a warning that names it`() async throws {
    let run = try await diff(
      Self.reading,
      """
      { "status": 200, "body": { "state": "OPEN" },
        "matchingRules": { "body": { "$.state": { "matchers": [{ "match": "semver" }] } } } }
      """, besides: #""messages": [{ "description": "an event" }],"#, arguments: ["--report", "json"])
    #expect(run.status == 1, "\(run)")
    let drift = try run.json["drift"]?.elements.map { $0 } ?? []
    #expect(
      drift.compactMap { $0["rule"]?.string } == ["change.pact.not-compared", "change.pact.not-compared"], "\(drift)")
    #expect(drift.contains { $0["message"]?.string?.contains("$.state") == true }, "\(drift)")
    #expect(drift.contains { $0["message"]?.string?.contains("\"an event\" is a message") == true }, "\(drift)")
  }

  @Test func `JSON under another name than JSON's is needed as it is promised`() async throws {
    try folder.write(
      """
      { "plumbline": 1, "service": "shop", "title": "Shop API", "envelope": null, "endpoints": { "items.get": {
        "summary": "Reads an item", "request": "GET /items/{id}", "source": "Page 1", "path": { "id": { "type": "integer" } },
        "success": { "200": { "content": { "application/x-thrift": {} } } } } } }
      """, to: "Contracts/shop/contract.json")
    let headers = #""headers": { "Content-Type": "application/x-thrift" }"#
    let run = try await diff(
      Self.reading, #"{ "status": 200, \#(headers), "body": { "id": 7 } }"#, arguments: ["--report", "json"])
    let drift = try run.json["drift"]?.elements.map { $0 } ?? []
    #expect(drift.compactMap { $0["rule"]?.string } == ["change.pact.not-compared"], "\(run)")
    #expect(drift.first?["message"]?.string?.hasPrefix("The contract has no schema for this body.") == true, "\(run)")
  }

  @Test func `an error without a body is needed as it is promised`() async throws {
    try folder.write(
      """
      { "plumbline": 1, "service": "shop", "title": "Shop API", "envelope": null,
        "failures": { "gone": { "status": 410, "body": false } }, "endpoints": { "items.get": {
          "summary": "Reads an item", "request": "GET /items/{id}", "source": "Page 1", "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": { "type": "object" } } }, "failures": ["gone"] } } }
      """, to: "Contracts/shop/contract.json")
    let run = try await diff(Self.reading, #"{ "status": 410, "body": null }"#)
    #expect(run.status == 0, "\(run)")
  }

  @Test func `a payload's needs are compared inside of the envelope`() async throws {
    try folder.write(
      """
      { "consumer": { "name": "app" }, "provider": { "name": "TrueLog Inventory API" }, "interactions": [
        { "description": "reads a ticket", "request": { "method": "GET", "path": "/api/v2/tickets/1042" },
          "response": { "status": 200, "body": { "success": true, "data": { "id": 1042, "notes": "Dock" } },
            "matchingRules": { "body": { "$.success": { "matchers": [{ "match": "type" }] },
              "$.data.id": { "matchers": [{ "match": "integer" }] },
              "$.data.notes": { "matchers": [{ "match": "type" }] } } } } }],
        "metadata": { "pactSpecification": { "version": "3.0.0" } } }
      """, to: "app.json")
    let run = try await plumbline("diff", "Contracts", "\(folder.path)/app.json", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let drift = try run.json["drift"]?.elements.map { $0 } ?? []
    #expect(drift.compactMap { $0["pointer"]?.string } == ["/response/body/data/notes"], "\(drift)")
    #expect(drift.first?["service"] == "truelog" && drift.first?["severity"] == "breaking", "\(drift)")
  }

  @Test func `a pact has no clients to run, and a service that it is about`() async throws {
    let clients = try await diff(Self.reading, #"{ "status": 200 }"#, arguments: ["--clients"])
    #expect(clients.status == 2 && clients.errors.contains("--clients applies only to changes"), "\(clients)")
    let other = try await diff(Self.reading, #"{ "status": 200 }"#, arguments: ["depot"])
    #expect(other.status == 2 && other.errors.contains("has no service \"depot\""), "\(other)")
  }
}
