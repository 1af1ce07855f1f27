import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Findings that report a payload one level too deep or too high, and the item of a list in which it was found.
struct PayloadLevelTests {
  private static let contract = Notes.make(files: [
    "contract.json": """
    { "plumbline": 1, "service": "shop", "title": "Shop",
      "schemas": {
        "House": { "type": "object", "required": ["id", "name", "size"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "size": { "$ref": "#/schemas/Size" } } },
        "Size": { "type": "object", "required": ["area", "rooms"], "properties": {
          "area": { "type": "number" }, "rooms": { "type": "integer" } } } },
      "endpoints": {
        "a": { "summary": "A", "request": "GET /a", "source": "1",
          "success": { "200": { "body": { "$ref": "#/schemas/House" } } } },
        "b": { "summary": "B", "request": "GET /b", "source": "1",
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/House" } } } } } } }
    """
  ])
  private static let house: JSON = ["id": 7, "name": "Mill", "size": ["area": 57, "rooms": 2]]
  private static let flat: JSON = ["id": 7, "name": "Mill", "area": 57, "rooms": 2]

  private func drift(_ path: String, _ body: JSON) -> [Drift] {
    Inspector(Self.contract).inspect(.made(path, status: 200, body))
  }

  @Test func `an object one level deeper is one finding that says in what`() {
    let found = drift("/a", ["data": Self.house])
    #expect(found.lines == ["response.field.missing /response/body"])
    #expect(found.first?.actual == #"one level deeper, in "data""#)
    #expect(
      found.first?.message.hasSuffix(#"The members that belong here were sent one level deeper, in "data"."#) == true)
  }

  @Test func `a list one level deeper says in what, and both are the same difference`() {
    let found = drift("/b", ["data": [Self.house]])
    #expect(found.lines == ["response.field.type-changed /response/body"])
    #expect(found.first?.actual == #"one level deeper, in "data""#)
    #expect(found.first?.difference != nil)
    #expect(found.first?.difference == drift("/a", ["data": Self.house]).first?.difference)
    #expect(found.first?.difference != drift("/a", ["result": Self.house]).first?.difference)
  }

  @Test func `another object is none that lies deeper, nor is one of two lists`() {
    let others: [JSON] = [["error": "maintenance"], ["error": ["reason": "maintenance"]]]
    for other in others {
      #expect(drift("/a", other).allSatisfy { $0.difference == nil })
    }
    #expect(drift("/b", ["data": [Self.house], "more": []]).allSatisfy { $0.difference == nil })
  }

  @Test func `members of an object that came one level higher are one difference with the object`() throws {
    let found = drift("/b", [Self.flat, Self.flat])
    #expect(
      found.lines.sorted() == [
        "response.field.missing /response/body/0/size", "response.field.undocumented /response/body/0/area",
        "response.field.undocumented /response/body/0/rooms",
      ])
    let missing = try #require(found.first { $0.rule == Rule.response.field.missing })
    #expect(missing.actual == #"one level higher, outside "size""#)
    #expect(
      found.filter { $0.rule == Rule.response.field.undocumented }.map(\.expected).allSatisfy {
        $0 == #"one level deeper, in "size""#
      })
    #expect(missing.difference != nil)
    #expect(Set(found.map(\.difference)).count == 1)
  }

  @Test func `new members beside a missing object are its own only where the contract has them in it`() {
    let found = drift("/a", ["id": 7, "name": "Mill", "colour": "red", "width": 2])
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.difference == nil })
  }

  @Test func `a waiver of the difference excuses each of its signs`() throws {
    let difference = try #require(drift("/a", Self.flat).first?.difference)
    let waiver = Waiver(
      subject: .cause(difference.cause(in: "shop")), endpoint: nil, reason: "Known.", until: nil,
      location: SourceLocation(file: "waivers.json", line: 1, column: 1))
    #expect(drift("/a", Self.flat).allSatisfy(waiver.excuses))
    #expect(drift("/b", [Self.flat]).allSatisfy(waiver.excuses))
    #expect(!drift("/a", ["data": Self.house]).contains(where: waiver.excuses))
  }

  @Test func `a finding within a list says in which item it is`() throws {
    let nameless: JSON = ["id": 8, "size": ["area": 57, "rooms": 2]]
    let found = try #require(drift("/b", [Self.house, nameless]).first)
    #expect(found.message == "In item 2 (id 8): The required field \"name\" is missing.")
    let unkeyed: JSON = ["name": "Mill", "size": ["area": 57, "rooms": 2]]
    #expect(drift("/b", [unkeyed]).first?.message == "In item 1: The required field \"id\" is missing.")
    #expect(drift("/a", nameless).first?.message == "The required field \"name\" is missing.")
  }
}
