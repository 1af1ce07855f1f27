import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct PreferTests {
  private func session() throws -> MockSession {
    try Shop.session([
      try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#),
      try Shop.recording("items.get", "other", request: #"{ "method": "GET", "path": "/items/8" }"#),
      try Shop.recording(
        "items.get", "gone", request: #"{ "method": "GET", "path": "/items/404" }"#, status: 404,
        body: Shop.failure("NOT_FOUND")),
      try Shop.recording(
        "items.get", "down", request: #"{ "method": "GET", "path": "/items/7" }"#, status: 500,
        body: Shop.failure("SERVER_ERROR")),
    ])
  }

  private func prefer(_ value: String, in session: MockSession) -> Seen {
    session.send(.get, "/items/7", headers: ["Prefer": value])
  }

  @Test(arguments: [
    ("code=404", "items.get/gone", "code=404"), ("Code = \"500\"", "items.get/down", "code=500"),
    ("example=other", "items.get/other", "example=other"),
    ("respond-async, wait=10;x=\"a,b\", example=\"down\"", "items.get/down", "example=down, wait=10"),
    ("code=500, example=down", "items.get/down", "code=500, example=down"),
    ("code=404, example=down", "items.get/gone", "code=404"), ("code=404, code=500", "items.get/gone", "code=404"),
    ("example=notFound", "items.get/gone", "example=notFound"), ("code=401", "built", "code=401"),
    ("code=200, example=nope", "items.get/success", "code=200"),
  ])
  func `a preference is honoured and said so`(value: String, from: String, applied: String) throws {
    let seen = prefer(value, in: try session())
    #expect(seen.from == from)
    #expect(seen["preference-applied"] == applied)
  }

  @Test(arguments: [
    "code=418", "code=abc", "code=99999999999999999999", "code", "example=nope", "return=minimal", "", ",,;=,\"",
    "code=\"404", "x=\"code=404\"",
  ])
  func `what can't be honoured is ignored`(value: String) throws {
    let seen = prefer(value, in: try session())
    #expect(seen.from == (value == "code=\"404" ? "items.get/gone" : "items.get/success"))
    #expect((seen["preference-applied"] == nil) == (value != "code=\"404"))
  }

  @Test(arguments: [
    ("code=418", "code=418: items.get has 200, 401"), ("example=othr", #"did you mean "other"?"#),
    ("code=404, example=down", "no such recording or error with that code"),
    ("wait=1.5", "a whole number of seconds"), ("code=404", nil), ("example=down, wait=1", nil),
    ("return=minimal", nil),
  ])
  func `what couldn't be honoured is said, with what would be right`(value: String, hint: String?) throws {
    let ignored = prefer(value, in: try session())["plumbline-preference-ignored"]
    if let hint { #expect(ignored?.contains(hint) == true, "\(ignored ?? "nothing")") } else { #expect(ignored == nil) }
  }

  @Test func `a request can ask why it gets its answer`() throws {
    let session = try session()
    let seen = session.send(.get, "/items/9", headers: ["Prefer": "explain, wait=0"])
    #expect(seen.from == "items.get/other" || seen.from == "items.get/success")
    #expect(seen["Plumbline-Why"]?.hasPrefix("its request is the closest match; path.id is 9, not ") == true)
    #expect(seen["Preference-Applied"] == "explain, wait=0")
    let preferred = prefer("explain, code=500", in: session)
    #expect(preferred["Plumbline-Why"] == "the request prefers code=500")
    #expect(preferred["Preference-Applied"] == "code=500, explain")
    #expect(session.send(.get, "/items/9")["Plumbline-Why"] == nil)
    let hostile = session.send(.get, "/items/a%0D%0ASet-Cookie:%20b", headers: ["Prefer": "explain"])
    #expect(hostile["Plumbline-Why"]?.contains("\n") != true)
  }

  @Test func `a refusal says that preferences don't change it`() throws {
    let session = try session()
    let ignored = { (seen: Seen) in seen["plumbline-preference-ignored"] }
    let prefer: HeaderFields = ["Prefer": "code=200, wait=1"]
    #expect(ignored(session.send(.get, "/nowhere", headers: prefer))?.hasPrefix("code and wait: ") == true)
    #expect(ignored(session.send(.post, "/items/7", headers: prefer))?.hasPrefix("code and wait: ") == true)
    let unknown = session.send(.get, "/items/7", as: "nobody-token", headers: prefer)
    #expect((unknown.status, ignored(unknown)?.hasPrefix("code and wait: ")) == (401, true))
    #expect(ignored(session.send(.get, "/nowhere", headers: ["Prefer": "return=minimal"])) == nil)
    #expect(ignored(session.send(.get, "/items/7", headers: prefer)) == nil)
  }

  @Test func `a refusal shows why, though its recorded body says something else`() throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.get", "nobody", request: #"{ "method": "GET", "path": "/items/7", "persona": null }"#, status: 401,
        body: Shop.failure("UNAUTHORIZED", "Log in.")),
      try Shop.recording(
        "items.put", "nameless", request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "" } }"#,
        status: 422, body: Shop.failure("INVALID", "The hour is in the past.")),
    ])
    let nobody = session.send(.get, "/items/7", as: nil, headers: ["Prefer": "explain"])
    #expect(nobody.from == "items.get/nobody")
    #expect(nobody["Plumbline-Why"]?.contains("X-Key") == true, "\(nobody.response.headers)")
    let asking: HeaderFields = ["Content-Type": "application/json", "Prefer": "explain, code=200"]
    let nameless = session.send(.put, "/items/7", headers: asking, body: #"{ "name": "" }"#)
    #expect(nameless.from == "items.put/nameless")
    #expect(nameless["Plumbline-Why"]?.hasPrefix("body#/name: ") == true, "\(nameless.response.headers)")
    #expect(nameless["Preference-Applied"] == "explain")
    #expect(nameless["Plumbline-Preference-Ignored"]?.hasPrefix("code: ") == true)
    let lost = session.send(.get, "/nowhere", headers: ["Prefer": "explain"])
    #expect(lost["Plumbline-Why"] == "no endpoint has this path")
    #expect(lost["Plumbline-Preference-Ignored"] == nil)
  }

  @Test func `a name that a recording and a failure have is suggested once`() throws {
    let session = try Shop.session([
      try Shop.recording(
        "items.get", "notFound", request: #"{ "method": "GET", "path": "/items/404" }"#, status: 404,
        body: Shop.failure("NOT_FOUND"))
    ])
    let ignored = prefer("example=zzzzzzzz", in: session)["plumbline-preference-ignored"] ?? ""
    #expect(ignored.ranges(of: "notFound").count == 1, "\(ignored)")
  }

  @Test func `a preference is one request's own and doesn't open doors`() throws {
    let session = try session()
    #expect(prefer("code=404", in: session).status == 404)
    #expect(session.send(.get, "/items/7").status == 200)
    #expect(session.send(.get, "/items/7", as: nil, headers: ["Prefer": "code=200"]).status == 401)
  }

  @Test func `a preference comes before an override`() throws {
    let session = try session()
    session.add(Override(endpoint: "items.get", plays: .recording("down")))
    #expect(prefer("example=other", in: session).from == "items.get/other")
    #expect(prefer("example=nope", in: session).from == "items.get/down")
  }

  @Test(
    arguments: [
      ("wait=2", 2000, "wait=2"), ("wait=99999999999999999999", 60_000, "wait=60"), ("wait=0", 0, "wait=0"),
      ("wait=-1", 0, nil), ("wait=1.5", 0, nil), ("wait", 0, nil), ("wait=3, code=404", 3000, "code=404, wait=3"),
    ] as [(String, Int, String?)])
  func `a request can make itself wait, for a while`(value: String, milliseconds: Int, applied: String?) throws {
    let session = try session()
    let request = Request(
      method: .get, target: "/items/7",
      headers: ["X-Key": "k", "Authorization": "Bearer owner-token", "Prefer": value])
    let answer = session.answer(to: request)
    #expect(answer.delivery.delay == .milliseconds(milliseconds))
    #expect(answer.response.headers["Preference-Applied"] == applied)
  }

  @Test func `of a recorded delay and a wait the longer counts`() throws {
    let slow = try Shop.recording(
      "items.get", "slow", request: #"{ "method": "GET", "path": "/items/7" }"#, more: #", "delay": 1500"#)
    let session = try Shop.session([slow])
    for (value, milliseconds) in [("wait=1", 1500), ("wait=2", 2000), ("x", 1500)] {
      let request = Request(
        method: .get, target: "/items/7",
        headers: ["X-Key": "k", "Authorization": "Bearer owner-token", "Prefer": value])
      #expect(session.answer(to: request).delivery.delay == .milliseconds(milliseconds))
    }
  }
}
