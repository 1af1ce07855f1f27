import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Servers whose responses contradict their actions. No item may be lost because a run trusts them.
struct LyingServerTests {
  private static func only(_ patterns: String..., variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: patterns.map { Wildcard($0) }, variables: variables)
  }

  private static let notFound = Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "No." }"#)

  @Test func `a read that shows another item is no snapshot`() async throws {
    let store = StoreServer { request, _ in
      guard request.method == .get, request.path == "/rooms/70" else { return nil }
      return OutgoingResponse(
        Notes.response(200, #"{ "ok": true, "data": { "id": 71, "name": "Cellar", "light": "off", "warden": "Ito" } }"#)
      )
    }
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    #expect(store.writes == [])
    #expect(
      outcomes.complaints == [
        "skipped rooms.rename: PUT /rooms/70 was not sent: GET /rooms/70 returned 200 and shows rooms 71, so its changes "
          + "couldn't be restored"
      ], "\(outcomes.complaints)")
  }

  @Test(arguments: [
    notFound, Response(status: 404, headers: ["Content-Type": "text/html"], body: Body("<p>Not here</p>")),
  ])
  func `what a read doesn't find and a list has is neither changed nor removed`(answer: Response) async throws {
    let store = StoreServer { request, _ in
      request.method == .get && ["/rooms/70", "/boxes/5"].contains(request.path) ? OutgoingResponse(answer) : nil
    }
    let before = store.contents()
    _ = try await store.verify(
      Self.only("rooms.rename: *contract", "boxes.remove: *contract", variables: ["room_id": "70", "box_id": "5"]))
    #expect(!store.writes.contains { $0.hasSuffix("/rooms/70") || $0.hasSuffix("/boxes/5") }, "\(store.writes)")
    #expect(store.contents() == before)
  }

  @Test func `a successful removal of a missing item is reported`() async throws {
    let store = StoreServer { request, _ in
      guard request.method == .delete, request.path == "/boxes/99" else { return nil }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true }"#))
    }
    let suite = BoxSuite { _ in 99 }
    let outcomes = try await store.verify(VerifierOptions(allowsWrites: true), suite: suite)
    #expect(
      outcomes.undone == [
        "failed boxes.remove: may be left behind: DELETE /boxes/99 succeeded even though boxes 99 didn't exist"
      ], "\(outcomes.undone)")
  }

  @Test func `nothing is made where it can't be read what is there`() async throws {
    let store = StoreServer { request, _ in
      request.method == .get && request.path == "/boxes"
        ? OutgoingResponse(Notes.response(503, #"{ "ok": false }"#)) : nil
    }
    let before = store.contents("/rooms")
    let outcomes = try await store.verify(Self.only("boxes.add: *contract", "rooms.list"))
    #expect(store.writes == [])
    #expect(store.contents("/rooms") == before)
    #expect(
      outcomes.complaints.contains(
        "skipped boxes.add: POST /boxes was not sent: GET /boxes returned 503, so the new item couldn't be distinguished from "
          + "existing ones"), "\(outcomes.complaints)")
  }

  /// The rejections that a server may send even though it has executed the request.
  static let refusals: [Response] = [
    Notes.response(409, #"{ "ok": false, "error": "NOT_EMPTY", "message": "No." }"#),
    Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "No." }"#),
    Notes.response(200, #"{ "ok": false, "error": "INVALID", "message": "No." }"#),
    Response(status: 303, headers: ["Location": "/elsewhere"]),
  ]

  @Test(arguments: refusals)
  func `what was changed and refused is put back`(refusal: Response) async throws {
    let changes = Counted()
    let store = StoreServer { request, answer in
      guard request.path == "/rooms/70", request.method == .put, changes.count("PUT") == 1 else { return nil }
      _ = answer()
      return OutgoingResponse(refusal)
    }
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    #expect(store.contents() == before)
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed rooms.rename: puts rooms 70 back") } == [true], "\(outcomes.undone)")
  }

  @Test(arguments: refusals)
  func `what was made and refused is found by its mark, and removed`(refusal: Response) async throws {
    let store = StoreServer { request, answer in
      guard request.path == "/boxes", request.method == .post, request.headers.contains("x-key") else { return nil }
      _ = answer()
      return OutgoingResponse(refusal)
    }
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.add: *contract"))
    #expect(store.contents() == before)
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed boxes.remove: removes boxes 6") } == [true], "\(outcomes.undone)")
  }

  @Test func `an intended refusal is left alone`() async throws {
    let store = StoreServer { request, _ in request.method == .put ? OutgoingResponse(Self.refusals[0]) : nil }
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    #expect(store.writes == ["PUT /rooms/70"] && outcomes.undone == [], "\(store.writes) \(outcomes.undone)")
  }

  @Test func `an unanswered change is reported with the former state, as it may come late`() async throws {
    let store = StoreServer { request, _ in
      let isChange =
        request.path == "/rooms/70" && String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("Hall")
      return isChange ? OutgoingResponse(failure: TransportFailure(kind: .timeout, message: "Silence.")) : nil
    }
    let outcomes = try await store.verify(
      Self.only("rooms.rename: *contract", "boxes.list", variables: ["room_id": "70"]))
    #expect(
      outcomes.undone.contains(
        "failed rooms.rename: may be left behind: PUT /rooms/70 got no response, and the server may still process it; rooms 70 was "
          + #"{"id":70,"name":"Attic","light":"off","warden":"Ito"}"#), "\(outcomes.undone)")
  }

  @Test func `an item that a server refused to remove, but removed, is reported`() async throws {
    let store = StoreServer { request, answer in
      guard request.method == .delete, request.path == "/boxes/5" else { return nil }
      _ = answer()
      return OutgoingResponse(Self.refusals[0])
    }
    let outcomes = try await store.verify(
      Self.only("boxes.remove: *contract", "boxes.list", variables: ["removable_box_id": "5"]))
    #expect(
      outcomes.undone == [
        #"skipped boxes.remove: left behind: boxes 5, which was there before the run, is gone: it was {"id":5,"label":"Older","count":0}"#
      ], "\(outcomes.undone)")
  }
}
