import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The examples that `explain` shows for requests, endpoints and messages. They must be true, for TrueLog if they use
/// its paths.
struct MessageExampleTests {
  private let json: HeaderFields = ["content-type": "application/json"]

  private func example(_ rule: Rule, _ parts: String...) throws -> String {
    let example = try #require(rule.explanation?.example)
    for part in parts { #expect(example.contains(part), "\(rule): \(example)") }
    return example
  }

  private func trueLog(_ exchange: Exchange) -> [Drift] { TrueLogData.inspector.inspect(exchange) }

  /// Returns the request line with which an example begins.
  private func line(_ example: String) throws -> String {
    let words = try #require(Example.lines(example).first).split(separator: " ")
    return words.prefix(2).joined(separator: " ")
  }

  private func sample(_ name: String) throws -> JSON {
    try #require(TrueLogData.samples.first { $0.name == name }?.body)
  }

  @Test func `of endpoints`() throws {
    var rule = Rule.endpoint.missing
    var text = try example(rule, "404, text/html: <h1>Not Found</h1>")
    let html: HeaderFields = ["content-type": "text/html"]
    #expect(
      trueLog(.made(try line(text), status: 404, answerHeaders: html, text: "<h1>Not Found</h1>")).map(\.rule) == [rule]
    )
    rule = .endpoint.methodMissing
    text = try example(rule, "405, Allow: GET, DELETE")
    let allow: HeaderFields = ["allow": "GET, DELETE"]
    #expect(trueLog(.made(try line(text), status: 405, answerHeaders: allow, text: "")).map(\.rule) == [rule])
    rule = .endpoint.moved
    text = try example(rule, "301, Location: /api/v2/users")
    let location: HeaderFields = ["location": "/api/v2/users"]
    #expect(trueLog(.made(try line(text), status: 301, answerHeaders: location, text: "")).map(\.rule) == [rule])
    rule = .endpoint.undocumented
    text = try example(rule)
    let found = trueLog(.made(try line(text), ["success": true]))
    #expect(found.map(\.rule) == [rule])
    #expect(text.contains(try #require(found.first?.expected)))
  }

  @Test func `of endpoints on their way out`() throws {
    for rule in [Rule.endpoint.deprecated, .endpoint.sunsetPassed] {
      let text = try example(rule)
      let deprecation = text.prefix { $0 != "}" } + "}"
      let contract = Notes.make(files: [
        "contract.json": """
        { "plumbline": 1, "service": "example", "title": "Example", "envelope": null,
          "endpoints": {
            "tickets.list": { "summary": "List", "request": "GET /old", "source": "1", \(deprecation),
              "success": { "204": {} } },
            "tickets.search": { "summary": "Search", "request": "GET /new", "source": "1", "success": { "204": {} } }
          } }
        """
      ])
      let inspector = Inspector(contract, options: .init(today: "2026-11-21"))
      #expect(inspector.inspect(.made("/old", status: 204, answerHeaders: [:], text: "")).map(\.rule) == [rule])
    }
  }

  @Test func `of a status`() throws {
    let rule = Rule.response.status.undocumented
    let text = try example(rule, "202      the contract has ")
    let request: JSON = ["name": "Cable", "category": "Cables"]
    let found = trueLog(
      .made(try line(text), sending: request, status: 202, try sample("accessories.create/success.json")))
    #expect(found.map(\.rule) == [rule])
    #expect(text.contains(try #require(found.first?.expected).replacing(" or ", with: " and ")))
  }

  @Test func `of paths and queries`() throws {
    for (rule, name) in [
      (Rule.request.path.invalid, "tickets.get/success.json"), (.request.query.invalid, "tickets.list/success.json"),
      (.request.query.undocumented, "tickets.list/success.json"),
    ] {
      let text = try example(rule)
      #expect(trueLog(.made(try line(text), try sample(name))).map(\.rule) == [rule], "\(text)")
    }
    _ = try example(.request.query.missing, "GET /api/v2/search", "q is required")
    let found = Notes.inspector.inspect(.made("/search", headers: ["x-version": "1"], ["success": true, "data": []]))
    #expect(found.map(\.rule) == [.request.query.missing])
  }

  @Test func `of the headers of an answer`() throws {
    let answered: (HeaderFields) -> [Rule] = { fields in
      var exchange = Exchange.writing(["title": "x"])
      if case .response(var response) = exchange.outcome {
        response.headers = HeaderFields(json.map { ($0.name, $0.value) } + fields.map { ($0.name, $0.value) })
        exchange.outcome = .response(response)
      }
      return Notes.inspector.inspect(exchange).map(\.rule)
    }
    let rules = Rule.response.header
    _ = try example(rules.missing, "promised  Location: /notes/7")
    #expect(answered([:]) == [rules.missing])
    _ = try example(rules.invalid, "X-Remaining: many")
    #expect(answered(["location": "/notes/7", "x-remaining": "many"]) == [rules.invalid])
    _ = try example(rules.undocumented, "X-Total-Count: 41")
    #expect(answered(["location": "/notes/7", "x-total-count": "41"]) == [rules.undocumented])
  }

  @Test func `of the headers of a request`() throws {
    let sent: (HeaderFields) -> [Rule] = { fields in
      Notes.inspector.inspect(.made("/search?q=x", headers: fields, ["success": true, "data": []])).map(\.rule)
    }
    let rules = Rule.request.header
    _ = try example(rules.missing, "promised  X-Version: 2")
    #expect(sent([:]) == [rules.missing])
    #expect(sent(["x-version": "2"]) == [])
    _ = try example(rules.invalid, "X-Version: latest")
    #expect(sent(["x-version": "latest"]) == [rules.invalid])
    _ = try example(rules.undocumented, "X-Tenant: 41")
    #expect(sent(["x-version": "2", "x-tenant": "41"]) == [rules.undocumented])
  }

  @Test func `of the body of an answer`() throws {
    let came: (String, String) -> [Rule] = { type, text in
      trueLog(.made("/api/v2/tickets/1042", answerHeaders: ["content-type": type], text: text)).map(\.rule)
    }
    let rules = Rule.response.body
    #expect(came("application/json", try example(rules.malformed)) == [rules.malformed])
    _ = try example(rules.missing, "actual    content-length: 0")
    #expect(came("application/json", "") == [rules.missing])
    let duplicate = Rule.response.duplicateMember
    #expect(came("application/json", try example(duplicate)).contains(duplicate))
    _ = try example(.response.mediaType.undocumented, "content-type: text/html")
    #expect(came("text/html", "<p>") == [.response.mediaType.undocumented])
    let text = try example(rules.unexpected, "promised  202 without a body", "actual    202 with ")
    let body = try #require(text.split(separator: "202 with ").last)
    #expect(
      Notes.inspector.inspect(.made("POST /notes/7/touch", status: 202, text: String(body))).map(\.rule) == [
        rules.unexpected
      ])
  }

  @Test func `of the body of a request`() throws {
    let answer = try sample("tickets.get/success.json")
    let sent: (String, String, String) -> [Rule] = { method, type, text in
      var exchange = Exchange.made("\(method) /api/v2/tickets/1042", headers: ["content-type": type], answer)
      exchange.request.body = Body(text)
      return trueLog(exchange).map(\.rule)
    }
    let rules = Rule.request.body
    #expect(sent("PUT", "application/json", try example(rules.malformed)) == [rules.malformed])
    let promised = try #require(Example.text("promised", of: try example(rules.missing, "content-length: 0")))
    #expect(sent("PUT", "application/json", "") == [rules.missing])
    #expect(sent("PUT", "application/json", promised) == [])
    _ = try example(.request.mediaType.undocumented, "content-type: text/html")
    #expect(sent("PUT", "text/html", "<p>") == [.request.mediaType.undocumented])
    _ = try example(rules.unexpected, "actual    GET with {\"id\": 7}")
    #expect(sent("GET", "application/json", "{\"id\": 7}") == [rules.unexpected])
  }

  @Test func `of waivers`() throws {
    for rule in RuleCatalog.rules(of: "waiver") {
      let text = try #require(Example.lines(try example(rule)).first.map { $0.prefix { $0 != "}" } + "}" })
        .replacing("\"fingerprint\": \"…\"", with: "\"fingerprint\": \"0123456789abcdef\"")
      let result = WaiverLoader.load(
        Array("{ \"waivers\": [\(text)] }".utf8), path: "waivers.json", service: "truelog",
        endpoints: TrueLogData.contract.endpoints.map(\.id))
      let ledger = WaiverLedger([try #require(result.policy, "\(result.problems)")], today: "2026-11-21")
      #expect(ledger.findings { _, _ in true }.map(\.rule) == [rule])
    }
  }
}
