import PlumblineJSONTree
import TestSupport
import Testing

/// Reality Portal on the command line, with guests, members, new users, and calls that depend on one another.
struct RealityPortalCommandTests {
  /// A caller of a served mock.
  private struct Caller {
    let port: Int
    var token: String?

    func send(_ line: String, _ body: String = "") async throws -> (status: Int, json: JSON) {
      let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
      let response = try await RawConnection.connect(port: port).exchange(
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(authorization)"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return (response.status, response.body.isEmpty ? .null : try JSON.parse(response.body))
    }
  }

  private func serving(_ work: (Caller) async throws -> Void) async throws {
    let tool = RunningCommand(["serve", "realityportal", "--port", "0"])
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "Reality Portal: http://127.0.0.1:").flatMap(Int.init))
    try await work(Caller(port: port))
  }

  @Test func `a favorite is listed and its heart is filled, but not for guests`() async throws {
    try await serving { guest in
      #expect(try await guest.send("GET /api/v1/favorites").status == 401)
      #expect(try await guest.send("GET /api/v1/listings/124").json["isFavorite"] == nil)
      let member = Caller(port: guest.port, token: "member-token")
      #expect(try await member.send("GET /api/v1/listings/124").json["isFavorite"] == false)
      #expect(try await member.send("PUT /api/v1/favorites/124").status == 204)
      let listed = try await member.send("GET /api/v1/favorites").json.elements.compactMap { $0["id"]?.string }
      #expect(listed == ["123", "124", "126"])
      #expect(try await member.send("GET /api/v1/listings/124").json["isFavorite"] == true)
      #expect(try await member.send("DELETE /api/v1/favorites/124").status == 204)
      #expect(try await member.send("GET /api/v1/listings/124").json["isFavorite"] == false)
      #expect(try await guest.send("GET /api/v1/listings/124").json["isFavorite"] == nil)
    }
  }

  @Test func `an inquiry opens its conversation, a message is the inquiry's last, reading leaves nothing unread`()
    async throws
  {
    try await serving { guest in
      let member = Caller(port: guest.port, token: "member-token")
      let made = try await member.send(
        "POST /api/v1/inquiries", #"{"listingId":"125","message":"Free?","contactPreference":"phone"}"#)
      #expect(made.status == 201)
      #expect(made.json["status"] == "pending")
      let id = try #require(made.json["id"]?.string)
      let texts = { (json: JSON) in json.elements.compactMap { $0["text"]?.string } }
      #expect(try await texts(member.send("GET /api/v1/inquiries/\(id)/messages").json) == ["Free?"])
      #expect(try await member.send("POST /api/v1/inquiries/\(id)/messages", #"{"text":"Hello?"}"#).status == 201)
      #expect(try await texts(member.send("GET /api/v1/inquiries/\(id)/messages").json) == ["Free?", "Hello?"])
      #expect(try await member.send("GET /api/v1/inquiries/\(id)").json["lastMessage"] == "Hello?")
      #expect(try await member.send("GET /api/v1/inquiries/501").json["unreadCount"] == 1)
      #expect(try await member.send("GET /api/v1/inquiries/501/messages").status == 200)
      #expect(try await member.send("GET /api/v1/inquiries/501").json["unreadCount"] == 0)
    }
  }

  @Test func `a newcomer registers, logs in, edits the profile, refreshes and logs out`() async throws {
    try await serving { guest in
      let login = #"{"email":"nina@example.com","password":"demo-password"}"#
      let refused = try await guest.send("POST /api/v1/auth/login", login)
      #expect(refused.status == 401)
      #expect(refused.json["message"]?.string?.contains("demo-password") == false)
      let account = #"{"name":"Nina W","email":"nina@example.com","password":"demo-password"}"#
      #expect(try await guest.send("POST /api/v1/auth/register", account).status == 201)
      #expect(try await guest.send("POST /api/v1/auth/register", account).status == 409)
      let session = try await guest.send("POST /api/v1/auth/login", login).json
      var newcomer = Caller(port: guest.port, token: session["accessToken"]?.string)
      #expect(session["user"]?["name"] == "Nina W")
      #expect(try await newcomer.send("PATCH /api/v1/profile", #"{"name":"Nina Weiss"}"#).status == 200)
      #expect(try await newcomer.send("GET /api/v1/profile").json["name"] == "Nina Weiss")
      let refresher = Caller(port: guest.port, token: session["refreshToken"]?.string)
      let tokens = try await refresher.send("POST /api/v1/auth/refresh")
      #expect(tokens.status == 200)
      newcomer.token = tokens.json["accessToken"]?.string
      #expect(try await newcomer.send("GET /api/v1/profile").json["name"] == "Nina Weiss")
      #expect(try await newcomer.send("POST /api/v1/auth/logout").status == 204)
      #expect(try await newcomer.send("GET /api/v1/profile").status == 401)
      #expect(try await newcomer.send("GET /api/v1/listings/123").status == 401)
      #expect(try await guest.send("GET /api/v1/listings/123").status == 200)
    }
  }

  @Test func `a new member has an account of its own, which starts empty`() async throws {
    try await serving { guest in
      var ids: [String] = []
      for name in ["nina", "omar", "pia"] {
        let account = #"{"name":"\#(name)","email":"\#(name)@example.com","password":"demo-password"}"#
        let made = try await guest.send("POST /api/v1/auth/register", account)
        #expect(made.status == 201)
        ids.append(made.json["id"]?.string ?? "")
        let login = #"{"email":"\#(name)@example.com","password":"demo-password"}"#
        let session = try await guest.send("POST /api/v1/auth/login", login).json
        #expect(session["user"] == made.json)
        let caller = Caller(port: guest.port, token: session["accessToken"]?.string)
        #expect(try await caller.send("GET /api/v1/profile").json == made.json)
        #expect(try await caller.send("GET /api/v1/favorites").json.count == 0)
        #expect(try await caller.send("GET /api/v1/inquiries").json.count == 0)
        #expect(try await caller.send("PUT /api/v1/favorites/125").status == 204)
        #expect(try await caller.send("GET /api/v1/listings/125").json["isFavorite"] == true)
      }
      let journal = try await guest.send("GET /__plumbline/journal?drifted=true").json
      #expect(journal["exchanges"]?.count == 0, "Whoever logs in is promised what a member is: \(journal.text)")
      #expect(ids == ["user-2", "user-3", "user-4"])
      let member = Caller(port: guest.port, token: "member-token")
      #expect(try await member.send("GET /api/v1/favorites").json.count == 2)
    }
  }

  @Test
  func `after a new password and a new email these are what one logs in with, and a logout ends all of a session`()
    async throws
  {
    try await serving { guest in
      var member = Caller(port: guest.port, token: "member-token")
      let change = #"{"currentPassword":"demo-password","newPassword":"another-password"}"#
      #expect(try await member.send("PUT /api/v1/profile/password", change).status == 204)
      #expect(try await member.send("PATCH /api/v1/profile", #"{"email":"mn@example.com"}"#).status == 200)
      #expect(try await member.send("POST /api/v1/auth/logout").status == 204)
      #expect(try await member.send("GET /api/v1/profile").status == 401)
      let old = #"{"email":"mara@example.com","password":"demo-password"}"#
      #expect(try await guest.send("POST /api/v1/auth/login", old).status == 401)
      let session = try await guest.send(
        "POST /api/v1/auth/login", #"{"email":"mn@example.com","password":"another-password"}"#)
      #expect(session.status == 200)
      #expect(session.json["user"]?["email"] == "mn@example.com")
      member.token = session.json["accessToken"]?.string
      #expect(try await member.send("GET /api/v1/favorites").json.count == 2)
      #expect(try await member.send("POST /api/v1/auth/logout").status == 204)
      let refresher = Caller(port: guest.port, token: session.json["refreshToken"]?.string)
      #expect(try await refresher.send("POST /api/v1/auth/refresh").status == 401)
    }
  }

  @Test func `a search finds words, cities, sizes and prices, on pages`() async throws {
    try await serving { guest in
      let searches = [
        ("q=mill", ["126"]),
        ("city=Bratislava", ["123", "125"]),
        ("minPrice=119500&maxPrice=289000", ["123", "125"]),
        ("maxPrice=100000", ["127"]),
        ("minPrice=336000.5&sort=price&order=desc", ["124", "126"]),
        ("bedrooms=2&minPrice=60000", ["123"]),
        ("minPrice=100000&sort=price&page=2&pageSize=2", ["126", "124"]),
      ]
      for (query, ids) in searches {
        let found = try await guest.send("GET /api/v1/listings?\(query)").json["listings"]
        #expect(found?.elements.compactMap { $0["id"]?.string } == ids, "\(query)")
      }
      #expect(try await guest.send("GET /api/v1/listings?minPrice=cheap").status == 422)
    }
  }
}
