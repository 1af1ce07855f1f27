import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// The items that a request creates in addition to its own, such as the first message of a thread, which are also
/// counted.
struct FirstMessageTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Threads", "envelope": null,
      \(Part.bareOwner)
      "schemas": {
        "Thread": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" } } },
        "Message": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "integer" }, "thread": { "type": "integer" }, "text": { "type": "string" },
          "sender_id": { "type": "integer" } } } },
      "endpoints": {
        \(Part.list("threads", "Thread", in: "body")),
        \(Part.get("threads", "Thread", in: "body")),
        "threads.add": { "summary": "Make", "request": "POST /threads", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Thread" } } },
          "state": { "action": "create", "collection": "threads",
            "also": [{ "action": "create", "collection": "messages", "merge": false,
              "within": { "item#/id": "/thread" },
              "set": { "/text": "body#/title", "/sender_id": "persona.id" } }] } },
        \(Part.remove("threads")),
        "messages.list": { "summary": "Messages", "request": "GET /threads/{id}/messages", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Message" } } } },
          "state": { "action": "list", "collection": "messages", "within": { "path.id": "/thread" } } } },
      "collections": {
        "threads": { "item": { "$ref": "#/schemas/Thread" }, "key": "/id", "seed": [] },
        "messages": { "item": { "$ref": "#/schemas/Message" }, "key": "/id", "seed": [] } } }
    """)

  /// Returns the findings on a server whose threads show their first message twice, the second time from a given
  /// sender.
  private static func found(repeatedBy sender: Int) async throws -> Board.Findings {
    let store = StoreServer(contract) { request, answer in
      guard request.method == .get, request.path.hasSuffix("/messages") else { return nil }
      let answer = answer()
      let messages = answer.json.map { Array($0.elements) } ?? []
      guard let first = messages.first else { return answer }
      let again = first.setting("id", to: 99).setting("sender_id", to: JSON(sender))
      return answer.saying(.array(messages + [again]))
    }
    let options = VerifierOptions(allowsWrites: true, only: [Wildcard("threads.add: *contract")])
    return Board.Findings(outcomes: try await store.verify(options))
  }

  @Test func `an automatic reply with the same words is no second one`() async throws {
    let found = try await Self.found(repeatedBy: 2)
    #expect(found.drift == [], "\(found.messages)")
    #expect(found.outcomes.contains { $0.line.endpoint == "threads.add" && $0.line.outcome == .passed })
  }

  @Test func `a second one of the same sender is a finding, and reported as left behind`() async throws {
    let found = try await Self.found(repeatedBy: 1)
    let rules = found.drift.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(rules == ["threads.add effect.applied-twice"], "\(found.messages)")
    let undone = found.outcomes.undone
    #expect(undone.contains { $0.contains("left behind: 1 more of the messages") }, "\(undone)")
  }
}
