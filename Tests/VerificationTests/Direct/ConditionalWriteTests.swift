import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Servers that reject a change without the entity tag of the resource (RFC 9110, section 13.1.1).
@Suite struct ConditionalWriteTests {
  private static let contract = #"""
    "notes.list": { "summary": "x", "request": "GET /notes", "source": "x",
      "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
      "state": { "action": "list", "collection": "notes" } },
    "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
      "failures": ["none"], "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
      "state": { "action": "read", "collection": "notes", "key": "path.id" } },
    "notes.add": { "summary": "x", "request": "POST /notes", "source": "x",
      "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
      "success": { "201": { "body": { "$ref": "#/schemas/Note" } } },
      "state": { "action": "create", "collection": "notes" } },
    "notes.edit": { "summary": "x", "request": "PUT /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
      "headers": { "If-Match": { "type": "string" } }, "required": { "headers": ["If-Match"] }, "failures": ["none", "stale"],
      "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
      "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
      "state": { "action": "update", "collection": "notes", "key": "path.id" } },
    "notes.remove": { "summary": "x", "request": "DELETE /notes/{id}", "source": "x",
      "path": { "id": { "type": "string" } }, "headers": { "If-Match": { "type": "string" } },
      "required": { "headers": ["If-Match"] }, "failures": ["none", "stale"], "success": { "204": { "body": false } },
      "state": { "action": "delete", "collection": "notes", "key": "path.id" } }
    """#

  private static func bench(_ contract: String = contract) throws -> DirectBench {
    try DirectBench(
      contract,
      more: #"""
        "failures": { "none": { "status": 404, "body": { "type": "object" } },
          "stale": { "status": 412, "body": { "type": "object" } },
          "blind": { "status": 428, "body": { "type": "object" } } },
        "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id" } },
        "schemas": { "Note": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "string" }, "text": { "type": "string" } } } },
        """#)
  }

  /// Notes with versions, which serve as entity tags.
  private final class Notes: Sendable {
    private let stored = Mutex<[String: (text: String, version: Int)]>(["1": ("Old", 1)])
    /// The status for a request that contains no entity tag.
    private let blind: Int
    /// A Boolean value that indicates whether responses to reads contain the entity tag.
    private let showsTags: Bool

    init(blind: Int = 412, showsTags: Bool = true) {
      self.blind = blind
      self.showsTags = showsTags
    }

    var contents: [String: String] { stored.withLock { $0.mapValues(\.text) } }

    var server: ScriptedUpstream {
      ScriptedUpstream { [self] request in stored.withLock { answer(to: request, &$0) } }
    }

    private func answer(to request: Request, _ notes: inout [String: (text: String, version: Int)]) -> OutgoingResponse
    {
      func note(_ id: String) -> JSON { ["id": JSON(id), "text": JSON(notes[id]?.text ?? "")] }
      let text = (try? JSON.parse(request.body.bytes ?? []))?["text"]?.string ?? ""
      let id = request.path.split(separator: "/").dropFirst().first.map { String($0) } ?? ""
      if id.isEmpty, request.method == .post {
        let id = "\(notes.count + 1)"
        notes[id] = (text, 1)
        return json(201, note(id).text)
      }
      if id.isEmpty { return json(200, JSON.array(notes.keys.sorted().map(note)).text) }
      guard let known = notes[id] else { return json(404, "{}") }
      let tag = "\"\(known.version)\""
      if request.method == .get { return json(200, note(id).text, showsTags ? ["ETag": tag] : [:]) }
      if request.method == .post {
        notes[id] = ("Closed", known.version + 1)
        return OutgoingResponse(Response(status: 204))
      }
      guard let shown = request.headers["if-match"] else { return json(blind, "{}") }
      guard shown == tag else { return json(412, "{}") }
      notes[id] = request.method == .delete ? nil : (text, known.version + 1)
      return request.method == .delete ? OutgoingResponse(Response(status: 204)) : json(200, note(id).text)
    }
  }

  @Test func `what requires a tag is changed, put back and removed with the one that the server shows`() async throws {
    let notes = Notes()
    let before = notes.contents
    let server = notes.server
    let outcomes = try await Self.bench().outcomes(at: server, variables: ["note_id": "1"], allowsWrites: true)
    #expect(server.requests.contains { $0.method == .put && $0.path == "/notes/1" }, "It was changed.")
    #expect(server.requests.contains { $0.method == .delete }, "What was made was removed.")
    #expect(
      notes.contents == before, "\(outcomes.map { "\($0.line.outcome) \($0.line.name) \($0.line.reason ?? "")" })")
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    #expect(!outcomes.contains { $0.line.outcome == .failed })
  }

  private static let required = #""required": { "headers": ["If-Match"] }, "failures": ["none", "stale"]"#

  @Test func `what refuses requests without a tag by 428 gets the current one, though it isn't required`() async throws
  {
    let notes = Notes(blind: 428)
    let before = notes.contents
    let server = notes.server
    let contract = Self.contract.replacing(Self.required, with: #""failures": ["none", "stale", "blind"]"#)
    let outcomes = try await Self.bench(contract).outcomes(at: server, variables: ["note_id": "1"], allowsWrites: true)
    let sent = server.requests.filter { $0.method == .put && $0.path == "/notes/1" }
    #expect(sent.contains { $0.headers.contains("if-match") }, "It was changed.")
    #expect(notes.contents == before, "\(outcomes.complaints)")
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
    #expect(!outcomes.contains { $0.line.outcome == .failed })
  }

  @Test func `a server that wants a tag which no contract mentions gets one, so that what was made is removed`()
    async throws
  {
    let notes = Notes(blind: 428)
    let before = notes.contents
    let contract = Self.contract.replacing(Self.required, with: #""failures": ["none"]"#)
      .replacing(#""headers": { "If-Match": { "type": "string" } },"#, with: "")
    let outcomes = try await Self.bench(contract).outcomes(at: notes.server, allowsWrites: true)
    #expect(notes.contents == before, "\(outcomes.complaints)")
    #expect(outcomes.undone.contains { $0.hasPrefix("passed notes.remove") }, "\(outcomes.undone)")
  }

  @Test
  func `what could only be put back with a tag that no read shows isn't changed, nor is made what needs one to go`()
    async throws
  {
    let notes = Notes(showsTags: false)
    let before = notes.contents
    let server = notes.server
    let closing = #"""
      , "notes.close": { "summary": "x", "request": "POST /notes/{id}/close", "source": "x",
        "path": { "id": { "type": "string" } }, "failures": ["none"], "success": { "204": { "body": false } },
        "state": { "action": "update", "collection": "notes", "key": "path.id", "merge": false,
          "set": { "/text": { "const": "Closed" } } } }
      """#
    let outcomes = try await Self.bench(Self.contract + closing)
      .outcomes(at: server, variables: ["note_id": "1"], allowsWrites: true)
    #expect(server.requests.filter { !$0.method.isSafe }.map { "\($0.method) \($0.path)" } == [])
    #expect(notes.contents == before)
    let reasons = outcomes.compactMap(\.line.reason)
    #expect(
      reasons.contains {
        $0.contains(
          "PUT /notes/{id} requires if-match, but GET /notes/1 returns no ETag, so its changes couldn't be restored")
      }, "\(reasons)")
    #expect(
      reasons.contains {
        $0.contains(
          "DELETE /notes/{id} requires if-match, but GET /notes/1 returns no ETag, so what it creates couldn't be removed"
        )
      }, "\(reasons)")
  }
}
