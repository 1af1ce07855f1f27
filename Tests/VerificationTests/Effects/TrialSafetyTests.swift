import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// The limits of trials, which repeat only requests of the call, use only the run's own items, and leave nothing
/// behind.
struct TrialSafetyTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Cards", "envelope": null,
      \(Part.bareOwner)
      "schemas": {
        "Card": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "text": { "type": "string" },
          "state": { "enum": ["open", "closed"] } } },
        "Edit": { "type": "object", "properties": { "name": { "type": "string" }, "text": { "type": "string" } } },
        "Tree": { "type": "object", "required": ["name", "text"], "properties": {
          "name": { "type": "string" }, "text": { "type": "string" }, "note": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("cards", "Card", in: "body")),
        \(Part.get("cards", "Card", in: "body")),
        "cards.add": { "summary": "Make", "request": "POST /cards", "source": "Handbook",
          "body": { "$ref": "#/schemas/Edit" }, "success": { "201": { "body": { "$ref": "#/schemas/Card" } } },
          "state": { "action": "create", "collection": "cards" } },
        "cards.edit": { "summary": "Edit", "request": "PUT /cards/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "query": { "mode": { "type": "string" } },
          "headers": { "X-Mode": { "type": "string" } }, "failures": ["notFound"], "body": { "$ref": "#/schemas/Edit" },
          "success": { "200": { "body": { "$ref": "#/schemas/Card" } } },
          "state": [
            { "when": { "query.mode": { "const": "merge" } }, "action": "update", "collection": "cards", "key": "path.id" },
            { "action": "update", "collection": "cards", "key": "path.id", "merge": false,
              "set": { "/state": { "const": "closed" } } } ] },
        "cards.write": { "summary": "Write", "request": "PATCH /cards/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "body": { "$ref": "#/schemas/Edit" },
          "success": { "200": { "body": { "$ref": "#/schemas/Card" } } },
          "state": { "action": "update", "collection": "cards", "key": "path.id" } },
        "cards.move": { "summary": "Move", "request": "PUT /cards/{id}/state", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["card"], "properties": {
            "card": { "type": "object", "required": ["state"], "properties": { "state": { "enum": ["open", "closed"] } } },
            "notify": { "type": "boolean" } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Card" } } },
          "state": { "action": "update", "collection": "cards", "key": "path.id", "body": "/card" } },
        \(Part.remove("cards")),
        \(Part.list("trees", "Tree", in: "body")),
        "trees.get": { "summary": "Read", "request": "GET /trees/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"],
          "success": { "200": { "body": { "$ref": "#/schemas/Tree" } } },
          "state": { "action": "read", "collection": "trees", "key": "path.name" } },
        "trees.add": { "summary": "Plant", "request": "POST /trees", "source": "Handbook",
          "body": { "$ref": "#/schemas/Tree" }, "success": { "201": { "body": { "$ref": "#/schemas/Tree" } } },
          "state": { "action": "create", "collection": "trees" } },
        "trees.edit": { "summary": "Edit", "request": "PUT /trees/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"], "body": { "$ref": "#/schemas/Tree" },
          "success": { "200": { "body": { "$ref": "#/schemas/Tree" } } },
          "state": { "action": "update", "collection": "trees", "key": "path.name" } },
        "trees.remove": { "summary": "Fell", "request": "DELETE /trees/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "trees", "key": "path.name" } } },
      "collections": {
        "cards": { "item": { "$ref": "#/schemas/Card" }, "key": "/id",
          "seed": [ { "id": 3, "name": "Ash", "text": "Come!", "state": "open" } ] },
        "trees": { "item": { "$ref": "#/schemas/Tree" }, "key": "/name", "seed": [] } } }
    """

  private static func step(
    _ endpoint: String, _ method: HTTPMethod, _ suffix: String, headers: HeaderFields = HeaderFields(),
    _ body: @escaping @Sendable (CallContext) -> String
  ) -> ArticleSuite.Step {
    ArticleSuite.Step(
      endpoint: endpoint, method: method, path: { "/cards/\(try $0.integer("id", default: 3))\(suffix)" }, body: body,
      headers: headers)
  }

  private static let make = ArticleSuite.Step(
    endpoint: "cards.add", method: .post, path: { _ in "/cards" },
    body: { #"{ "name": "\#($0.mark("Oak"))", "text": "Tall" }"# })

  private static func isHuman(_ request: Request) -> Bool { (request.body.bytes ?? []).contains(0xF0) }

  private static func given(by request: Request) -> JSON? {
    (try? JSON.parse(request.body.bytes ?? []))?["text"]
  }

  private static func run(_ store: StoreServer, _ steps: [ArticleSuite.Step], of collection: String = "cards")
    async throws -> Board.Findings
  {
    let suite = ArticleSuite(steps, of: collection)
    return Board.Findings(
      outcomes: try await store.verify(VerifierOptions(allowsWrites: true), suite: suite))
  }

  // MARK: - Contents of a trial

  @Test(arguments: ["query.mode", "header.x-mode"])
  func `a trial has all of the call's request that decides what it does`(address: String) async throws {
    let contract = Store.load(Self.text.replacing(#""when": { "query.mode""#, with: "\"when\": { \"\(address)\""))
    let store = StoreServer(contract)
    let isQuery = address == "query.mode"
    let headers: HeaderFields = isQuery ? [:] : ["X-Mode": "merge"]
    let edit = Self.step("cards.edit", .put, isQuery ? "?mode=merge" : "", headers: headers) {
      #"{ "name": "\#($0.mark("Elm"))", "text": "Bring ropes" }"#
    }
    let found = try await Self.run(store, [Self.make, edit])
    #expect(found.drift == [], "\(found.messages)")
    let puts = store.requests.filter { $0.method == .put }
    #expect(puts.contains(where: Self.isHuman), "Texts were tried.")
    #expect(
      puts.allSatisfy { isQuery ? $0.query == "mode=merge" : $0.headers["x-mode"] == "merge" },
      "\(puts.map(\.target))")
    // The PATCH, which has only one rule, restores the item.
    let patches = store.requests.filter { $0.method == .patch }
    #expect(patches.first.flatMap { Self.given(by: $0) }?.string == "Bring ropes")
    #expect(found.outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(found.outcomes.undone)")
  }

  @Test func `what an item doesn't show may be a command, and isn't sent twice`() async throws {
    for (body, count) in [
      (#"{ "card": { "state": "closed" }, "notify": true }"#, 1), (#"{ "card": { "state": "closed" } }"#, 2),
    ] {
      let store = StoreServer(Store.load(Self.text))
      let found = try await Self.run(store, [Self.make, Self.step("cards.move", .put, "/state") { _ in body }])
      #expect(found.drift == [], "\(found.messages)")
      #expect(store.requests.count { $0.method == .put } == count, "\(body)")
    }
  }

  @Test func `what is closed already may be refused to be closed`() async throws {
    let counted = Counted()
    let store = StoreServer(Store.load(Self.text)) { request, _ in
      guard request.method == .put, counted.count("moves") > 1 else { return nil }
      return OutgoingResponse(Notes.response(409, #"{ "error": "It is closed." }"#))
    }
    let move = Self.step("cards.move", .put, "/state") { _ in #"{ "card": { "state": "closed" } }"# }
    let found = try await Self.run(store, [Self.make, move])
    #expect(counted.seen("moves") == 2)
    #expect(found.outcomes.flatMap(\.drift).isEmpty, "\(found.messages)")
  }

  @Test func `the name by which an item is found stays as it is`() async throws {
    let store = StoreServer(Store.load(Self.text))
    let plant = ArticleSuite.Step(
      endpoint: "trees.add", method: .post, path: { _ in "/trees" },
      body: { #"{ "name": "Oak", "text": "\#($0.mark("Tall"))", "note": "Dry" }"# })
    let edit = ArticleSuite.Step(
      endpoint: "trees.edit", method: .put, path: { _ in "/trees/Oak" },
      body: { #"{ "name": "Oak", "text": "\#($0.mark("Old"))", "note": "Wet" }"# })
    let found = try await Self.run(store, [plant, edit], of: "trees")
    #expect(found.drift == [], "\(found.messages)")
    let puts = store.requests.filter { $0.method == .put }
    #expect(puts.contains(where: Self.isHuman), "Texts were tried.")
    let names = Set(puts.compactMap { (try? JSON.parse($0.body.bytes ?? []))?["name"]?.string })
    #expect(names == ["Oak"], "\(names)")
    #expect(store.said(to: store.request(.get, "/trees")).json?.count == 0)
  }

  @Test func `a removal of another user's item, even to a trash, is sent once`() async throws {
    let club = StoreServer(Club.contract)
    let before = club.contents("/songs/8")
    let options = VerifierOptions(
      allowsWrites: true, only: [Wildcard("songs.forget: *contract")], variables: ["song_id": "8"])
    let outcomes = try await club.verify(options)
    let called = outcomes.flatMap(\.exchanges).count { $0.request.method == .delete }
    #expect(called > 0, "\(outcomes.complaints)")
    #expect(club.requests.count { $0.method == .delete } == called)
    #expect(club.contents("/songs/8") == before)
  }

  // MARK: - Reverting

  @Test(arguments: [500, 303, 408])
  func `a trial that is carried out and answered with another status is sent back as well`(status: Int) async throws {
    let board = StoreServer(Board.contract) { request, answer in
      guard request.method == .put, Self.isHuman(request) else { return nil }
      _ = answer()
      return OutgoingResponse(Response(status: status))
    }
    _ = try await Board.verify(board, "notices.edit: *contract")
    let puts = board.requests.filter { $0.method == .put }
    let trial = try #require(puts.firstIndex(where: Self.isHuman))
    try #require(trial + 1 < puts.count)
    let back = try JSON.parse(puts[trial + 1].body.bytes ?? [])
    #expect(back["content"]?.string == "Bring ropes" && back["note"]?.string == "On Friday", "\(back.text)")
  }

  @Test func `an item that is elsewhere since a trial is reported as left behind`() async throws {
    let isGone = Mutex(false)
    let board = StoreServer(Board.contract) { request, _ in
      if request.method == .put, Self.isHuman(request) { isGone.withLock { $0 = true } }
      guard isGone.withLock({ $0 }), request.method == .get, request.path.hasPrefix("/notices/"),
        request.headers.contains("x-key")
      else { return nil }
      return OutgoingResponse(Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "No." }"#))
    }
    let found = try await Board.verify(board, "notices.edit: *contract")
    let undone = found.outcomes.undone
    #expect(
      undone.contains {
        $0.hasPrefix("failed notices.edit: may be left behind: notices ")
          && $0.contains("no longer exists after trials of PUT /notices/")
      }, "\(undone)")
  }

  @Test func `a firewall that turns a text away ends the trials, and is no finding`() async throws {
    let board = StoreServer(Board.contract) { request, _ in
      guard request.method == .put, Self.isHuman(request) else { return nil }
      return OutgoingResponse(
        Response(status: 403, headers: ["Content-Type": "text/html"], body: Body("<p>Blocked</p>")))
    }
    let found = try await Board.verify(board, "notices.edit: *contract")
    #expect(found.outcomes.flatMap(\.drift).isEmpty, "\(found.messages)")
    let puts = board.requests.filter { $0.method == .put }
    #expect(puts.last.map(Self.isHuman) == true)
    #expect(puts.count(where: Self.isHuman) == 1)
  }

  @Test func `where a text gets no answer, nothing more is tried`() async throws {
    let board = StoreServer(Board.contract) { request, _ in
      guard request.method == .put, Self.isHuman(request) else { return nil }
      return OutgoingResponse(failure: TransportFailure(kind: .timeout, message: "Silence."))
    }
    _ = try await Board.verify(board, "notices.edit: *contract")
    let bodies = board.requests.filter { $0.method == .put }.map { $0.body.bytes ?? [] }
    #expect(bodies.contains { $0.contains(0xF0) }, "A text was tried.")
    #expect(bodies.allSatisfy { (try? JSON.parse($0))?["note"]?.isNull != true }, "Null was tried after it.")
    #expect(bodies.last.map { !$0.contains(0xF0) } == true, "It was sent back.")
  }
}
