import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Changes of existing data. Everything that is changed must be restorable and restored, or else it isn't changed.
struct SnapshotTests {
  private static let room = VerifierOptions(
    allowsWrites: true, only: [Wildcard("rooms.rename: *contract")], variables: ["room_id": "70"])

  @Test(arguments: [
    (503, #"{ "ok": false }"#, "returned 503"), (200, #"{ "ok": true, "data": { "id": 70, "na"#, "returned 200"),
    (
      200, #"{ "ok": true, "data": { "id": "70", "name": "Attic", "light": "off", "warden": "Ito" } }"#,
      "number-as-string"
    ),
    (200, #"{ "ok": true, "data": { "id": 70, "name": 5, "light": "off", "warden": "Ito" } }"#, "string-as-number"),
    (200, #"{ "ok": true, "result": { "id": 70, "name": "Attic", "light": "off", "warden": "Ito" } }"#, "returned 200"),
    (200, #"{ "data": { "id": 70, "name": "Attic", "light": "off", "warden": "Ito" } }"#, "flag-missing"),
    (200, #"{ "ok": true, "data": { "id": 70, "light": "off", "warden": "Ito" } }"#, "missing"),
  ])
  func `without a snapshot that can be trusted nothing is changed`(
    status: Int, body: String, words: String
  ) async throws {
    let store = StoreServer { request, _ in
      request.path == "/rooms/70" && request.method == .get ? OutgoingResponse(Notes.response(status, body)) : nil
    }
    let outcomes = try await store.verify(Self.room)
    #expect(store.writes == [])
    #expect(
      outcomes.complaints.count == 1
        && outcomes.complaints[0].hasPrefix("skipped rooms.rename: PUT /rooms/70 was not sent: ")
        && outcomes.complaints[0].contains(words), "\(outcomes.complaints)")
  }

  @Test func `a drift in what isn't changed is no reason not to change the rest`() async throws {
    let store = StoreServer { request, answer in
      guard request.path == "/rooms/70" else { return nil }
      let response = answer().response
      let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      return OutgoingResponse(
        Notes.response(response.status, text.replacing(#""light":"off""#, with: #""light":"dim""#)))
    }
    let before = store.contents()
    _ = try await store.verify(Self.room)
    #expect(store.writes == ["PUT /rooms/70", "PUT /rooms/70"])
    #expect(store.contents() == before)
  }

  @Test(arguments: [0, 150, 400, 2000])
  func `what was changed is back on a server whose reads are late`(lag: Int) async throws {
    let late = LaggingStore(lag: lag)
    let plain = StoreServer()
    let store = StoreServer(beside: plain, late.mischief { plain.said(to: $0) })
    let before = store.contents()
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, variables: ["room_id": "70"]), clock: late.time.clock)
    #expect(store.contents() == before)
    #expect(store.writes.contains("POST /boxes"))
    #expect(store.writes.contains("PUT /rooms/70"))
    #expect(outcomes.undone.allSatisfy { !$0.hasPrefix("failed") }, "\(outcomes.undone)")
    #expect(outcomes.complaints == Store.unsent, "\(outcomes.complaints)")
  }

  @Test(arguments: [429, 503])
  func `putting back and removing are repeated when the server has no time`(status: Int) async throws {
    let refused = Counted()
    let store = StoreServer { request, answer in
      // The first change succeeds. Each kind of undoing is rejected twice.
      guard request.headers.contains("x-key"), request.method == .put || request.method == .delete else { return nil }
      let isChange =
        request.method == .put && String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("Hall")
      guard !isChange, refused.count("\(request.method)") <= 2 else { return nil }
      return OutgoingResponse(Response(status: status, headers: ["Retry-After": "2"]))
    }
    let before = store.contents()
    let time = ManualClock()
    _ = try await store.verify(
      VerifierOptions(
        allowsWrites: true, only: [Wildcard("rooms.rename: *contract"), Wildcard("boxes.add: *contract")],
        variables: ["room_id": "70"]), clock: time.clock)
    #expect(store.contents() == before)
    #expect(time.now >= 8000, "Twice two seconds for each.")
  }

  @Test func `once its call is over, nothing is sent on`() async throws {
    // The snapshot arrives long after the client has given up.
    let store = StoreServer(isLate: true)
    var options = Self.room
    options.deadline = .zero
    _ = try await store.verify(options)
    #expect(store.writes == [])
  }
}
