import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

@Suite struct RecordingPlanTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  @Test func `names tell what was answered, and what a further request has otherwise`() throws {
    let other: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer viewer-token"]
    let plan = try Shop.plan([
      Shop.exchange(.get, "/items/7", Self.agent),
      Shop.exchange(.get, "/items/8", Self.agent),
      Shop.exchange(.get, "/items/7?full=true", Self.agent),
      Shop.exchange(.get, "/items/7", other),
      Shop.exchange(.get, "/items/9", Self.agent, status: 404, answer: #"{ "ok": false, "error": "NOT_FOUND" }"#),
      Shop.exchange(
        .post, "/items/7/buy", Self.agent, "{}", status: 409, answer: #"{ "ok": false, "error": "TAKEN" }"#),
      Shop.exchange(.post, "/items/8/buy", Self.agent, #"{ "n": 2 }"#, status: 422, answer: #"{ "ok": false }"#),
      Shop.exchange(.post, "/items/8/buy", Self.agent, #"{ "n": 3 }"#, status: 422, answer: #"{ "ok": false }"#),
      Shop.exchange(.get, "/items/7", Self.agent, status: 500, answer: "{}"),
    ]) { $0.refreshes = true }
    #expect(
      plan.ids == [
        "items.get/success", "items.get/success-8", "items.get/success-full-true", "items.get/success-as-viewer",
        "items.get/not-found", "items.buy/taken", "items.buy/422-unprocessable-content",
        "items.buy/422-unprocessable-content-n-3", "items.get/500-internal-server-error",
      ])
    #expect(plan.skips.isEmpty)
  }

  @Test func `a name that is taken on the disk gets a number`() throws {
    let plan = try Shop.plan([Shop.exchange(.get, "/items/7", Self.agent)]) {
      $0.isThere = { $0.hasSuffix("/success.json") }
    }
    #expect(plan.ids == ["items.get/success-2"])
  }

  @Test func `the same exchange again makes no second file, in this session or in the next`() throws {
    let capture = Shop.exchange(.get, "/items/7?full=true", Self.agent)
    let plan = try Shop.plan([capture, capture])
    #expect(plan.ids == ["items.get/success"])
    #expect(plan.files.first?.times == 2)
    let next = try Shop.plan([capture], beside: plan.files.map(\.recording)) { $0.replaces = true }
    #expect(next.ids.isEmpty)
    #expect(next.skips.isEmpty)
    #expect(next.told == ["items.get/success × 1, the same"])
  }

  @Test func `an existing recording is replaced only when asked, and keeps how it is replayed`() throws {
    let file = RecordingFiles.file(
      RecordingFiles.text(
        request: #"{ "method": "GET", "path": "/items/7", "persona": "agent" }"#,
        more: #"""
          , "bind": { "/response/body/data/id": "path.id", "/response/body/ok": "query.full" },
          "delay": 20, "match": { "query.full": { "type": "boolean" } }, "x-owner": "ada"
          """#), name: "seven")
    let existing = RecordingLoader.load([file]).recordings
    try #require(existing.count == 1)
    let capture = Shop.exchange(.get, "/items/7", Self.agent, answer: #"{ "ok": false, "data": { "id": 8 } }"#)
    let kept = try Shop.plan([capture], beside: existing)
    #expect(kept.ids.isEmpty)
    #expect(kept.told == ["items.get/seven × 1"])
    let plan = try Shop.plan([capture], beside: existing) { $0.refreshes = true }
    let written = try #require(plan.files.first)
    #expect(written.recording.id == "items.get/seven")
    #expect(written.replacedKind == .authored)
    #expect(written.recording.bindings.count == 2)
    #expect(written.recording.delay == .milliseconds(20))
    #expect(written.recording.match.clauses.count == 1)
    #expect(written.recording.extras.map(\.name) == ["x-owner"])
    #expect(written.recording.responseBody?["data"]?["id"] == 8)
  }

  @Test func `an answer with something new takes the place of another only where any answer is to`() throws {
    let file = RecordingFiles.file(
      RecordingFiles.text(
        request: #"{ "method": "GET", "path": "/items/7", "persona": "agent" }"#,
        more: #", "bind": { "/response/body/data/id": "path.id", "/response/body/ok": "query.full" }"#), name: "seven")
    let existing = RecordingLoader.load([file]).recordings
    let capture = Shop.exchange(.get, "/items/7", Self.agent, answer: #"{ "data": { "id": 7, "n": 2 } }"#)
    let beside = try Shop.plan([capture], beside: existing) { $0.refreshes = true }
    #expect(beside.ids == ["items.get/success-with-n-without-ok"])
    let plan = try Shop.plan([capture], beside: existing) { $0.replaces = true }
    let written = try #require(plan.files.first)
    #expect(written.recording.id == "items.get/seven")
    #expect(written.replacedKind == .authored)
    #expect(written.news == ["/response/body/data/n", "no /response/body/ok"])
    #expect(written.gone == ["/response/body/ok"])
    #expect(written.recording.bindings.map { "\($0.target)" } == ["/data/id"], "its other place is gone")
    let missing = Shop.exchange(.get, "/items/7", Self.agent, status: 404)
    let other = try Shop.plan([missing], beside: existing) { $0.replaces = true }
    #expect(other.ids == ["items.get/seven-not-found"], "a 404 doesn't take the place of a 200, nor comes before it")
  }

  @Test func `what says nothing of the service is not recorded`() throws {
    let outage = Capture(Shop.exchange(.get, "/items/7", status: 502).exchange, outage: "The server is out of order.")
    let drifting = Capture(Shop.exchange(.get, "/items/8", Self.agent).exchange, broken: ["response.field.missing"])
    let captures = [
      outage, Shop.exchange(.get, "/itms/7", status: 404), Shop.exchange(.head, "/items/7"),
      Shop.exchange(.get, "/items/7", Self.agent, status: 304, answer: ""),
      Shop.exchange(.get, "/items/7", Self.agent, fields: ["Content-Encoding": "gzip"]), drifting,
    ]
    let plan = try Shop.plan(captures)
    #expect(plan.ids == ["items.get/success"], "drift is what the server says")
    #expect(plan.files.first?.recording.request.path == "/items/8")
    #expect(plan.skips.count == 5)
    for (skip, word) in zip(plan.skips, ["outage", "nearest: items.get", "on its own", "304", "compressed (gzip)"]) {
      #expect(skip.reason.contains(word), "\(skip)")
    }
    let clean = try Shop.plan(captures) { $0.isOnlyClean = true }
    #expect(clean.ids.isEmpty)
    #expect(clean.skips.last?.reason.contains("response.field.missing") == true)
  }

  @Test func `a 406 keeps what the request accepted, which is what the server refused`() throws {
    var request = Self.agent
    request["Accept"] = "*/*"
    let plan = try Shop.plan([
      Shop.exchange(.get, "/items/7", request, status: 406, answer: #"{ "ok": false, "error": "NO" }"#),
      Shop.exchange(.get, "/items/7", request),
    ])
    #expect(plan.files.map { $0.recording.response.status } == [406, 200])
    #expect(plan.files.map { $0.recording.request.headers["accept"] } == ["*/*", nil])
  }

  @Test func `incidental fields are left out, and the rest stays`() throws {
    var request = Self.agent
    request["User-Agent"] = "curl"
    request["Accept"] = "application/json, */*"
    request["X-Request-Id"] = "1"
    request["X-Colour"] = "blue"
    let plan = try Shop.plan([
      Shop.exchange(
        .get, "/items/7", request,
        fields: [
          "Date": "now", "Server": "s", "CF-Ray": "1", "X-Request-Id": "2", "ETag": "\"1\"",
          "Location": "https://shop.example/items/7",
        ])
    ]) { $0.locally = { $0.hasPrefix("https://shop.example") ? String($0.dropFirst(20)) : nil } }
    let recording = try #require(plan.files.first?.recording)
    #expect(recording.request.headers.map(\.name) == ["x-colour"])
    #expect(recording.response.headers.map(\.name).sorted() == ["content-type", "etag", "location"])
    #expect(recording.response.headers["location"] == "/items/7")
    #expect(recording.provenance.kind == .recorded)
    #expect(recording.provenance.from == "https://shop.example")
  }

  @Test func `a body that isn't JSON is text or Base64`() throws {
    let text = Shop.exchange(.get, "/items/7", Self.agent, answer: "id,n\n7,1\n", fields: ["Content-Type": "text/csv"])
    let binary = Capture(
      Exchange(
        request: Request(method: .get, target: "/items/8", headers: Self.agent),
        response: Response(status: 200, headers: ["Content-Type": "image/png"], body: .bytes([0, 0xFF, 7]))))
    let plan = try Shop.plan([text, binary])
    #expect(plan.files.map(\.recording.response.body.bytes) == [Array("id,n\n7,1\n".utf8), [0, 0xFF, 7]])
    #expect(plan.text.contains(#""encoding": "text""#))
    #expect(plan.text.contains(#""encoding": "base64""#))
  }

  private func item(_ id: Int, _ value: Int, _ more: HeaderFields = [:]) -> Capture {
    var headers: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]
    for (name, value) in more { headers[name] = value }
    return Shop.exchange(.get, "/items/\(id)", headers, answer: #"{ "ok": true, "data": { "a": \#(value) } }"#)
  }

  private func whole(_ captures: [Capture], beside existing: [Recording] = []) throws -> RecordingPlan {
    try Shop.plan(captures, beside: existing) { $0.isOnePerAnswer = false }
  }

  @Test func `each request that differs has a recording of its own`() throws {
    let plan = try whole([item(7, 1), item(8, 2), item(7, 1), item(9, 2, ["X-Trace": "b"]), item(9, 2)])
    #expect(plan.ids == ["items.get/success", "items.get/success-8", "items.get/success-9"])
    #expect(plan.files.map(\.times) == [2, 1, 2], "what no endpoint documents tells nothing")
    #expect(plan.files.map { $0.recording.responseBody?["data"]?["a"] } == [1, 2, 2])
  }

  @Test func `other answers to the same request are the steps of a sequence`() throws {
    let plan = try whole([item(7, 1), item(7, 1), item(8, 5), item(7, 2), item(7, 1)])
    #expect(
      plan.ids == ["items.get/success", "items.get/success-8", "items.get/success-step-2", "items.get/success-step-3"])
    #expect(plan.files.map(\.times) == [2, 1, 1, 1])
    #expect(plan.files.map(\.recording.step?.sequence) == ["success", nil, "success", "success"])
    #expect(plan.files.map(\.recording.step?.number) == [1, nil, 2, 3])
    let read = RecordingLoader.load(
      plan.files.map { .init(endpoint: $0.recording.endpoint, name: $0.recording.name, path: $0.path, bytes: $0.bytes) }
    )
    #expect(read.problems == [])
    #expect(read.recordings.compactMap(\.step?.number).sorted() == [1, 2, 3], "the files say so")
  }

  @Test func `what was recorded before gets no steps`() throws {
    let first = try whole([item(7, 1)]).files.map(\.recording)
    let plan = try whole([item(7, 2), item(8, 3)], beside: first)
    #expect(plan.ids == ["items.get/success-8"])
    #expect(plan.told == ["items.get/success × 1"])
  }

  @Test func `state changes by itself, and isn't a sequence`() throws {
    func login(_ token: String) -> Capture {
      Shop.exchange(
        .post, "/login", [:], #"{ "email": "a@b.example", "password": "p" }"#,
        answer: #"{ "ok": true, "data": { "pass": "\#(token)" } }"#)
    }
    let plan = try whole([login("token-number-one"), login("token-number-two")])
    #expect(plan.ids == ["session.login/success"])
    #expect(plan.files.first?.recording.step == nil)
  }

  @Test func `that a server was down is no step`() throws {
    func down(_ trace: String) -> Capture {
      Shop.exchange(
        .get, "/items/7", ["X-Key": "demo-key", "Authorization": "Bearer agent-token"], status: 500,
        answer: #"{ "ok": false, "error": "SERVER_ERROR", "trace": "\#(trace)" }"#)
    }
    let plan = try whole([down("a"), down("b"), item(7, 1)])
    #expect(plan.files.allSatisfy { $0.recording.step == nil }, "\(plan.ids)")
    #expect(plan.ids.contains("items.get/success"))
  }

  @Test func `beside an earlier recording each answer that shows something new is written, and no other`() throws {
    func item(_ data: String) -> Capture {
      Shop.exchange(
        .get, "/items/7", ["X-Key": "demo-key", "Authorization": "Bearer agent-token"],
        answer: #"{ "ok": true, "data": \#(data) }"#)
    }
    let first = try whole([item(#"{ "st": "a" }"#)]).files.map(\.recording)
    let plan = try whole(
      [item(#"{ "st": "b", "x": 1 }"#), item(#"{ "st": "c", "y": 1 }"#), item(#"{ "st": "d", "x": 2 }"#)], beside: first
    )
    #expect(plan.files.map(\.news) == [["/response/body/data/x"], ["/response/body/data/y"]])
    #expect(plan.likes.map(\.times) == [1])
  }

  @Test func `a session goes through the steps that are refreshed in their order`() throws {
    let before = try whole([item(7, 1), item(7, 2)]).files.map(\.recording)
    let plan = try Shop.plan([item(7, 2), item(7, 3)], beside: before) {
      $0.isOnePerAnswer = false
      $0.refreshes = true
    }
    #expect(plan.ids == ["items.get/success", "items.get/success-step-2"])
    #expect(plan.files.map { $0.recording.responseBody?["data"]?["a"] } == [2, 3])
    #expect(plan.files.map(\.recording.step?.number) == [1, 2])
    let same = try Shop.plan([item(7, 1), item(7, 9)], beside: before) {
      $0.isOnePerAnswer = false
      $0.refreshes = true
    }
    #expect(same.ids == ["items.get/success-step-2"], "the first step is as it was")
  }
}
