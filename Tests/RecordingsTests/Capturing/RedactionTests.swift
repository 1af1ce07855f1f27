import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Secrets, which must not be written to a file, while the mock can still replay the file.
@Suite struct RedactionTests {
  @Test(arguments: [
    ["X-Key": "K-live-123456", "Authorization": "Bearer live-token-9"] as HeaderFields,
    ["Cookie": "seat=live-seat-77; tracking=abcdefgh-1"],
  ])
  func `credentials in fields are left out, and the persona is named`(headers: HeaderFields) throws {
    let plan = try Shop.plan(
      [
        Shop.exchange(
          .get, "/items/7", headers, answer: #"{ "data": { "echo": "live-token-9/live-seat-77/K-live-123456" } }"#)
      ],
      environment: ["key": "K-live-123456", "session": "live-token-9", "seat": "live-seat-77"])
    let file = try #require(plan.files.first, "\(plan.skips)")
    #expect(file.recording.caller == .persona("agent"))
    #expect(file.recording.request.headers.isEmpty)
    #expect(file.recording.responseBody?["data"]?["echo"]?.string == "agent-token/agent-seat/demo-key")
    #expect(file.replaced == ["/response/body/data/echo"])
    #expect(!plan.text.contains("live"))
  }

  @Test func `a credential in the query is left out, and other secrets there are masked`() throws {
    let plan = try Shop.plan([Shop.exchange(.get, "/items/7?ticket=live-ticket-1&full=true&access_token=Zz9-x")])
    let recording = try #require(plan.files.first?.recording)
    #expect(recording.request.target == "/items/7?full=true&access_token=Aa0-a")
    #expect(plan.leftOut == ["/request/query/ticket"])
  }

  @Test(arguments: [
    (#"{ "desk": "live-desk-5", "n": "1" }"#, "application/json"),
    ("desk=live-desk-5&n=1", "application/x-www-form-urlencoded"),
  ])
  func `a credential in the body is left out, and the persona is named`(body: String, type: String) throws {
    let plan = try Shop.plan(
      [Shop.exchange(.post, "/items/7/buy", ["Content-Type": type], body, status: 201)],
      environment: ["pin": "live-desk-5"])
    let file = try #require(plan.files.first, "\(plan.skips)")
    #expect(file.recording.caller == .persona("agent"))
    #expect(file.recording.request.body.bytes.map { String(decoding: $0, as: UTF8.self) }?.contains("desk") == false)
    #expect(plan.leftOut == ["/request/body/desk"])
    #expect(!plan.text.contains("live"))
  }

  @Test func `who logs in is a persona, and what is handed out is the persona's`() throws {
    let plan = try Shop.plan(
      [
        // At this point, nothing indicates that this is a token.
        Shop.exchange(
          .get, "/items/7", ["Cookie": "seat=agent-seat"],
          answer: #"{ "ok": true, "data": { "last": "handed-out-1" } }"#),
        Shop.exchange(
          .post, "/login", [:], #"{ "email": "real@corp.example", "password": "s3cret", "device": "phone" }"#,
          answer: #"{ "data": { "pass": "handed-out-1", "refreshToken": "Rr-55", "name": "Real" } }"#,
          fields: ["Set-Cookie": "sid=9a8b7c6d; Path=/; HttpOnly"]),
        Shop.exchange(
          .get, "/items/8", ["X-Key": "live-key-1", "Authorization": "Bearer handed-out-1"],
          answer: #"{ "ok": true, "data": { "last": null } }"#),
      ], environment: ["key": "live-key-1"])
    #expect(plan.ids == ["items.get/success", "session.login/success", "items.get/success-with-null-last"])
    let login = try #require(plan.files.dropFirst().first?.recording)
    #expect(login.requestBody == ["email": "ada@shop.example", "password": "demo", "device": "phone"])
    #expect(login.responseBody == ["data": ["pass": "agent-token", "refreshToken": "Aa-00", "name": "Real"]])
    #expect(login.response.headers["set-cookie"] == "sid=0a0a0a0a; Path=/; HttpOnly")
    #expect(plan.files.first?.recording.responseBody?["data"]?["last"]?.string == "agent-token")
    #expect(plan.files.last?.recording.caller == .persona("agent"))
    for secret in ["real@corp", "s3cret", "handed-out", "Rr-55", "9a8b7c6d", "live-key"] {
      #expect(!plan.text.contains(secret), "\(secret) in\n\(plan.text)")
    }
    #expect(login.provenance.note?.contains("/request/body/password") == true)
  }

  @Test func `values that are the persona's own already stay as they are`() throws {
    let body = #"{ "email": "ada@shop.example", "password": "demo" }"#
    let plan = try Shop.plan([
      Shop.exchange(.post, "/login", [:], body, answer: #"{ "data": { "pass": "agent-token" } }"#)
    ])
    let file = try #require(plan.files.first)
    #expect(file.recording.requestBody == ["email": "ada@shop.example", "password": "demo"])
    #expect(file.recording.responseBody == ["data": ["pass": "agent-token"]])
    #expect(file.replaced.isEmpty)
  }

  @Test func `a login that is refused keeps no password, and isn't the persona's`() throws {
    let body = #"{ "email": "real@corp.example", "password": "gu3ss" }"#
    let plan = try Shop.plan(
      [Shop.exchange(.post, "/login", [:], body, status: 401, answer: #"{ "error": "DENIED" }"#)],
      environment: ["key": "live-key-1"])
    #expect(plan.ids == ["session.login/denied"])
    #expect(plan.files.first?.recording.requestBody == ["email": "ada@shop.example", "password": "aa0aa"])
  }

  @Test func `secrets are found by their names and by their looks, and other texts stay`() throws {
    let token = "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl"
    let answer = """
      { "data": { "newPassword": "Abc-1", "api_key": "k9", "nextPageToken": "p2", "token_type": "bearer",
        "passwordChangedAt": "2026-01-01T00:00:00Z", "note": "\(token)", "token": 7, "secret": null } }
      """
    let plan = try Shop.plan([Shop.exchange(.get, "/items/7", ["Cookie": "seat=agent-seat"], answer: answer)])
    let data = try #require(plan.files.first?.recording.responseBody?["data"])
    #expect(data["newPassword"]?.string == "Aaa-0")
    #expect(data["api_key"]?.string == "a0")
    #expect(data["nextPageToken"]?.string == "p2")
    #expect(data["token_type"]?.string == "bearer")
    #expect(data["passwordChangedAt"]?.string == "2026-01-01T00:00:00Z")
    #expect(data["token"]?.int == 7)
    #expect(data["secret"]?.isNull == true)
    #expect(data["note"]?.string?.contains("eyJ") == false)
  }

  @Test func `an unknown caller is guessed, and the guess is reported`() throws {
    let headers: HeaderFields = ["X-Key": "live-key-1", "Authorization": "Bearer unknown-token"]
    let contract = try Shop.contract()
    var book = CallerRegistry(contract, assumed: contract.persona("viewer"))
    var options = RecordingPlan.Options(from: "x", on: "2026-11-21", path: { "\($0)/\($1).json" })
    options.refreshes = true
    let plan = RecordingPlan(
      [Shop.exchange(.get, "/items/7", headers), Shop.exchange(.get, "/items/8")], of: contract, beside: [],
      options: options, callers: &book)
    #expect(plan.files.map(\.recording.caller) == [.persona("viewer"), .nobody])
    #expect(book.guesses == ["key taken for viewer's", "session taken for viewer's"])
  }

  @Test(arguments: ["X-Zq8Secret-7f3a9c1d2e", "x-zq8secret-7f3a9c1d2e", "X-ZQ8SECRET-7F3A9C1D2E"])
  func `a credential in a field's name is replaced in any case`(name: String) throws {
    let plan = try Shop.plan(
      [Shop.exchange(.get, "/items/7", ["X-Key": "demo-key", name: "1"], fields: [name: "2"])],
      environment: ["session": "Zq8Secret-7f3a9c1d2e"])
    #expect(plan.files.count == 1, "\(plan.skips)")
    #expect(!plan.text.lowercased().contains("zq8secret"))
    #expect(plan.text.contains("x-agent-token"))
  }
}
