import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineRecordings
import PlumblineVerification
import Testing

/// The items that a run considers its own and therefore removes. None of them may belong to a different client.
struct OwnershipTests {
  private static func only(_ patterns: String..., variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: patterns.map { Wildcard($0) }, variables: variables)
  }

  private static func isCreation(_ request: Request) -> Bool {
    request.method == .post && request.path == "/boxes" && request.headers.contains("x-key")
  }

  private static func box(_ text: String, status: Int = 201) -> OutgoingResponse {
    OutgoingResponse(Notes.response(status, #"{ "ok": true, "data": \#(text) }"#))
  }

  @Test func `an upserting server's answer is left alone, and isn't given to any call`() async throws {
    let store = StoreServer { request, _ in
      Self.isCreation(request) ? Self.box(#"{ "id": 4, "label": "Old", "count": 2 }"#) : nil
    }
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.*"))
    #expect(store.contents() == before)
    #expect(store.requests.allSatisfy { $0.method.isSafe || $0.path == "/boxes" || !$0.headers.contains("x-key") })
    #expect(
      outcomes.undone == [
        "failed boxes.add: left behind: boxes 4 (POST /boxes returned 201) was there before the run, so it is "
          + "left alone"
      ], "\(outcomes.undone)")
    #expect(outcomes.complaints.contains("skipped boxes.remove: needs --var removable_box_id=… on a real server"))
  }

  @Test(arguments: [
    (#"{ "id": 9, "label": "Somebody's", "count": 0 }"#, "it doesn't carry the mark MARK"), ("", "which doesn't exist"),
  ])
  func `what is at the key that an answer gives has to be what was sent`(there: String, words: String) async throws {
    // The list doesn't contain the item, as if it had been created during the run.
    let store = StoreServer { request, _ in
      if Self.isCreation(request) { return Self.box(#"{ "id": 9, "label": "Label", "count": 0 }"#) }
      guard request.path == "/boxes/9" else { return nil }
      return there.isEmpty ? nil : Self.box(there, status: 200)
    }
    let outcomes = try await store.verify(Self.only("boxes.*"))
    #expect(!store.writes.contains { $0.contains("/boxes/9") }, "\(store.writes)")
    #expect(outcomes.undone.count == 1 && outcomes.undone[0].contains(words), "\(outcomes.undone)")
  }

  @Test func `what a server keeps in its own way is still what was sent`() async throws {
    let store = StoreServer { request, answer in
      guard request.path.hasPrefix("/boxes"), request.method != .delete else { return nil }
      let response = answer().response
      let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      return OutgoingResponse(
        Notes.response(response.status, text.replacing("Label plumbline", with: " LABEL plumbline")))
    }
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.add"))
    #expect(store.contents() == before, "\(outcomes.undone)")
  }

  @Test func `what has other content than was sent is left alone`() async throws {
    let store = StoreServer { request, answer in
      guard request.path.hasPrefix("/boxes"), request.method != .delete else { return nil }
      let response = answer().response
      let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      return OutgoingResponse(
        Notes.response(response.status, text.replacing("Label plumbline", with: "Another plumbline")))
    }
    let outcomes = try await store.verify(Self.only("boxes.add"))
    #expect(outcomes.undone.contains { $0.contains("differs from what was sent (label is") }, "\(outcomes.undone)")
    #expect(!store.writes.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `what no text can carry the mark of isn't made`() async throws {
    let store = StoreServer(Self.numbered())
    let outcomes = try await store.verify(Self.only("seats.add"))
    #expect(!store.writes.contains { !$0.contains("__plumbline") && $0.hasPrefix("POST") }, "\(store.writes)")
    #expect(outcomes.undone == [])
    #expect(
      outcomes.complaints.contains {
        $0.hasPrefix("skipped seats.add: POST /seats was not sent: none of its values carries the run's mark")
          && $0.hasSuffix("and no member of its body accepts any string")
      }, "\(outcomes.complaints)")
  }

  @Test func `which member could carry the mark is reported`() async throws {
    let contract = Self.numbered(
      #""note": { "type": "string" }, "kind": { "enum": ["a", "b"] }, "day": { "type": "string", "format": "date" }"#)
    let text = """
      { "provenance": { "kind": "authored", "on": "2026-11-23" },
        "request": { "method": "POST", "path": "/seats", "headers": { "content-type": "application/json" }, "body": { "row": 3 } },
        "response": { "status": 201, "body": { "ok": true, "data": { "id": 1, "row": 3 } } } }
      """
    let file = RecordingLoader.File(
      endpoint: "seats.add", name: "success", path: "seats.add/success.json", bytes: Array(text.utf8))
    let client = try UpstreamClient()
    let suite = DirectSuite(contract: contract, recordings: RecordingLoader.load([file]).recordings, client: client)
    let store = StoreServer(contract)
    let outcomes = try await store.verify(Self.only("seats.add"), suite: suite)
    await client.shutdown()
    #expect(!store.writes.contains("POST /seats"))
    #expect(
      outcomes.complaints.contains {
        $0.contains(". /note can hold any string: send one that contains the mark")
      })
  }

  @Test func `an item in a wrapper carries the mark there`() async throws {
    let store = StoreServer(Self.wrapped)
    let outcomes = try await store.verify(Self.only("seats.add"))
    #expect(store.writes.contains("POST /seats"), "\(outcomes.complaints)")
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed seats.remove: removes seats 1") } == [true], "\(outcomes.undone)")
  }

  @Test func `an answer that fails may have stored something all the same`() async throws {
    let store = StoreServer { request, answer in
      guard Self.isCreation(request) else { return nil }
      _ = answer()
      return OutgoingResponse(Notes.response(500, #"{ "ok": false, "error": "BROKEN", "message": "No." }"#))
    }
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.add: *contract"))
    #expect(store.contents() == before)
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed boxes.remove: removes boxes 6") } == [true], "\(outcomes.undone)")
  }

  @Test func `every page is read to learn what was there`() async throws {
    let store = StoreServer(Self.paged) { request, _ in
      Self.isCreation(request) ? Self.box(#"{ "id": 3, "label": "Three" }"#) : nil
    }
    let outcomes = try await store.verify(Self.only("boxes.*"))
    #expect(outcomes.undone.contains { $0.contains("was there before the run") }, "\(outcomes.undone)")
    #expect(!store.writes.contains { $0.hasPrefix("DELETE") && $0.contains("/3") })
    let targets = store.requests.map(\.target)
    #expect(targets.contains("/boxes?size=2&page=1") && targets.contains("/boxes?size=2&page=2"), "\(targets)")
  }

  @Test func `a variable names what may be edited, and never what may be removed`() async throws {
    let store = StoreServer()
    let before = store.contents()
    let outcomes = try await store.verify(Self.only("boxes.remove", variables: ["box_id": "5"]))
    #expect(store.contents() == before)
    #expect(!store.writes.contains("DELETE /boxes/5"))
    #expect(outcomes.complaints.contains { $0.contains("removable_box_id") } || outcomes.undone.isEmpty)
  }

  @Test func `an item named by a removable variable is removed, and reported whole`() async throws {
    let store = StoreServer()
    let outcomes = try await store.verify(Self.only("boxes.remove: *contract", variables: ["removable_box_id": "5"]))
    #expect(store.writes.contains("DELETE /boxes/5"))
    #expect(
      outcomes.undone == [
        #"skipped boxes.remove: left behind: boxes 5, which was there before the run, is gone: it was {"id":5,"label":"Older","count":0}"#
      ], "\(outcomes.undone)")
  }

  @Test func `what an earlier call has removed is no failure of a later one`() async throws {
    let store = StoreServer()
    let outcomes = try await store.verify(
      Self.only("boxes.remove"), suite: BoxSuite(variable: "removable_box_id", ["removes", "removes again"]),
      variables: ["removable_box_id": "5"])
    #expect(
      outcomes.complaints == ["skipped boxes.remove: boxes 5 was removed by \"boxes.remove: removes\""],
      "\(outcomes.complaints)")
  }

  @Test func `a suite's own variables can't remove what isn't ours either`() async throws {
    // The key comes from a value that wasn't declared as removable.
    let store = StoreServer()
    let outcomes = try await store.verify(
      Self.only("boxes.remove"), suite: BoxSuite { context in try context.integer("any_box", default: 5) },
      variables: ["any_box": "5"])
    #expect(!store.writes.contains("DELETE /boxes/5"))
    #expect(
      outcomes.complaints == [
        "skipped boxes.remove: DELETE /boxes/5 was not sent: it would remove boxes 5, which this run didn't create; "
          + "to allow that, set a variable named \"removable_…\""
      ], "\(outcomes.complaints)")
  }

  /// Returns a contract of seats whose rows are numbers.
  ///
  /// - Parameter further: Additional members of a request's body, which are optional.
  private static func numbered(_ further: String = "") -> Contract {
    let more = further.isEmpty ? "" : ", " + further
    return Store.load(
      """
      { "plumbline": 1, "service": "store", "title": "Seats", "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } }, "authentication": ["key"],
        "personas": { "owner": { "credentials": { "key": "owner-key" } } },
        "schemas": { "Seat": { "type": "object", "required": ["id", "row"],
          "properties": { "id": { "type": "integer" }, "row": { "type": "integer" } } } },
        "endpoints": {
          "seats.add": { "summary": "Add", "request": "POST /seats", "source": "Handbook",
            "body": { "type": "object", "required": ["row"], "properties": { "row": { "type": "integer" }\(more) } },
            "success": { "201": { "payload": { "$ref": "#/schemas/Seat" } } },
            "state": { "action": "create", "collection": "seats" } },
          "seats.remove": { "summary": "Remove", "request": "DELETE /seats/{seat_id}", "source": "Handbook",
            "path": { "seat_id": { "type": "integer" } }, "success": { "200": { "payload": false } },
            "state": { "action": "delete", "collection": "seats", "key": "path.seat_id" } } },
        "collections": { "seats": { "item": { "$ref": "#/schemas/Seat" }, "key": "/id", "seed": [] } } }
      """)
  }

  private static let wrapped = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Seats", "envelope": null,
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } }, "authentication": ["key"],
      "personas": { "owner": { "credentials": { "key": "owner-key" } } },
      "failures": { "unknown": { "status": 401 }, "missing": { "status": 404 } }, "commonFailures": ["unknown"],
      "schemas": {
        "Seat": { "type": "object", "required": ["id", "label"],
          "properties": { "id": { "type": "integer" }, "label": { "type": "string" } } },
        "New": { "type": "object", "required": ["label"], "properties": { "label": { "type": "string" } } },
        "Wrapped": { "type": "object", "required": ["seat"], "properties": { "seat": { "$ref": "#/schemas/Seat" } } } },
      "endpoints": {
        "seats.get": { "summary": "Get", "request": "GET /seats/{seat_id}", "source": "Handbook", "failures": ["missing"],
          "path": { "seat_id": { "type": "integer" } }, "success": { "200": { "body": { "$ref": "#/schemas/Wrapped" } } },
          "state": { "action": "read", "collection": "seats", "key": "path.seat_id" } },
        "seats.add": { "summary": "Add", "request": "POST /seats", "source": "Handbook",
          "body": { "type": "object", "required": ["seat"], "properties": {
            "kind": { "const": "seat" }, "seat": { "$ref": "#/schemas/New" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Wrapped" } } },
          "state": { "action": "create", "collection": "seats" } },
        "seats.remove": { "summary": "Remove", "request": "DELETE /seats/{seat_id}", "source": "Handbook",
          "path": { "seat_id": { "type": "integer" } }, "success": { "204": {} }, "failures": ["missing"],
          "state": { "action": "delete", "collection": "seats", "key": "path.seat_id" } } },
      "collections": { "seats": { "item": { "$ref": "#/schemas/Seat" }, "key": "/id", "at": "/seat", "seed": [] } } }
    """)

  private static let paged = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Pages", "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } }, "authentication": ["key"],
      "personas": { "owner": { "credentials": { "key": "owner-key" } } },
      "schemas": { "Box": { "type": "object", "required": ["id", "label"],
        "properties": { "id": { "type": "integer" }, "label": { "type": "string" } } } },
      "endpoints": {
        "boxes.list": { "summary": "List", "request": "GET /boxes", "source": "Handbook",
          "query": { "page": { "type": "integer", "minimum": 1, "default": 1 },
            "size": { "enum": [2, 1], "default": 1 } },
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Box" } } } },
          "state": { "action": "list", "collection": "boxes", "page": "query.page", "size": "query.size" } },
        "boxes.add": { "summary": "Make", "request": "POST /boxes", "source": "Handbook",
          "body": { "type": "object", "required": ["label"], "properties": { "label": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Box" } } },
          "state": { "action": "create", "collection": "boxes" } },
        "boxes.remove": { "summary": "Remove", "request": "DELETE /boxes/{box_id}", "source": "Handbook",
          "path": { "box_id": { "type": "integer" } }, "success": { "200": { "payload": false } },
          "state": { "action": "delete", "collection": "boxes", "key": "path.box_id" } } },
      "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id",
        "seed": [{ "id": 1, "label": "One" }, { "id": 2, "label": "Two" }, { "id": 3, "label": "Three" }] } } }
    """)
}
