import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONTree
import Testing

/// Whole drafts, with their envelopes, failures, credentials, omissions, and existing contracts.
@Suite struct DraftTests {
  private func exchange(
    _ line: String, _ status: Int = 200, _ answer: String = "", sent: String = "", headers: HeaderFields = [:],
    type: String = "application/json"
  ) throws -> Exchange {
    let words = line.split(separator: " ").map(String.init)
    var headers = headers
    if !sent.isEmpty, !headers.contains("content-type") {
      headers.append(name: "Content-Type", value: "application/json")
    }
    return Exchange(
      request: Request(
        method: try #require(HTTPMethod(words[0])), target: words[1], headers: headers, body: Body(sent)),
      response: Response(
        status: status, headers: answer.isEmpty ? [:] : ["Content-Type": type], body: Body(answer)))
  }

  private func draft(
    _ exchanges: [Exchange], origin: String? = nil, beside existing: Contract? = nil
  ) throws -> (contract: Contract, draft: ContractInference.Draft) {
    let draft = ContractInference(service: "shop", source: "a test", beside: existing)
      .draft(exchanges.compactMap { SeenExchange($0, origin: origin) })
    let loaded = ContractLoader.load(draft.files)
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let contract = try #require(loaded.contract)
    let drift = exchanges.flatMap { Inspector(contract).inspect($0) }
    #expect(drift.isEmpty, "\(drift.map { "\($0.endpoint) \($0.rule.id) \($0.message)" })")
    return (contract, draft)
  }

  @Test func `if callers without credentials get a 403, no 401 is made up`() throws {
    let known: HeaderFields = ["Authorization": "Bearer t0"]
    let (contract, _) = try draft([
      exchange("GET /a", 200, #"{"x": 1}"#, headers: known), exchange("GET /b", 200, #"{"y": 1}"#, headers: known),
      exchange("GET /a", 403, #"{"detail": "Not authenticated"}"#),
    ])
    #expect(contract.failures.map(\.status) == [403])
    let get = try #require(contract.endpoint("a.list") ?? contract.endpoints.first)
    #expect(get.failure(for: .unauthenticated)?.status == 403)
    #expect(get.failure(for: .forbidden)?.status == 403)
    // A 403 for a known caller says nothing about unknown callers.
    let (other, _) = try draft([
      exchange("GET /a", 200, #"{"x": 1}"#, headers: known),
      exchange("GET /b", 403, #"{"detail": "Not yours"}"#, headers: known),
    ])
    #expect(Set(other.failures.map(\.status)) == [401, 403])
  }

  @Test func `failures have the header fields that they were seen with`() throws {
    let refusal = try (1...3).map { number in
      var refused = try exchange("GET /a/\(number)", 429, #"{"detail": "slow down"}"#)
      refused.outcome = .response(
        {
          var response = refused.response ?? Response(status: 429, headers: [:], body: .empty)
          response.headers["Retry-After"] = "\(number)"
          return response
        }())
      return refused
    }
    let (_, drafted) = try draft([try exchange("GET /a/9", 200, #"{"x": 1}"#)] + refusal)
    let shared = try JSON.parse(try #require(drafted.files.first { $0.name == "contract.json" }).bytes)
    let failure = shared["errors"]?.members.first { $0.value["status"] == 429 }?.value
    #expect(failure?["headers"]?["Retry-After"] == ["schema": ["type": "string"]], "\(shared)")
  }

  @Test func `an envelope is what most answers share, and its failures are named by their codes`() throws {
    let (contract, _) = try draft([
      exchange("GET /a", 200, #"{"success": true, "data": {"x": 1}, "message": "Fine"}"#),
      exchange("GET /b", 200, #"{"success": true, "data": [1], "pagination": {"total": 1}}"#),
      exchange("GET /c/1", 200, #"{"success": true, "data": "t"}"#),
      exchange("DELETE /c/1", 200, #"{"success": true, "message": "Gone"}"#),
      exchange("GET /c/2", 404, #"{"success": false, "error": "NOT_FOUND", "message": "There is none"}"#),
      exchange("GET /bare", 200, #"{"version": "1"}"#),
    ])
    let envelope = try #require(contract.envelope)
    #expect(envelope.flag?.place == "/success")
    #expect(envelope.payload == "/data")
    #expect(envelope.errorCode == "/error")
    #expect(envelope.message == "/message")
    #expect(envelope.others.map(\.name) == ["pagination"])
    #expect(contract.failures.map(\.name) == ["notFound"])
    #expect(contract.failure("notFound")?.codes == [.word("NOT_FOUND")])
    guard case .noPayload = try #require(contract.endpoint("c.delete")?.answers.first).content else {
      Issue.record("an answer without a payload has none")
      return
    }
    guard
      case .body = try #require(contract.endpoints.first { $0.request.template.text == "/bare" }?.answers.first).content
    else {
      Issue.record("what isn't in the envelope is bare")
      return
    }
  }

  @Test func `what an error has beside its code and its message belongs to the envelope`() throws {
    let (contract, _) = try draft([
      exchange("GET /a", 200, #"{"success": true, "data": 1}"#),
      exchange("GET /b", 200, #"{"success": true, "data": 1}"#),
      exchange("GET /c", 200, #"{"success": true, "data": 1}"#),
      exchange("GET /a/2", 404, #"{"success": false, "error": {"code": "NOT_FOUND", "message": "There is none"}}"#),
      exchange(
        "GET /a?page=0", 422,
        #"{"success": false, "error": {"code": "INVALID", "message": "Too small", "field": "page"}}"#),
    ])
    let envelope = try #require(contract.envelope)
    #expect(envelope.errorCode == "/error/code")
    #expect(envelope.message == "/error/message")
    #expect(envelope.others.map(\.place) == ["/error/field"])
    #expect(envelope.others.first?.schema.isValid("page") == true)
    #expect(envelope.others.first?.schema.isValid(1) == false)
  }

  @Test func `a code that names a thing is none, and no secret of a path is written`() throws {
    let secret = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlc2lnbmF0dXJl"
    let (contract, draft) = try draft([
      exchange("GET /a/1", 404, #"{"success": false, "error": "ada@example.com", "message": "No"}"#),
      exchange("GET /a/2", 404, #"{"success": false, "error": "item-4711", "message": "No"}"#),
      exchange("GET /a/3", 200, #"{"success": true, "data": 1}"#),
      exchange("GET /b", 200, #"{"success": true, "data": 1}"#),
      exchange("GET /c", 200, #"{"success": true, "data": 1}"#), exchange("GET /reset/\(secret)", 200, "{}"),
    ])
    #expect(contract.failures.count == 1)
    let text = draft.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for copied in ["ada@", "4711", secret] { #expect(!text.contains(copied)) }
  }

  @Test func `a flag may be a word, and a payload without a flag is one where nothing of its own is next to it`()
    throws
  {
    let flagged = try draft([
      exchange("GET /a", 200, #"{"status": "success", "data": 1}"#),
      exchange("GET /b", 200, #"{"status": "success", "data": 1}"#),
      exchange("GET /c", 200, #"{"status": "success", "data": 1}"#),
      exchange("GET /c?x=y", 400, #"{"status": "error", "errorType": "bad_data", "error": "No such thing"}"#),
    ]).contract
    #expect(flagged.envelope?.flag?.failure == ["error"])
    #expect(flagged.envelope?.errorCode == "/errorType")
    let bare = try draft(["a", "b", "c"].map { try exchange("GET /\($0)", 200, #"{"data": 1, "permissions": {}}"#) })
      .contract
    #expect(bare.envelope == nil)
    let framed = try draft(["a", "b", "c"].map { try exchange("GET /\($0)", 200, #"{"data": 1, "meta": {}}"#) })
      .contract
    #expect(framed.envelope?.payload == "/data")
  }

  @Test func `what a request was seen with once is one of the words that things have`() throws {
    let kinds = ["city", "cargo", "tandem"]
    var exchanges = try (1...30).map { id in
      try exchange("GET /bikes/\(id)", 200, #"{"id": \#(id), "kind": "\#(kinds[id % 3])"}"#)
    }
    let made = #"{"id": 31, "kind": "city"}"#
    exchanges += [
      try exchange("POST /bikes", 201, made, sent: #"{"kind": "city"}"#),
      try exchange("GET /bikes/99", 404, #"{"error": "not_found"}"#),
    ]
    let contract = try draft(exchanges).contract
    let create = try #require(contract.endpoints.first { $0.request.method == .post })
    let schema = try #require(create.body?.structured?.schema)
    #expect(schema.isValid(["kind": "cargo"]))
    #expect(!schema.isValid(["kind": "sofa"]))
  }

  /// The rejection by the other endpoints is a different one, or it wasn't seen.
  @Test(arguments: [true, false])
  func `a login's wrong password is no other endpoint's refusal`(isSeen: Bool) throws {
    let key: HeaderFields = ["Authorization": "Bearer t-1234567890"]
    var exchanges = [
      try exchange("POST /login", 401, #"{"error": "bad_credentials"}"#, sent: #"{"name": "a", "password": "b"}"#),
      try exchange("POST /login", 200, #"{"token": "t-1234567890"}"#, sent: #"{"name": "a", "password": "c"}"#),
      try exchange("GET /bikes", 200, #"[{"id": 1}]"#, headers: key),
      try exchange("GET /bikes/1", 200, #"{"id": 1}"#, headers: key),
      try exchange("GET /bikes/9", 404, #"{"error": "not_found"}"#, headers: key),
    ]
    if isSeen { exchanges.append(try exchange("GET /bikes", 401, #"{"error": "unauthorized"}"#)) }
    let contract = try draft(exchanges).contract
    let common = try #require(contract.commonFailures.first { $0.statuses.contains(401) })
    #expect(common.codes.map(\.description) == (isSeen ? ["unauthorized"] : []), "\(common)")
    let login = try #require(contract.endpoints.first { $0.request.template.text == "/login" })
    #expect(login.failures.contains { $0.codes.map(\.description) == ["bad_credentials"] })
    let bikes = try #require(contract.endpoints.first { $0.request.template.text == "/bikes" })
    #expect(!bikes.failures.contains { $0.codes.map(\.description) == ["bad_credentials"] })
  }

  @Test func `credentials are reported by their places, and none of their values is written`() throws {
    let key: HeaderFields = ["X-API-Key": "k-9f8e7d6c5b4a", "Cookie": "sessionid=s-1234567890; theme=dark"]
    let (contract, draft) = try draft([
      exchange("GET /a?api_key=q-1234567890", 200, "{}", headers: ["Authorization": "Bearer t-1234567890"]),
      exchange("GET /b?api_key=q-1234567890", 200, "{}", headers: key),
      exchange("GET /health?api_key=q-1234567890", 200, "{}", headers: key),
      exchange("GET /version?api_key=q-1234567890", 200, "{}", headers: key),
      exchange("GET /version", 401, #"{"error": "no"}"#),
      exchange("GET /open", 200, "{}"), exchange("GET /b", 401, #"{"error": "no"}"#),
    ])
    let places = contract.credentials.map(\.place).sorted()
    #expect(
      places == [
        "Authorization: Bearer", "cookie sessionid", "header X-API-Key", "query parameter api_key",
      ])
    #expect(contract.endpoint("a.get")?.authentication.alternatives.count == 1)
    #expect(contract.endpoint("open.get")?.authentication.isOptional == true)
    #expect(contract.endpoint("health.get")?.authentication.isOptional == true)
    #expect(contract.endpoint("version.get")?.authentication.isOptional == false)
    let text = draft.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for secret in ["9f8e7d6c5b4a", "1234567890"] { #expect(!text.contains(secret)) }
    #expect(!text.contains("\"query\": {"))
  }

  @Test func `a token that only one thing asks for is a parameter`() throws {
    let (contract, _) = try draft([
      exchange("GET /invitations?token=abc123def456", 200, "{}"), exchange("GET /a", 200, "{}"),
      exchange("GET /b", 200, "{}"),
    ])
    #expect(contract.credentials.isEmpty)
    #expect(contract.endpoint("invitations.get")?.query.map(\.name) == ["token"])
  }

  @Test func `pages, preflights and other servers are left out and named`() throws {
    func seen(_ exchange: Exchange, _ origin: String) throws -> SeenExchange {
      try #require(SeenExchange(exchange, origin: origin))
    }
    let api = "https://api.example.com"
    let draft = ContractInference(service: "shop", source: "a test").draft([
      try seen(exchange("GET /items", 200, "[]"), api), try seen(exchange("GET /items/1", 200, "{}"), api),
      try seen(exchange("GET /", 200, "<html>", type: "text/html"), api),
      try seen(exchange("GET /logo.png", 200, "PNG", type: "image/png"), api),
      try seen(exchange("OPTIONS /items", 204, headers: ["Access-Control-Request-Method": "GET"]), api),
      try seen(exchange("GET /collect", 200, "{}"), "https://tracker.example.net"),
      try seen(exchange("GET /" + String(repeating: "a/", count: 20_000), 200, "{}"), api),
      try seen(exchange("GET /nowhere", 404, #"{"error": "no"}"#), api),
    ])
    #expect(draft.endpoints.map(\.request) == ["GET /items", "GET /items/{item_id}"])
    #expect(
      draft.notes == [
        "2 exchanges for web pages and their assets.", "1 exchange that browsers make on their own.",
        "1 exchange with paths of more than 64 segments.",
        "1 exchange with https://tracker.example.net.", "1 exchange with GET /nowhere, which returned only 404.",
      ])
    let contract = try #require(ContractLoader.load(draft.files).contract)
    #expect(contract.servers.map(\.url) == [api])
  }

  @Test func `what a gateway answers is no failure of the service, and the service's own 503 is one`() throws {
    let (contract, draft) = try draft([
      exchange("GET /items", 200, "[]"), exchange("GET /items", 503, "<html>nginx</html>", type: "text/html"),
      exchange("GET /items", 502), exchange("GET /cellar", 504, "upstream timed out", type: "text/plain"),
      exchange("GET /items/1", 200, "{}"), exchange("GET /items/1", 503, #"{"error": "busy"}"#),
    ])
    #expect(draft.endpoints.map(\.request) == ["GET /items", "GET /items/{item_id}"])
    #expect(contract.failures.map(\.status) == [503])
    #expect(draft.notes == ["3 exchanges to which a gateway responded instead of the service."])
  }

  @Test func `where no server answers JSON, one server is drafted all the same, and the others are left out`() throws {
    let seen = try [
      ("GET /feed", "https://a.example.com"), ("GET /b", "https://b.example.com"), ("GET /c", "https://b.example.com"),
    ].map { (line, origin) -> SeenExchange in
      let seen: SeenExchange? = SeenExchange(try exchange(line, 200, "<x/>", type: "application/xml"), origin: origin)
      return try #require(seen)
    }
    let draft = ContractInference(service: "shop", source: "a test").draft(seen)
    #expect(Set(draft.endpoints.map(\.request)) == ["GET /b", "GET /c"])
    #expect(draft.notes == ["1 exchange with https://a.example.com."])
    let contract = try #require(ContractLoader.load(draft.files).contract)
    #expect(contract.servers.map(\.url) == ["https://b.example.com"])
  }

  @Test func `the path of the intended server is in no template`() throws {
    let origin = "https://api.example.com"
    let seen = try [
      exchange("GET /v2/items?page=1", 200, "[]"), exchange("GET /v2/items/1", 200, "{}"),
      exchange("GET /v3/items/1", 200, "{}"), exchange("GET /v2", 200, "{}"),
    ].map { try #require(SeenExchange($0, origin: origin)) }
    let draft = ContractInference(service: "shop", source: "a test").draft(seen, origin: "\(origin)/v2")
    #expect(Set(draft.endpoints.map(\.request)) == ["GET /items", "GET /items/{item_id}", "GET /"])
    #expect(draft.notes == ["1 exchange with paths that aren't below /v2."])
    let contract = try #require(ContractLoader.load(draft.files).contract)
    #expect(contract.servers.map(\.url) == ["\(origin)/v2"])
  }

  @Test func `a query parameter is required where requests without it were refused`() throws {
    let (contract, _) = try draft([
      exchange("GET /search?query=a&page=2", 200, "[]"), exchange("GET /search?query=b&page=1", 200, "[]"),
      exchange("GET /search?page=1", 400, #"{"error": "query is missing"}"#),
    ])
    let search = try #require(contract.endpoints.first)
    #expect(search.query.filter(\.isRequired).map(\.name) == ["query"])
    #expect(search.query.first { $0.name == "page" }?.schema.source["type"] == "integer")
  }

  @Test func `forms, texts and bodies of no kind are what they are`() throws {
    let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
    let parts: HeaderFields = ["Content-Type": "multipart/form-data; boundary=b"]
    let text = "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHello\r\n--b--\r\n"
    let (contract, _) = try draft([
      exchange("POST /form", 204, sent: "a=1&b=x&b=y", headers: form),
      exchange("POST /upload", 204, sent: text, headers: parts),
      exchange("PUT /note/1", 204, sent: "Hello", headers: ["Content-Type": "text/plain"]),
      exchange("GET /export", 200, "id,name\n", type: "text/csv"), exchange("HEAD /export"),
    ])
    let types = contract.endpoints.compactMap { $0.body?.content.first?.mediaType }
    #expect(Set(types) == ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
    #expect(contract.endpoints.count == 5)
  }

  @Test func `parts without names are no form`() throws {
    let headers: HeaderFields = ["Content-Type": "multipart/mixed; boundary=b"]
    let sent = "--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b--\r\n"
    let (contract, _) = try draft([exchange("POST /batches", 204, sent: sent, headers: headers)])
    let content = try #require(contract.endpoints.first?.body?.content.first)
    #expect(content.mediaType == "multipart/mixed")
    #expect(content.schema == nil)
  }

  @Test func `what is in a contract stays untouched, and what it lacks goes into a file of its own`() throws {
    let ticket = #"{"id": 1, "subject": "Dock", "status": "NEW"}"#
    let comment = #"{"success": true, "data": {"id": 7, "text": "Done", "by": 3}}"#
    let before = [
      ContractLoader.File(
        name: "contract.json", path: "contract.json",
        bytes: Array(
          #"""
          {"plumbline": 1, "service": "shop", "authentication": [],
           "envelope": {"flag": "success", "payload": "data", "errorCode": "error", "message": "message"},
           "credentials": {"key": {"in": "header", "name": "X-Key", "environment": "SHOP_KEY"}},
           "personas": {"agent": {"id": 1, "credentials": {"key": "demo"}}},
           "failures": {"notFound": {"status": 404, "codes": ["NOT_FOUND"]}},
           "schemas": {"Comment": {"type": "object"}},
           "endpoints": {"tickets.get": {"summary": "Read", "source": "us", "request": "GET /tickets/{id}", "path": {"id": {"type": "integer"}},
             "success": {"200": {"payload": {"type": "object"}}}, "failures": ["notFound"]}}}
          """#.utf8))
    ]
    let existing = try #require(ContractLoader.load(before).contract)
    let key: HeaderFields = ["X-Key": "k-1234567890"]
    let exchanges = [
      try exchange("GET /tickets/1", 200, #"{"success": true, "data": \#(ticket)}"#),
      try exchange("PUT /tickets/1/comments/7", 200, comment, sent: #"{"text": "Done"}"#, headers: key),
      try exchange("GET /tickets/1/comments/7", 200, comment, headers: key),
      try exchange(
        "GET /tickets/1/comments/8", 404, #"{"success": false, "error": "NOT_FOUND", "message": "No"}"#, headers: key),
    ]
    let draft = ContractInference(service: "shop", source: "a test", beside: existing)
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    #expect(draft.files.map(\.name) == ["inferred.json"])
    #expect(draft.endpoints.map(\.id) == ["comments.update", "comments.get"])
    #expect(draft.notes == ["1 exchange for endpoints that are already in the contract."])
    let loaded = ContractLoader.load(before + draft.files)
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let contract = try #require(loaded.contract)
    #expect(exchanges.flatMap { Inspector(contract).inspect($0) }.isEmpty)
    #expect(contract.endpoint("comments.get")?.authentication.alternatives == [["key"]])
    // Known values have names.
    #expect(contract.failures.map(\.name) == ["notFound", "unauthorized"])
  }

  @Test func `a credential that the contract lacks is left out of what is added to it, and named`() throws {
    let before = [
      ContractLoader.File(
        name: "contract.json", path: "contract.json",
        bytes: Array(
          #"""
          {"plumbline": 1, "service": "shop", "title": "Shop", "envelope": null, "servers": {"testing": {"url": "http://127.0.0.1:1"}},
           "endpoints": {}}
          """#.utf8))
    ]
    let existing = try #require(ContractLoader.load(before).contract)
    let basic: HeaderFields = ["Authorization": "Basic YWRhOnB3"]
    let exchanges = [
      try exchange("GET /items/1", 200, #"{"id": 1}"#, headers: basic),
      try exchange("GET /items/2", 200, #"{"id": 2}"#, headers: basic),
      try exchange("GET /items/2", 401, #"{"error": "no"}"#),
    ]
    let draft = ContractInference(service: "shop", source: "a test", beside: existing)
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    let loaded = ContractLoader.load(before + draft.files)
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let contract = try #require(loaded.contract)
    #expect(contract.endpoints.count == 1)
    #expect(contract.endpoints.first?.authentication.names.isEmpty == true)
    #expect(draft.notes.count == 1)
    #expect(draft.notes.first?.hasPrefix("the credential account (basic), which isn't in contract.json") == true)
    #expect(exchanges.flatMap { Inspector(contract).inspect($0) }.isEmpty)
  }
}
