import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct LoginTests {
  private func login(
    _ name: String, _ user: String, password: String = "pw", status: Int = 200, body: String
  ) throws -> Recording {
    try Shop.recording(
      "session.login", name,
      request: #"{ "method": "POST", "path": "/login", "body": { "user": "\#(user)", "password": "\#(password)" } }"#,
      status: status, body: body)
  }

  private func owner() throws -> Recording {
    try login(
      "success", "olga",
      body: """
        { "ok": true, "data": { "token": "owner-token",
          "me": { "id": 1, "type": "OWNER", "user": "olga", "can_edit": true, "other": 1 } } }
        """)
  }

  private func send(_ session: MockSession, _ user: String, _ password: String = "pw") -> Seen {
    let body = #"{ "user": "\#(user)", "password": "\#(password)", "device": "phone" }"#
    return session.send(.post, "/login", as: nil, headers: ["X-Key": "k"], body: body)
  }

  @Test func `a persona's login gets that persona's recording`() throws {
    let guest = try login("as-guest", "gus", body: #"{ "ok": true, "data": { "token": "guest-token" } }"#)
    let session = try Shop.session([try owner(), guest])
    #expect(send(session, "olga").from == "session.login/success")
    #expect(send(session, "gus").from == "session.login/as-guest")
  }

  @Test func `a persona without a recording gets another's with its own details`() throws {
    let seen = send(try Shop.session([try owner()]), "gus")
    #expect(seen.status == 200)
    #expect(seen.json?["data"]?["token"]?.string == "guest-token")
    #expect(
      seen.json?["data"]?["me"] == ["id": 2, "type": "GUEST", "user": "gus", "can_edit": false, "other": 1])
  }

  @Test func `an unknown login is the endpoint's own 401`() throws {
    let session = try Shop.session([try owner()])
    let seen = send(session, "olga", "guess")
    #expect((seen.status, seen.code) == (401, "WRONG_PASSWORD"))
    let recorded = try login(
      "wrong", "olga", password: "wrong", status: 401, body: Shop.failure("WRONG_PASSWORD"))
    let other = try Shop.session([try owner(), recorded])
    #expect(send(other, "olga", "wrong").from == "session.login/wrong")
    #expect(send(other, "nobody", "x").from == "session.login/wrong")
    #expect(send(other, "olga").from == "session.login/success")
  }

  @Test func `a missing key is the common 401, not the login's`() throws {
    let session = try Shop.session([try owner()])
    let seen = session.send(.post, "/login", as: nil, body: #"{"user":"olga","password":"pw"}"#)
    #expect((seen.status, seen.code) == (401, "UNAUTHORIZED"))
  }

  @Test func `nothing recorded still refuses strangers`() throws {
    let session = try Shop.session()
    #expect(send(session, "nobody").status == 401)
    #expect(send(session, "olga").from == "synthesised")
  }
}
