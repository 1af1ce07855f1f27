import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// Verdicts without an inspection, which must equal those of the inspection.
struct BodyVerdictTests {
  private static let schema = """
    { "type": "object", "required": ["id"], "additionalProperties": false, "properties": {
      "id": { "type": "integer", "maximum": 9 }, "at": { "type": "string", "format": "date-time" },
      "url": { "type": "string", "format": "uri" }, "kind": { "enum": ["a", "b"] },
      "any": { "anyOf": [{ "type": "string" }, { "type": "object", "additionalProperties": false }] },
      "json": { "type": "string", "contentMediaType": "application/json", "contentSchema": { "type": "object" } } } }
    """

  private static func contract(envelope: String = "null", content: String = "body") throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "things", "title": "Things", "envelope": \(envelope), "endpoints": {
        "things.get": { "summary": "Read", "request": "GET /thing", "source": "1",
          "success": { "200": { "\(content)": \(schema) } } } } }
      """
    return Store.load(text, folder: "things")
  }

  private static func exchange(_ body: JSON) -> Exchange {
    Exchange(
      request: Request(method: .get, target: "/thing"),
      response: Response(
        status: 200, headers: ["Content-Type": "application/json"], body: Body(body.serialized())))
  }

  /// Returns a Boolean value that indicates whether the inspector allows a body, ignoring undocumented members.
  private static func isAllowed(_ body: JSON, _ contract: Contract) -> Bool {
    Inspector(contract).inspect(exchange(body)).allSatisfy { $0.rule == Rule.response.field.undocumented }
  }

  private static let values: [(body: JSON, isDecided: Bool)] = [
    (["id": 1], true), (["id": "1"], true), ([:], true), (["id": 10], true), (["id": 1, "kind": "c"], true),
    (["id": 1, "url": "no url"], true), (["id": 1, "url": "https://example.com/a"], true),
    (["id": 1, "at": "2026-11-27T08:00:00Z"], true), (["id": 1, "at": "2026-11-27t08:00:00z"], false),
    // The unexpected value may be a member that the contract doesn't have, which is allowed.
    (["id": 1, "more": 1], false), (["id": 1, "any": ["more": 1]], false), (["id": 1, "json": "[]"], false),
    (["id": 1, "json": "{}"], false),
  ]

  @Test(arguments: values.indices)
  func `a body is allowed as an inspection allows it, or left to that`(index: Int) throws {
    let (body, isDecided) = Self.values[index]
    let contract = try Self.contract()
    let endpoint = try #require(contract.endpoint("things.get"))
    let verdict = try #require(
      BodyVerdict(contract: contract, endpoint: endpoint, ordinary: Self.exchange(["id": 1])))
    let said = verdict.allows(body, changedAt: "/id")
    #expect((said != nil) == isDecided)
    if let said { #expect(said == Self.isAllowed(body, contract)) }
  }

  @Test func `of an envelope only what is in the payload is decided`() throws {
    let contract = try Self.contract(
      envelope: #"{ "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" }"#, content: "payload")
    let endpoint = try #require(contract.endpoint("things.get"))
    let ordinary: JSON = ["ok": true, "data": ["id": 1]]
    let verdict = try #require(
      BodyVerdict(contract: contract, endpoint: endpoint, ordinary: Self.exchange(ordinary)))
    #expect(verdict.allows(["ok": true, "data": ["id": 2]], changedAt: "/data/id") == true)
    #expect(verdict.allows(["ok": true, "data": ["id": "2"]], changedAt: "/data/id") == false)
    #expect(verdict.allows(["ok": 7, "data": ["id": 1]], changedAt: "/ok") == nil)
    #expect(verdict.allows(["ok": true, "data": nil], changedAt: "/data") == nil)
  }
}
