import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Changes that a different caller makes to the run's own items or to items below them, which are detected and undone.
struct ForeignWriteTests {
  /// The depot's contract with lines below each caller's notes.
  private static let contract = DepotContract.changed(changes)

  /// The same contract, except that reading the lines below a note marks the note as read.
  private static let marking = DepotContract.changed(
    changes + [
      (
        #""action": "list", "collection": "lines","#,
        #"""
        "action": "list", "collection": "lines",
          "also": [{ "action": "update", "collection": "notes", "key": "path.id", "merge": false,
            "set": { "/isRead": { "const": true } } }],
        """#
      ),
      (
        #""Note": { "type": "object", "required": ["id", "text"], "properties": {"#,
        #""Note": { "type": "object", "required": ["id", "text"], "properties": { "isRead": { "type": "boolean" },"#
      ),
    ])

  private static let changes: [(old: String, new: String)] = [
    (
      #""me.get": { "summary""#,
      #"""
      "lines.list": { "summary": "Lines", "request": "GET /notes/{id}/lines", "source": "Handbook",
        "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
        "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
        "state": { "action": "list", "collection": "lines", "within": { "path.id": "/note" },
          "guards": [{ "some": "notes", "where": { "path.id": "/id" }, "failure": "notFound" }] } },
      "lines.add": { "summary": "Line", "request": "POST /notes/{id}/lines", "source": "Handbook",
        "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
        "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
        "success": { "201": { "payload": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "create", "collection": "lines", "within": { "path.id": "/note" },
          "guards": [{ "some": "notes", "where": { "path.id": "/id" }, "failure": "notFound" }] } },
      "me.get": { "summary"
      """#
    ),
    (
      #""notes": { "item""#,
      ##""lines": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "per": "persona.id", "seed": [] }, "notes": { "item""##
    ),
  ]

  private static let only = [
    "notes.list", "notes.add", "notes.get", "notes.edit", "notes.remove", "lines.add", "lines.list",
  ]

  /// Returns a depot that mistakes Bo for Ada in the requests that `isMeant` selects.
  private static func depot(
    of contract: Contract = ForeignWriteTests.contract, _ isMeant: @escaping @Sendable (Request) -> Bool
  ) -> Depot {
    Depot(
      contract,
      asked: { request in
        guard request.headers["authorization"] == "Bearer bo-token", isMeant(request) else { return request }
        var other = request
        other.headers["authorization"] = "Bearer ada-token"
        return other
      },
      says: { request, answer, _ in
        // The response contains a line below every note that exists.
        guard request.method == .get, request.path.hasSuffix("/lines"), answer.response.status == 200 else {
          return answer
        }
        return answer.showing(answer.items + [.object([("id", 900), ("text", "Pinned")])])
      })
  }

  private static func check(_ depot: Depot, writing: Bool = true) async throws -> Checked {
    try await depot.check(only[0], only[1], only[2], only[3], only[4], only[5], only[6], writing: writing)
  }

  @Test func `a caller who adds to another's item is found`() async throws {
    let checked = try await Self.check(Self.depot { $0.method == .post && $0.path.hasSuffix("/lines") })
    #expect(checked.found == ["access.not-isolated adds"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.endpoint) == ["lines.add"])
  }

  @Test func `a caller who lists what lies below another's item is found`() async throws {
    let checked = try await Self.check(Self.depot { $0.method == .get && $0.path.hasSuffix("/lines") })
    #expect(checked.found == ["access.not-isolated lists"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.endpoint) == ["lines.list"])
  }

  @Test func `a list that marks its item as read is looked at all the same, below the run's own item`() async throws {
    let depot = Self.depot(of: Self.marking) { $0.method == .get && $0.path.hasSuffix("/lines") }
    let checked = try await Self.check(depot)
    #expect(checked.found == ["access.not-isolated lists"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.endpoint) == ["lines.list"])
  }

  @Test func `a caller who removes another's item is found, and no item of the user's is touched`() async throws {
    let depot = Self.depot { $0.method == .delete }
    let checked = try await Self.check(depot)
    #expect(checked.found == ["access.not-isolated removes"], "\(checked.drift.map(\.message))")
    let removals = depot.requests.filter { $0.method == .delete && $0.headers["authorization"] == "Bearer bo-token" }
    #expect(!removals.isEmpty && removals.allSatisfy { $0.path != "/notes/1" }, "\(removals.map(\.path))")
  }

  @Test func `a server that refuses all that passes, and without the word for it nothing is written`() async throws {
    let checked = try await Self.check(Self.depot { _ in false })
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed notes.list: hides a caller's items from others"), "\(checked.lines)")
    let reading = Self.depot { $0.method != .get }
    _ = try await Self.check(reading, writing: false)
    #expect(!reading.requests.contains { !$0.method.isSafe }, "\(reading.requests.map(\.path))")
  }
}
