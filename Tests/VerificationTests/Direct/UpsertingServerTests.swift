import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// A server that stores everything that it receives, replaces items with the same name, and removes everything on
/// request. However little the contract specifies, a run must leave all existing data unchanged.
@Suite struct UpsertingServerTests {
  /// A write in a contract, with its request, body and state.
  struct Write: Sendable, CustomTestStringConvertible {
    let line: String
    var body = ""
    var state = ""
    var testDescription: String { "\(line) \(body) \(state)" }

    init(_ line: String, _ body: String = "", _ state: String = "") {
      (self.line, self.body, self.state) = (line, body, state)
    }
  }

  /// Schemas of a body whose name may equal that of an existing item, because it's an example, the only valid value,
  /// the default, or generated.
  private static let names = [
    #""type": "string", "examples": ["a"]"#, #""enum": ["a"]"#, #""type": "string", "default": "a""#,
    #""type": "string""#,
  ]
  private static let create = #"{ "action": "create", "collection": "pools" }"#
  private static let keyed = #""collection": "pools", "key": "path.name""#

  static let writes: [Write] = {
    let bodies = names.map { #"{ "type": "object", "required": ["name"], "properties": { "name": { \#($0) } } }"# }
    let size = #"{ "type": "object", "required": ["size"], "properties": { "size": { "type": "integer" } } }"#
    let text = #"{ "type": "object", "required": ["note"], "properties": { "note": { "type": "string" } } }"#
    let posts = bodies.flatMap { [Write("POST /pools", $0), Write("POST /pools", $0, create)] }
    let changes = ["PUT", "PATCH"].flatMap { method in
      [size, text].flatMap { body in
        [
          Write("\(method) /pools/{name}", body),
          Write("\(method) /pools/{name}", body, #"{ "action": "update", \#(keyed) }"#),
        ]
      }
    }
    return posts + changes + [
      Write("PUT /pools/{name}", size, #"{ "action": "update", \#(keyed), "missing": "create" }"#),
      Write("POST /pools/{name}/reset"),
      Write("POST /pools/{name}/reset", "", #"{ "action": "update", \#(keyed), "set": { "/size": { "const": 0 } } }"#),
      Write("DELETE /pools/{name}"), Write("DELETE /pools/{name}", "", #"{ "action": "delete", \#(keyed) }"#),
      Write("DELETE /pools"), Write("DELETE /pools", "", #"{ "action": "clear", "collection": "pools" }"#),
      Write("POST /purge"), Write("POST /pools/import", #"{ "type": "array", "items": { "type": "object" } }"#),
    ]
  }()

  private final class Pools: Sendable {
    private let stored: Mutex<[String: JSON]>

    init() {
      // "Text" is the value that is generated for an unspecified string.
      let names = ["a", "b", "Text", "1"]
      stored = Mutex(
        Dictionary(uniqueKeysWithValues: names.map { ($0, ["name": JSON($0), "size": 7, "note": "Theirs"]) }))
    }

    var contents: [String: JSON] { stored.withLock { $0 } }

    var server: ScriptedUpstream {
      ScriptedUpstream { [self] request in stored.withLock { Self.answer(to: request, &$0) } }
    }

    private static func answer(to request: Request, _ pools: inout [String: JSON]) -> OutgoingResponse {
      let parts = request.path.split(separator: "/").map { PercentEncoding.decode(String($0)) }
      let sent = (try? JSON.parse(request.body.bytes ?? [])) ?? [:]
      let name = parts.count > 1 ? parts[1] : sent["name"]?.string ?? "a"
      switch request.method {
      case .get:
        if parts == ["pools"] { return json(200, JSON.array(pools.keys.sorted().compactMap { pools[$0] }).text) }
        return pools[name].map { json(200, $0.text) } ?? json(404, #"{ "detail": "Not Found" }"#)
      case .delete:
        if parts.count > 1 { pools[name] = nil } else { pools = [:] }
        return OutgoingResponse(Response(status: 204))
      case .options, .head: return json(404, "{}")
      default:
        if parts == ["purge"] || name == "import" {
          pools = [:]
          return json(201, "{}")
        }
        var item = JSON.object([("name", JSON(name))])
        for member in sent.members { item = item.setting(member.key, to: member.value) }
        pools[name] = item
        return json(request.method == .post && parts.count == 1 ? 201 : 200, item.text)
      }
    }
  }

  private static func bench(_ write: Write) throws -> DirectBench {
    let path = write.line.contains("{name}") ? #""path": { "name": { "type": "string" } },"# : ""
    let body = write.body.isEmpty ? "" : #""body": \#(write.body),"#
    let state = write.state.isEmpty ? "" : #", "state": \#(write.state)"#
    let status = write.line.hasPrefix("DELETE") ? "204" : write.line.hasPrefix("POST /pools/{") ? "200" : "201"
    let answer = status == "204" ? "false" : #"{ "type": "object" }"#
    let others = #"""
      "pools.list": { "summary": "x", "request": "GET /pools", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "type": "object" } } } },
        "state": { "action": "list", "collection": "pools" } },
      "pools.get": { "summary": "x", "request": "GET /pools/{name}", "source": "x", "path": { "name": { "type": "string" } },
        "failures": ["none"], "success": { "200": { "body": { "type": "object" } } },
        "state": { "action": "read", "collection": "pools", "key": "path.name" } }
      """#
    let removal = #"""
      "pools.remove": { "summary": "x", "request": "DELETE /pools/{name}", "source": "x",
        "path": { "name": { "type": "string" } }, "success": { "204": { "body": false } },
        "state": { "action": "delete", "collection": "pools", "key": "path.name" } },
      """#
    return try DirectBench(
      """
      \(write.line == "DELETE /pools/{name}" ? "" : removal)
      \(others),
      "pools.write": { "summary": "x", "request": "\(write.line)", "source": "x", \(path) \(body)
        "success": { "\(status)": { "body": \(answer) } }\(state) }
      """,
      more: #"""
        "failures": { "none": { "status": 404, "body": { "type": "object" } } },
        "collections": { "pools": { "item": { "type": "object", "properties": { "name": { "type": "string" },
          "size": { "type": "integer" }, "note": { "type": "string" } } }, "key": "/name" } },
        """#)
  }

  @Test(arguments: writes)
  func `what was there before stays as it was`(write: Write) async throws {
    let pools = Pools()
    let before = pools.contents
    let outcomes = try await Self.bench(write).outcomes(at: pools.server, allowsWrites: true)
    let after = pools.contents
    for (name, pool) in before {
      #expect(
        after[name] == pool, "\(name): \(outcomes.map { "\($0.line.outcome) \($0.line.name) \($0.line.reason ?? "")" })"
      )
    }
    let kept = Set(after.keys).subtracting(before.keys)
    #expect(kept.isEmpty || outcomes.contains { $0.line.reason?.contains("left behind") ?? false }, "\(kept)")
  }
}
