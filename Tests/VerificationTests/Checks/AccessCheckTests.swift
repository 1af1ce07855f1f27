import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Servers that admit callers whom they should reject, which must be detected. The responses of correct servers aren't
/// drift.
struct AccessCheckTests {
  /// Returns a request with its missing parts added, as a server that doesn't check them would treat it.
  private static func completed(_ request: Request, _ field: String, _ value: String) -> Request {
    var request = request
    if !request.headers.contains(field) || field == "authorization" && request.path != "/refresh" {
      request.headers[field] = value
    }
    return request
  }

  // MARK: - Credentials

  @Test(arguments: [("key", "x-key", "k"), ("session", "authorization", "Bearer ada-token")])
  func `a credential that isn't looked at is found, on three endpoints at most`(
    name: String, field: String, value: String
  ) async throws {
    let depot = Depot(asked: { Self.completed($0, field, value) })
    let checked = try await depot.check("*: requires each*", "parts.*", "reports.list", "me.get", "notes.list")
    #expect(Set(checked.drift.filter { $0.rule == .access.credentialIgnored }.map(\.detail)) == [name])
    #expect(checked.drift.count { $0.rule == .access.credentialIgnored } == 3, "\(checked.drift.map(\.message))")
  }

  @Test func `a token of which only the presence counts is found by one wrong one`() async throws {
    let depot = Depot(asked: { request in
      let isKnown = ["Bearer ada-token", "Bearer bo-token", nil].contains(request.headers["authorization"])
      return isKnown ? request : Self.completed(request, "authorization", "Bearer ada-token")
    })
    let checked = try await depot.check("parts.list", "notes.list", "reports.list", "counts.get")
    #expect(checked.found == ["access.credential-ignored session"], "\(checked.drift.map(\.message))")
    let wrong = depot.requests.compactMap { $0.headers["authorization"] }.filter { $0 != "Bearer ada-token" }
    #expect(wrong.filter { $0 != "Bearer bo-token" }.count == 1, "\(wrong)")
    #expect(checked.drift.map(\.message).allSatisfy { !$0.contains("token") || $0.contains("wrong value") })
  }

  /// The rejections that correct servers send.
  static let refusals: [Response] = [
    Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "No." }"#),
    Notes.response(403, #"{ "ok": false, "error": "FORBIDDEN", "message": "No." }"#),
    Notes.response(200, #"{ "ok": false, "error": "UNAUTHORIZED", "message": "No." }"#),
    Response(status: 302, headers: ["Location": "/login"]),
    Response(status: 200, headers: ["Content-Type": "text/html"], body: Body("<form>Log in</form>")),
    Response(status: 401, headers: ["Content-Type": "text/html"], body: Body("<h1>Unauthorized</h1>")),
    Notes.response(200, #"{ "ok": true, "data": { "login": "/login" } }"#),
  ]

  @Test(arguments: refusals)
  func `whatever refuses is no drift`(refusal: Response) async throws {
    let depot = Depot(says: { _, answer, _ in answer.response.status == 401 ? OutgoingResponse(refusal) : answer })
    let checked = try await depot.check("parts.list", "reports.list", "notes.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: requires each of its credentials"), "\(checked.lines)")
  }

  @Test(arguments: [
    Notes.response(429, #"{ "ok": false }"#), Notes.response(423, #"{ "ok": false }"#),
    Response(status: 403, headers: ["Content-Type": "text/html; charset=utf-8"], body: Body("<h1>Blocked</h1>")),
  ])
  func `who is locked out tries nothing more`(answer: Response) async throws {
    let count = Counted()
    let depot = Depot(says: { request, own, _ in
      guard own.response.status == 401, !request.headers.contains("x-key") != !request.headers.contains("authorization")
      else { return own }
      _ = count.count("lacking")
      return OutgoingResponse(answer)
    })
    let checked = try await depot.check("parts.list", "reports.list", "notes.list", "me.get")
    #expect(count.seen("lacking") == 1)
    #expect(checked.found == [])
    #expect(
      checked.outcomes.compactMap(\.line.reason).contains {
        $0.hasSuffix("returned \(answer.status), so the check stopped")
      })
  }

  @Test func `what an answer says of those without credentials, and a choice of them, isn't judged`() async throws {
    let contract = DepotContract.changed(
      #""reports.list": { "#, to: #""reports.list": { "authentication": [["key", "session"], ["key"]], "#)
    let depot = Depot(contract, asked: { Self.completed($0, "authorization", "Bearer ada-token") })
    let checked = try await depot.check("reports.list: *contract", "reports.list: requires each*")
    #expect(checked.lines == [])
  }

  // MARK: - Permissions

  @Test func `an admitted caller without permission is found`() async throws {
    let depot = Depot(asked: { request in
      request.path == "/reports" && request.headers["authorization"] == "Bearer bo-token"
        ? Self.completed(request, "authorization", "Bearer ada-token") : request
    })
    let checked = try await depot.check("reports.list")
    #expect(checked.found == ["access.permission-ignored can_edit"], "\(checked.drift.map(\.message))")
    #expect(
      checked.drift.map(\.message) == [
        "GET /reports requires can_edit, which bo doesn't have, but returns 200."
      ])
    let healthy = try await Depot().check("reports.list")
    #expect(healthy.found == [])
    #expect(healthy.lines.contains("passed reports.list: rejects callers without permission"))
  }

  @Test func `who may is seen by what is still there`() async throws {
    let contract = DepotContract.changed(
      #""request": "GET /parts/{id}", "source": "Handbook","#,
      to: #""request": "GET /parts/{id}", "source": "Handbook", "requires": ["can_edit"],"#)
    let removed = Counted()
    let depot = Depot(
      contract,
      asked: { request in
        request.method == .get && request.path.hasPrefix("/parts/")
          && request.headers["authorization"] == "Bearer bo-token"
          ? Self.completed(request, "authorization", "Bearer ada-token") : request
      },
      says: { request, answer, ask in
        // The first part that is read doesn't exist afterward.
        guard request.method == .get, request.path == "/parts/11", removed.count("reads") > 1 else { return answer }
        return ask(Request(method: .get, target: "/parts/404", headers: request.headers))
      })
    let checked = try await depot.check("parts.get", "parts.add", "parts.edit", writing: true)
    #expect(checked.drift.map { "\($0.endpoint) \($0.rule)" } == ["parts.get access.permission-ignored"])
    let asked = depot.requests.filter { $0.headers["authorization"] == "Bearer bo-token" && $0.method == .get }
    #expect(asked.allSatisfy { $0.path != "/parts/11" }, "\(asked.map(\.path))")
  }

  @Test func `a change by who may not is tried on the run's own items, and changes nothing`() async throws {
    let depot = Depot(asked: { request in
      request.method == .put && request.headers["authorization"] == "Bearer bo-token"
        ? Self.completed(request, "authorization", "Bearer ada-token") : request
    })
    let checked = try await depot.check("parts.add", "parts.edit", writing: true)
    #expect(checked.found == ["access.permission-ignored can_edit"], "\(checked.drift.map(\.message))")
    let tried = depot.requests.filter { $0.method == .put && $0.headers["authorization"] == "Bearer bo-token" }
    let made = tried.filter { !["/parts/11", "/parts/12", "/parts/13", "/parts/14", "/parts/15"].contains($0.path) }
    #expect(!tried.isEmpty, "\(tried.map(\.path))")
    #expect(made.count == tried.count, "\(tried.map(\.path))")
    let read = try await depot.check("parts.add", "parts.edit")
    #expect(read.found == [], "Nothing is changed where nobody allows it.")
    #expect(try await Depot().check("parts.add", "parts.edit", writing: true).found == [])
  }

  @Test func `an item is made for it where the calls remove theirs, and removed afterwards`() async throws {
    let edits = ["parts.add", "parts.edit", "parts.remove"]
    let depot = Depot(asked: { request in
      request.method == .put && request.headers["authorization"] == "Bearer bo-token"
        ? Self.completed(request, "authorization", "Bearer ada-token") : request
    })
    let checked = try await depot.check(edits[0], edits[1], edits[2], writing: true)
    #expect(checked.found == ["access.permission-ignored can_edit"], "\(checked.drift.map(\.message))")
    let healthy = Depot()
    let passed = try await healthy.check(edits[0], edits[1], edits[2], writing: true)
    #expect(passed.found == [], "\(passed.drift.map(\.message))")
    #expect(passed.lines.contains("passed parts.edit: rejects callers without permission"), "\(passed.lines)")
    let headers: HeaderFields = ["X-Key": "k", "Authorization": "Bearer ada-token"]
    for depot in [depot, healthy] {
      let reply = depot.respond(
        to: Request(method: .get, target: "/parts?size=50", headers: headers), completion: Completion { _ in })
      guard case .now(let answer) = reply else {
        Issue.record("The depot responds at once.")
        continue
      }
      #expect(answer.items.compactMap { $0["id"]?.int } == [11, 12, 13, 14, 15])
    }
  }

  @Test func `a change in a form is tried with the tag that a read shows`() async throws {
    let body = #""body": { "type": "object", "properties": { "label": { "type": "string" } } },"#
    let form = #"""
      "content": { "application/x-www-form-urlencoded": { "schema": {
        "type": "object", "properties": { "label": { "type": "string" } } } } },
      """#
    let condition = #""headers": { "If-Match": { "type": "string" } }, "required": { "headers": ["If-Match"] }, "#
    let depot = Depot(
      DepotContract.changed(body, to: form), judgedBy: DepotContract.changed(body, to: condition + form),
      asked: { request in
        let isBo = request.method == .put && request.headers["authorization"] == "Bearer bo-token"
        var asked = isBo ? Self.completed(request, "authorization", "Bearer ada-token") : request
        asked.headers["If-Match"] = nil
        return asked
      },
      says: { request, answer, _ in
        guard request.method == .get, request.path.hasPrefix("/parts/") else { return answer }
        var response = answer.response
        response.headers["ETag"] = "\"7\""
        return OutgoingResponse(response)
      })
    let checked = try await depot.check("parts.add", "parts.edit", writing: true)
    #expect(checked.found == ["access.permission-ignored can_edit"], "\(checked.drift.map(\.message))")
    let tried = depot.requests.filter { $0.method == .put && $0.headers["authorization"] == "Bearer bo-token" }
    #expect(!tried.isEmpty)
    #expect(tried.allSatisfy { $0.headers["if-match"] == "\"7\"" }, "\(tried.map(\.headers))")
  }

  // MARK: - The caller's own items

  /// A depot in which all callers have Ada's notes.
  private static func shared(_ methods: Set<HTTPMethod>, _ isMeant: @escaping @Sendable (String) -> Bool) -> Depot {
    Depot(asked: { request in
      request.path.hasPrefix("/notes") && methods.contains(request.method) && isMeant(request.path)
        && request.headers["authorization"] == "Bearer bo-token"
        ? completed(request, "authorization", "Bearer ada-token") : request
    })
  }

  @Test func `a list that shows another's items is found by reading alone`() async throws {
    let checked = try await Self.shared([.get]) { $0 == "/notes" }.check("notes.list")
    #expect(checked.found == ["access.not-isolated lists"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.message) == ["bo lists notes 1, which belongs to ada."])
  }

  @Test func `what the run made, and another reads or changes, is found`() async throws {
    let reads = try await Self.shared([.get]) { $0 != "/notes" }.check(
      "notes.list", "notes.add", "notes.get", "notes.edit", writing: true)
    #expect(reads.found == ["access.not-isolated reads"], "\(reads.drift.map(\.message))")
    let changes = try await Self.shared([.put]) { _ in true }.check(
      "notes.list", "notes.add", "notes.get", "notes.edit", writing: true)
    #expect(changes.found == ["access.not-isolated changes"], "\(changes.drift.map(\.message))")
  }

  @Test func `two who have items by one key have their own all the same`() async throws {
    // Ada and Bo both have a note 1, and the next note of each is 2.
    let checked = try await Depot().check("notes.list", "notes.add", "notes.get", "notes.edit", writing: true)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed notes.list: hides a caller's items from others"), "\(checked.lines)")
  }

  @Test func `who belongs to one company may see the company's items`() async throws {
    let contract = DepotContract.changed([
      (#""per": "persona.id""#, #""per": "persona.x-company""#),
      (#""ada": { "id": 1,"#, #""ada": { "id": 1, "x-company": 1,"#),
      (#""bo": { "id": 2,"#, #""bo": { "id": 2, "x-company": 1,"#),
    ])
    let checked = try await Depot(contract).check("notes.list", "notes.add", "notes.get", "notes.edit", writing: true)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(!checked.lines.contains { $0.contains("hides a caller's items") })
  }

  @Test func `without a second caller nothing is said of isolation`() async throws {
    let depot = Self.shared([.get]) { $0 == "/notes" }
    let checked = try await depot.check("notes.list", environment: ["DEPOT_TOKEN_BO": ""])
    #expect(checked.found == [])
    #expect(!checked.lines.contains { $0.contains("hides a caller's items") })
  }
}
