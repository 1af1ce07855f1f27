import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct AccessTests {
  private static let put = #"{ "method": "PUT", "path": "/items/7", "body": { "name": "x" }"#

  @Test func `without credentials the answer is 401 with a bearer challenge`() throws {
    let seen = try Shop.session().send(.get, "/items/7", as: nil)
    #expect(seen.status == 401)
    #expect(seen.code == "UNAUTHORIZED")
    #expect(seen["www-authenticate"] == "Bearer")
    #expect(seen.message.contains("X-Key"))
    #expect(seen.from == "built")
  }

  @Test func `an unknown credential is 401 and isn't repeated`() throws {
    let seen = try Shop.session().send(.get, "/items/7", as: "sesame")
    #expect(seen.status == 401)
    #expect(!seen.text.contains("sesame"))
  }

  @Test func `a recorded 401 is preferred, but never one about an expired token`() throws {
    let expired = try Shop.recording(
      "items.get", "expired", request: #"{ "method": "GET", "path": "/items/7" }"#, status: 401,
      body: Shop.failure("TOKEN_EXPIRED"))
    #expect(try Shop.session([expired]).send(.get, "/items/7", as: nil).from == "built")
    let missing = try Shop.recording(
      "items.get", "unauthorized", request: #"{ "method": "GET", "path": "/items/7", "persona": null }"#, status: 401,
      body: Shop.failure("UNAUTHORIZED"))
    let seen = try Shop.session([expired, missing]).send(.get, "/items/9", as: nil)
    #expect(seen.from == "items.get/unauthorized")
    #expect(seen["www-authenticate"] == "Bearer")
    #expect(seen.isRendered)
  }

  @Test func `a recorded 401 or 403 never answers a permitted caller`() throws {
    let recordings = [
      try Shop.recording(
        "items.get", "a-expired", request: #"{ "method": "GET", "path": "/items/7" }"#, status: 401,
        body: Shop.failure("TOKEN_EXPIRED")),
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
      try Shop.recording(
        "items.put", "a-forbidden", request: Self.put + #", "persona": "guest" }"#, status: 403,
        body: Shop.failure("FORBIDDEN")),
      try Shop.recording("items.put", "success", request: Self.put + " }"),
    ]
    let session = try Shop.session(recordings)
    #expect(session.send(.get, "/items/7").from == "items.get/success")
    #expect(session.send(.put, "/items/7", body: #"{"name":"x"}"#).from == "items.put/success")
    #expect(
      session.send(.put, "/items/8", as: "guest-token", body: #"{"name":"x"}"#).from == "items.put/a-forbidden")
  }

  @Test func `without the permission the answer is 403`() throws {
    let seen = try Shop.session().send(.put, "/items/7", as: "guest-token", body: #"{"name":"x"}"#)
    #expect(seen.status == 403)
    #expect(seen.code == "FORBIDDEN")
    #expect(seen.message == "guest lacks the permission can_edit.")
  }

  @Test func `access comes before validation`() throws {
    #expect(try Shop.session().send(.put, "/items/7", as: nil, body: "{").status == 401)
  }

  @Test func `a session with a persona requires no credentials`() throws {
    let owner = try Shop.session(options: MockOptions(persona: "owner"))
    #expect(owner.send(.get, "/items/7", as: nil).status == 200)
    let guest = try Shop.session(options: MockOptions(persona: "guest"))
    #expect(guest.send(.put, "/items/7", as: "owner-token", body: #"{"name":"x"}"#).status == 403)
  }

  @Test func `what isn't one's own is forbidden whatever the body`() throws {
    let request = #"{ "method": "PUT", "path": "/items/8", "body": { "name": "x" }, "persona": "owner" }"#
    let session = try Shop.session([
      try Shop.recording("items.put", "not-own", request: request, status: 403, body: Shop.failure("FORBIDDEN")),
      try Shop.recording("items.put", "success", request: Self.put + " }"),
    ])
    #expect(session.send(.put, "/items/8", body: #"{"name":"other"}"#).from == "items.put/not-own")
    #expect(session.send(.put, "/items/9", body: #"{"name":"x"}"#).from == "items.put/success")
  }
}
