import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct LoginLintTests {
  private func problems(
    state: String = #", "state": { "action": "login" }"#,
    credentials: String = #""session": { "in": "bearer", "environment": "SHOP_TOKEN" }"#,
    answer: String? = #"{ "token": "abc123" }"#, headers: String = "{}"
  ) throws -> [Problem] {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "credentials": { \(credentials) },
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "personas": { "guest": { "id": 2, "login": { "user": "gus" },
          "credentials": { "session": "guest-token", "refresh": "guest-refresh" } } },
        "endpoints": {
          "items.get": { "summary": "Logs in", "request": "POST /items/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "body": { "type": "object" },
            "success": { "200": { "payload": { "type": "object", "required": ["token"],
              "properties": { "token": { "type": "string" } } } } }\(state) } } }
      """.replacing(credentials.contains("refresh") ? "" : #", "refresh": "guest-refresh""#, with: "")
    let contract = try RecordingFiles.contract(text)
    let file = answer.map { answer in
      RecordingFiles.file(
        RecordingFiles.text(
          request: #"{ "method": "POST", "path": "/items/7", "body": { "user": "gus" } }"#,
          response: #"{ "status": 200, "headers": \#(headers), "body": { "ok": true, "data": \#(answer) } }"#))
    }
    let recordings = RecordingLoader.load(file.map { [$0] } ?? []).recordings
    return RecordingLint.problems(in: recordings, contract: contract)
  }

  @Test func `a recorded token that is no persona's is dead, and the fix is reported`() throws {
    let found = try problems()
    let problem = try #require(found.first)
    #expect(found.count == 1)
    #expect(problem.level == .error)
    #expect(problem.isServable)
    #expect(problem.location.file.hasSuffix("success.json"))
    #expect(problem.location.line > 1)
    #expect(problem.message.contains(#"add "set": { "/token": "credential.session" } to the "state" of items.get"#))
    #expect(problem.message.contains(#"or record "guest-token", which is guest's, instead."#))
  }

  @Test func `a login without a state is asked to have one`() throws {
    let message = try problems(state: "").first?.message ?? ""
    #expect(message.contains(#""state": { "action": "login", "set": { "/token": "credential.session" } }"#))
  }

  @Test func `a token that is made up is dead as well`() throws {
    let problem = try #require(try problems(answer: nil).first)
    #expect(problem.location.file == "shop/contract.json")
    #expect(problem.message.contains("issues a token"))
  }

  @Test func `what lets its caller in is no problem`() throws {
    #expect(try problems(answer: #"{ "token": "guest-token" }"#) == [])
    let set = #", "state": { "action": "login", "set": { "/token": "credential.session" } }"#
    #expect(try problems(state: set) == [])
    #expect(try problems(state: set, answer: nil) == [])
    // A response need not issue credentials, and a key that isn't a session's is never issued.
    #expect(try problems(answer: #"{ "name": "Gus" }"#) == [])
    let key = #""session": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" }"#
    #expect(try problems(credentials: key) == [])
  }

  @Test func `of several credentials the dead one is reported by its name`() throws {
    let two = #""session": { "in": "bearer", "environment": "A" }, "refresh": { "in": "bearer", "environment": "B" }"#
    let state = #", "state": { "action": "login", "set": { "/token": "credential.session" } }"#
    let answer = #"{ "token": "x", "refreshToken": "y", "idToken": "z" }"#
    let found = try problems(state: state, credentials: two, answer: answer)
    #expect(found.count == 1)
    #expect(found.first?.message.contains(#""/refreshToken": "credential.refresh""#) == true)
  }

  @Test func `a cookie that belongs to no persona is dead`() throws {
    let cookie = #""session": { "in": "cookie", "name": "sid", "environment": "SHOP_SID" }"#
    func found(_ value: String) throws -> [Problem] {
      try problems(
        credentials: cookie, answer: "{}", headers: #"{ "set-cookie": "sid=\#(value); Path=/" }"#)
    }
    #expect(try found("abc").first?.message.contains(#"record "guest-token", which is guest's, instead."#) == true)
    #expect(try found("guest-token") == [])
  }
}
