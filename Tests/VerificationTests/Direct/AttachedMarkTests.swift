import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Requests that create items without a readable text. They contain the run's mark if the contract lets a caller attach
/// one or name the item.
struct AttachedMarkTests {
  private static func bench(_ members: String, of body: String? = nil, more: String = "") throws -> DirectBench {
    try DirectBench(
      """
      "things.remove": { "summary": "x", "request": "DELETE /things/{id}", "source": "x",
        "path": { "id": { "type": "string" } }, "success": { "204": { "body": false } },
        "state": { "action": "delete", "collection": "things", "key": "path.id" } },
      "things.list": { "summary": "x", "request": "GET /things", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Thing" } } } },
        "state": { "action": "list", "collection": "things" } },
      "things.add": { "summary": "x", "request": "POST /things", "source": "x", \(more)
        "body": { "type": "object", "required": ["count"],
          "properties": { "count": { "type": "integer" }\(body ?? members) } },
        "success": { "201": { "body": { "$ref": "#/schemas/Thing" } } },
        "state": { "action": "create", "collection": "things" } }
      """,
      more: """
        "collections": { "things": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id" } },
        "schemas": { "Thing": { "type": "object", "required": ["id"], "properties": {
          "id": { "type": "string" }, "count": { "type": "integer" }\(members) } } },
        """)
  }

  private static let metadata = #", "metadata": { "type": "object", "additionalProperties": { "type": "string" } }"#
  private static let ownName = #", "external_id": { "type": "string", "pattern": "^[a-z0-9-]+$" }"#

  @Test(arguments: [
    (metadata, "metadata"), (ownName, "external_id"),
    (#", "reference": { "type": "string", "examples": ["PO-1234"] }"#, "reference"),
    (#", "metadata": { "type": "object", "additionalProperties": { "type": "integer" } }"#, nil),
    (#", "external_id": { "type": "string", "format": "uuid" }"#, nil),
  ])
  func `the mark goes into what a caller attaches to an item, or calls it by`(members: String, marked: String?)
    async throws
  {
    let things = ThingStore()
    let server = things.server
    let lines = try await Self.bench(members).lines(at: server, allowsWrites: true)
    let sent = server.requests.filter { $0.method == .post }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    #expect(sent.isEmpty == (marked == nil), "\(lines)")
    let carriers = sent.first.map { $0.members.filter { $0.value.text.contains("plumbline-") }.map(\.key) }
    #expect(carriers == marked.map { [$0] }, "\(sent)")
    #expect(things.contents.isEmpty, "What is made is removed: \(lines)")
  }

  @Test func `a member that the item doesn't show carries no mark, as nothing would be found by it`() async throws {
    let things = ThingStore()
    let server = things.server
    let lines = try await Self.bench("", of: Self.ownName).lines(at: server, allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .post }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("skipped things.add: ") }, "\(lines)")
  }

  @Test func `an idempotency key is no mark, and the report says so`() async throws {
    let things = ThingStore()
    let server = things.server
    let key = #""headers": { "Idempotency-Key": { "type": "string" } }, "idempotency": "header.Idempotency-Key","#
    let lines = try await Self.bench("", more: key).lines(at: server, allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .post }, "\(lines)")
    #expect(
      lines.contains {
        $0.hasSuffix("and no member of its body accepts any string; the item doesn't show its Idempotency-Key")
      }, "\(lines)")
  }
}

/// A server that stores items at /things under identifiers of its own.
final class ThingStore: Sendable {
  private struct State {
    var things: [String: JSON] = [:]
    var count = 0
  }

  private let state: Mutex<State>

  init(_ things: [String: JSON] = [:]) { state = Mutex(State(things: things)) }

  var contents: [String: JSON] { state.withLock(\.things) }

  var server: ScriptedUpstream {
    ScriptedUpstream { [self] request in answer(to: request, request.path.split(separator: "/").map(String.init)) }
  }

  /// Returns the response to a request whose path segments are `things` and an identifier.
  func answer(to request: Request, _ parts: [String]) -> OutgoingResponse {
    state.withLock { Self.answer(to: request, parts, &$0) }
  }

  private static func answer(to request: Request, _ parts: [String], _ state: inout State) -> OutgoingResponse {
    let sent = (try? JSON.parse(request.body.bytes ?? [])) ?? [:]
    if parts.count == 1, request.method == .post {
      state.count += 1
      let id = "t\(state.count)"
      state.things[id] = thing(sent, id)
      return json(201, thing(sent, id).text)
    }
    if parts.count == 1 {
      return json(200, JSON.array(state.things.keys.sorted().compactMap { state.things[$0] }).text)
    }
    guard let known = state.things[parts[1]] else { return json(404, "{}") }
    if request.method == .delete {
      state.things[parts[1]] = nil
      return OutgoingResponse(Response(status: 204))
    }
    guard request.method == .patch else { return json(200, known.text) }
    let kept = known.members.filter { sent[$0.key] == nil && $0.key != "id" }.map { ($0.key, $0.value) }
    let changed = thing(.object(kept + sent.members.map { ($0.key, $0.value) }), parts[1])
    state.things[parts[1]] = changed
    return json(200, changed.text)
  }

  private static func thing(_ members: JSON, _ id: String) -> JSON {
    .object([("id", JSON(id))] + members.members.filter { $0.key != "id" }.map { ($0.key, $0.value) })
  }
}
