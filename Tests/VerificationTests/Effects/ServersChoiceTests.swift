import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Values that a server chooses itself, and effects that occur without being requested.
struct ServersChoiceTests {
  private static let contract = Store.load(text)
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Threads", "envelope": null,
      \(Part.bareOwner)
      "schemas": {
        "Thread": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "last": { "type": "string" },
          "picture": { "type": "string" } } },
        "Message": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "integer" }, "thread": { "type": "integer" }, "text": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("threads", "Thread", in: "body")),
        \(Part.get("threads", "Thread", in: "body")),
        "threads.add": { "summary": "Make", "request": "POST /threads", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": {
            "title": { "type": "string" }, "last": { "type": "string", "examples": ["Hello"] } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Thread" } } },
          "state": { "action": "create", "collection": "threads", "set": { "/picture": { "const": "none" } } } },
        "threads.edit": { "summary": "Edit", "request": "PUT /threads/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "properties": { "title": { "type": "string" }, "last": { "type": "string" } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Thread" } } },
          "state": { "action": "update", "collection": "threads", "key": "path.id" } },
        "threads.paint": { "summary": "Paint", "request": "PUT /threads/{id}/picture", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "threads", "key": "path.id", "merge": false,
            "set": { "/picture": { "example": "/1.jpg" } } } },
        \(Part.remove("threads")),
        "messages.list": { "summary": "Messages", "request": "GET /threads/{id}/messages", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Message" } } } },
          "state": { "action": "list", "collection": "messages", "within": { "path.id": "/thread" } } },
        "messages.send": { "summary": "Send", "request": "POST /threads/{id}/messages", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Message" } } },
          "state": { "action": "create", "collection": "messages", "within": { "path.id": "/thread" },
            "guards": [{ "some": "threads", "where": { "path.id": "/id" }, "failure": "notFound" }],
            "also": [{ "action": "update", "collection": "threads", "key": "path.id", "merge": false,
              "set": { "/last": "body#/text" } }] } },
        \(Part.remove("messages", key: "message")) },
      "collections": {
        "threads": { "item": { "$ref": "#/schemas/Thread" }, "key": "/id", "seed": [
          { "id": 3, "title": "Roof", "last": "Come!", "picture": "/0.jpg" } ] },
        "messages": { "item": { "$ref": "#/schemas/Message" }, "key": "/id", "seed": [] } } }
    """

  private static func only(_ patterns: String...) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: patterns.map { Wildcard($0) })
  }

  /// Returns a server that assigns its own URLs to pictures.
  private static func painting(_ contract: Contract) -> StoreServer {
    let plain = StoreServer(contract)
    return StoreServer(beside: plain) { request, ask in
      guard request.path.hasSuffix("/picture") || request.path.hasPrefix("/threads/"), request.method != .delete else {
        return nil
      }
      let answer = ask()
      guard request.method == .get, let json = answer.json, json["picture"]?.string == "/1.jpg" else { return answer }
      return answer.saying(json.setting("picture", to: "https://cdn.example/77.jpg"))
    }
  }

  @Test func `what the server chooses is whatever it chooses`() async throws {
    let outcomes = try await Self.painting(Self.contract).verify(Self.only("threads.paint: *contract"))
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    #expect(outcomes.contains { $0.line.endpoint == "threads.paint" && $0.line.outcome == .passed })
  }

  @Test func `what the contract says is set has to be set`() async throws {
    let contract = Store.load(Self.text.replacing(#"{ "example": "/1.jpg" }"#, with: #"{ "const": "/1.jpg" }"#))
    let outcomes = try await Self.painting(contract).verify(Self.only("threads.paint: *contract"))
    #expect(outcomes.flatMap(\.drift).map(\.rule) == [.effect.notApplied])
  }

  @Test func `a mock chooses the example`() throws {
    let store = StoreServer(Self.contract)
    _ = store.said(to: store.request(.put, "/threads/3/picture"))
    #expect(store.said(to: store.request(.get, "/threads/3")).json?["picture"]?.string == "/1.jpg")
  }

  @Test func `an automatic reply that comes at once is a warning at most`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .post, request.path.hasSuffix("/messages") else { return nil }
      let answer = ask()
      _ = plain.said(to: plain.request(.put, String(request.path.dropLast("/messages".count)), #"{ "last": "Soon." }"#))
      return answer
    }
    let outcomes = try await store.verify(Self.only("messages.send: *contract"))
    let found = outcomes.flatMap(\.drift)
    #expect(found.map(\.rule) == [.effect.notApplied], "\(found.map(\.message)) \(outcomes.complaints)")
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.message.hasSuffix("; a different user may have changed it in the meantime.") == true,
      "\(found.map(\.message))"
    )
  }

  @Test func `an automatic reply that the conversation shows is the last message, and no finding`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .post, request.path.hasSuffix("/messages") else { return nil }
      let answer = ask()
      _ = plain.said(to: plain.request(.post, request.path, #"{ "text": "Soon." }"#))
      return answer
    }
    let outcomes = try await store.verify(Self.only("messages.send: *contract"))
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    #expect(outcomes.contains { $0.line.endpoint == "messages.send" && $0.line.outcome == .passed })
  }

  @Test func `what a message should have changed and left as it was is breaking`() async throws {
    let plain = StoreServer(Self.contract)
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .post, request.path.hasSuffix("/messages") else { return nil }
      let thread = plain.request(.get, String(request.path.dropLast("/messages".count)))
      let last = plain.said(to: thread).json?["last"]?.text ?? ""
      let answer = ask()
      _ = plain.said(to: plain.request(.put, thread.path, "{ \"last\": \(last) }"))
      return answer
    }
    let outcomes = try await store.verify(Self.only("messages.send: *contract"))
    #expect(outcomes.flatMap(\.drift).map(\.severity) == [.breaking], "\(outcomes.complaints)")
  }
}
