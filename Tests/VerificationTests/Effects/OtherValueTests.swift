import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// Values for a write that must be rejected.
struct OtherValueTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "x", "envelope": null,
      "schemas": { "Box": { "type": "object", "properties": {
        "id": { "type": "integer" }, "count": { "type": "integer" }, "open": { "type": "boolean" },
        "note": { "type": "string" } } } },
      "collections": { "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id" } },
      "endpoints": {
        "boxes.edit": { "summary": "x", "request": "PATCH /boxes/{id}", "source": "x",
          "path": { "id": { "type": "integer" } },
          "body": { "type": "object", "properties": {
            "count": { "type": "integer", "minimum": 1 }, "open": { "type": "boolean" }, "note": { "type": "string" } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Box" } } },
          "state": { "action": "update", "collection": "boxes", "key": "path.id" } } } }
    """)

  private static func other(sending body: String, item: JSON, former: JSON?) throws -> OtherValue? {
    let request = Request(
      method: .patch, target: "/boxes/4", headers: ["Content-Type": "application/json"], body: Body(body))
    let reading = try #require(WireReading(request, in: contract))
    let rule = try #require(reading.rule)
    return OtherValue(than: reading, rule, item: item, former: former, mark: RunMark(known: "plumbline-aaaaaaaa"))
  }

  @Test func `a text becomes another one`() throws {
    let found = try Self.other(
      sending: #"{ "count": 5, "note": "Tea" }"#, item: ["id": 4, "count": 5, "note": "Tea"],
      former: ["id": 4, "count": 3, "note": "Jam"])
    #expect(found?.body == ["count": 5, "note": "Changed meanwhile"])
    #expect(found?.places == ["/note"])
  }

  @Test func `a number or a Boolean value becomes what it was before`() throws {
    let item: JSON = ["id": 4, "count": 5, "open": true]
    let count = try Self.other(sending: #"{ "count": 5 }"#, item: item, former: ["id": 4, "count": 3, "open": false])
    #expect(count?.body == ["count": 3])
    #expect(count?.places == ["/count"])
    let both = try Self.other(
      sending: #"{ "count": 5, "open": true }"#, item: item, former: ["id": 4, "count": 0, "open": false])
    #expect(both?.body == ["count": 5, "open": false], "The schema doesn't take 0.")
  }

  @Test func `nothing else differs that was the same before, or isn't known`() throws {
    let item: JSON = ["id": 4, "count": 5]
    #expect(try Self.other(sending: #"{ "count": 5 }"#, item: item, former: item) == nil)
    #expect(try Self.other(sending: #"{ "count": 5 }"#, item: item, former: Optional<JSON>.none) == nil)
  }
}
