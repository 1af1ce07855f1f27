import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Writes to a real server, and what they leave behind.
struct JourneyTests {
  private static let failure = Notes.response(500, #"{ "ok": false, "error": "BROKEN", "message": "No." }"#)

  private static func only(_ pattern: String, variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: [Wildcard(pattern)], variables: variables)
  }

  @Test func `what was made is removed, and what was changed is put back`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let options = VerifierOptions(allowsWrites: true, variables: ["room_id": "70"])
    let outcomes = try await store.verify(options)
    #expect(store.contents() == before)
    #expect(outcomes.complaints == Store.unsent, "\(outcomes.complaints)")
    #expect(store.writes.contains("POST /boxes"))
    #expect(store.writes.contains("PUT /rooms/70"))
    #expect(!store.writes.contains("POST /hush"))
  }

  @Test func `an item of its own goes through making, filling, emptying and removing, each read back`() async throws {
    let store = StoreServer()
    let outcomes = try await store.verify(Self.only("boxes.*: sends*"))
    // Rejected requests without credentials are left out.
    let steps = store.requests.filter { $0.headers["x-key"] == "owner-key" }.map { "\($0.method) \($0.path)" }
    let first = try #require(steps.firstIndex(of: "POST /boxes"))
    #expect(
      steps[first...] == [
        // The reads check the owner, the sent values, whether the list contains the item exactly once, and that the
        // other items are unchanged.
        "POST /boxes", "GET /boxes/6", "GET /boxes/6", "GET /boxes", "GET /boxes", "GET /boxes",
        // The item and the other items are read before and after a change.
        "GET /boxes/6", "GET /boxes", "POST /boxes/6/fill", "GET /boxes/6", "GET /boxes",
        // These requests are for a call that takes from a missing box.
        "GET /boxes", "GET /boxes/6", "GET /boxes", "POST /boxes/6/take", "GET /boxes/6", "GET /boxes",
        "GET /boxes", "DELETE /boxes/6", "GET /boxes/6", "GET /boxes", "GET /boxes",
        // The item is read once more at the end, because no call may have read it since.
        "GET /boxes/6",
      ], "\(steps)")
    #expect(outcomes.undone == [], "The suite's own call removed it.")
  }

  @Test func `what can't be undone is said`() async throws {
    var options = VerifierOptions(allowsWrites: true)
    options.allowsUnknownWrites = true
    let outcomes = try await StoreServer().verify(options)
    #expect(outcomes.undone.contains { $0.hasPrefix("skipped marks.add: left behind: marks ") })
    #expect(outcomes.undone.contains { $0.hasSuffix("the contract has no endpoint that removes it") })
    #expect(
      outcomes.undone.contains(
        "skipped bell.ring: may be left behind: the contract doesn't say what POST /bell does, so it can't be undone"))
  }

  @Test func `a removal that fails is listed, and fails the run`() async throws {
    let store = StoreServer { request, _ in request.method == .delete ? OutgoingResponse(Self.failure) : nil }
    let outcomes = try await store.verify(Self.only("boxes.add"))
    #expect(
      outcomes.undone == ["failed boxes.remove: left behind: boxes 6: DELETE /boxes/6 returned 500"],
      "\(outcomes.undone)")
  }

  @Test func `a removal that only says so is found out`() async throws {
    let store = StoreServer { request, _ in
      request.method == .delete ? OutgoingResponse(Notes.response(200, #"{ "ok": true }"#)) : nil
    }
    let outcomes = try await store.verify(Self.only("boxes.remove: *contract"))
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == ["effect.not-removed"])
    #expect(
      outcomes.undone
        == ["failed boxes.remove: left behind: boxes 6: DELETE /boxes/6 returned 200, but it is still there"],
      "\(outcomes.undone)")
  }

  @Test func `a change that isn't there when it is read again is drift`() async throws {
    let store = StoreServer { request, answer in
      guard request.path.hasSuffix("/fill") else { return nil }
      return OutgoingResponse(
        Notes.response(200, #"{ "ok": true, "data": { "id": 6, "label": "Label", "count": 3 } }"#))
    }
    let outcomes = try await store.verify(Self.only("boxes.fill"))
    #expect(outcomes.flatMap(\.drift).map(\.rule.id).first == "effect.not-applied")
  }

  @Test func `what is in the way of a removal is taken back first`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.fill"))
    #expect(store.contents() == before)
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed boxes.remove: removes boxes 6") } == [true], "\(outcomes.undone)")
    #expect(store.writes.suffix(2) == ["POST /boxes/6/take", "DELETE /boxes/6"])
  }

  @Test func `an item named by a variable is changed and restored`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("rooms.*", variables: ["room_id": "70"]))
    #expect(store.contents() == before)
    #expect(outcomes.undone.map { $0.hasPrefix("passed rooms.rename: puts rooms 70 back") } == [true])
    #expect(store.writes.contains("PUT /rooms/70"))
    #expect(store.writes.contains("POST /rooms/70/light"))
  }

  @Test func `what can't be put back is not changed`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "71"]))
    #expect(
      outcomes.complaints == [
        "skipped rooms.rename: PUT /rooms/71 was not sent: /warden of rooms 71 is null, which no request would restore"
      ], "\(outcomes.complaints)")
    #expect(store.writes == [])
    #expect(store.contents() == before)
  }

  @Test func `what couldn't be given back all the same is listed, whole, with what it was`() async throws {
    let long = String(repeating: "Attic ", count: 20)
    let store = StoreServer { request, answer in
      // The server accepts the first change and no other.
      guard request.path == "/rooms/70", request.method == .put else { return nil }
      let isFirst = String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("Hall")
      return isFirst ? answer() : OutgoingResponse(Self.failure)
    }
    _ = store.said(to: store.request(.put, "/rooms/70", #"{ "name": "\#(long)" }"#))
    let outcomes = try await store.verify(Self.only("rooms.rename", variables: ["room_id": "70"]))
    #expect(
      outcomes.undone == [
        #"failed rooms.rename: left behind: rooms 70 was changed: name was "\#(long)" and is now "Hall"; warden was "Ito" and is now "Wu"; PUT /rooms/70 returned 500"#
      ], "\(outcomes.undone)")
  }

  @Test(arguments: [true, false])
  func `a connection that breaks while something is made has it looked for by its mark`(isStored: Bool) async throws {
    let store = StoreServer { request, answer in
      guard request.method == .post, request.path == "/boxes", request.headers.contains("x-key") else { return nil }
      if isStored { _ = answer() }
      return OutgoingResponse(failure: TransportFailure(kind: .connectionReset, message: "It hung up."))
    }
    let before = store.contents()
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, only: [Wildcard("boxes.add: *contract"), Wildcard("boxes.list")]))
    #expect(store.contents() == before)
    let made = "passed boxes.remove: removes boxes 6, made by \"boxes.add: sends a request made from the contract\""
    let doubt =
      "skipped boxes.add: may be left behind: POST /boxes got no response: it hung up, so it is unknown what the "
      + "request created; no list shows an item with the mark MARK"
    #expect(outcomes.undone == [isStored ? made : doubt], "\(outcomes.undone)")
    #expect(store.writes.count { $0 == "POST /boxes" } == 1, "Nothing that makes something is sent twice.")
  }

  @Test func `an item that is still missing wasn't changed, and a possible late change is reported`() async throws {
    let store = StoreServer { request, _ in
      request.method == .put ? OutgoingResponse(failure: TransportFailure(kind: .timeout, message: "Silence.")) : nil
    }
    // A second call gets a response, because a completely silent server can't be verified.
    let patterns = [Wildcard("rooms.rename: *contract"), Wildcard("boxes.list")]
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, only: patterns, variables: ["room_id": "99"]))
    #expect(store.writes.contains("PUT /rooms/99"))
    #expect(
      outcomes.undone == [
        "skipped rooms.rename: may be left behind: PUT /rooms/99 got no response, and the server may still process it; rooms 99 didn't exist"
      ], "\(outcomes.undone)")
  }

  @Test func `what can't be found again isn't made over and over`() async throws {
    let store = StoreServer { request, answer in
      guard request.method == .post, request.path == "/boxes", answer().response.status == 201 else { return nil }
      return OutgoingResponse(Notes.response(201, #"{ "ok": true, "data": { "label": "Label", "count": 0 } }"#))
    }
    let outcomes = try await store.verify(Self.only("boxes.*"))
    #expect(store.requests.count { $0.method == .post && $0.path == "/boxes" && $0.headers.contains("x-key") } == 1)
    #expect(outcomes.undone == [], "It was found by its mark, and the suite's own call removed it.")
    #expect(store.contents("/boxes").first??.count == 2)
  }

  @Test func `calls that read get ids that the server's lists show`() async throws {
    let store = StoreServer()
    let outcomes = try await store.verify(at: "http://192.0.2.1", VerifierOptions(only: [Wildcard("*.get")]))
    #expect(outcomes.complaints == [])
    #expect(store.requests.map(\.path).contains("/rooms/70"))
    #expect(store.requests.map(\.path).contains("/boxes/4"))
    #expect(store.writes == [])
    let given = StoreServer()
    _ = try await given.verify(VerifierOptions(only: [Wildcard("*.get")], variables: ["room_id": "71"]))
    #expect(given.requests.map(\.path).contains("/rooms/71"))
  }

  @Test func `calls that run at once share what a list showed, and none goes without`() async throws {
    let store = StoreServer(isLate: true)
    let outcomes = try await store.verify(
      at: "http://192.0.2.1",
      VerifierOptions(
        only: [Wildcard("*.get: sends*"), Wildcard("*.list: sends*")], deadline: .seconds(3600), concurrency: 8))
    #expect(outcomes.complaints == [])
    #expect(store.requests.map(\.path).contains("/rooms/70"))
    #expect(store.requests.map(\.path).contains("/boxes/4"))
    // Each list is read by a call, by a call without credentials, and once for the identifiers.
    for path in ["/boxes", "/rooms"] {
      let requests = store.requests.filter { $0.path == path && [nil, "owner-key"].contains($0.headers["x-key"]) }
      #expect(requests.count == 3)
    }
  }

  @Test func `on other computers no user's item is changed or removed by our own ids`() async throws {
    let store = StoreServer()
    let outcomes = try await store.verify(at: "http://192.0.2.1")
    #expect(store.writes.allSatisfy { !$0.contains("rooms") }, "\(store.writes)")
    let removed = store.writes.filter { $0.hasPrefix("DELETE") }
    #expect(removed.allSatisfy { ["DELETE /boxes/6", "DELETE /boxes/7"].contains($0) }, "\(removed)")
    #expect(outcomes.complaints.contains("skipped rooms.light: needs --var room_id=… on a real server"))
  }

  @Test func `nothing is made, read back or undone where nothing may be written`() async throws {
    for (url, allowsWrites) in [("http://STORE.example.:80", true), ("http://127.0.0.1:1", false)] {
      let store = StoreServer()
      _ = try await store.verify(at: url, VerifierOptions(allowsWrites: allowsWrites, variables: ["box_id": "4"]))
      #expect(store.writes == [], "\(url)")
    }
  }

  @Test func `an interrupted run cleans up and says what it left out`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let interruption = Interruption()
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: true, only: [Wildcard("boxes.*")], interruption: interruption)
    ) { outcome in
      if outcome.line.endpoint == "boxes.add" { interruption.request("SIGINT") }
    }
    #expect(store.contents() == before)
    #expect(outcomes.undone.map { $0.hasPrefix("passed boxes.remove: removes boxes 6") } == [true])
    #expect(outcomes.complaints.contains("skipped boxes.fill: the run was cut short by SIGINT"))
    #expect(!store.writes.contains { $0.hasSuffix("/fill") })
  }
}
