import PlumblineContractModel
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// The map of a version whose source is no longer built, which lists the fields that the version needs from each
/// response.
struct ReleasedMapTests {
  private static let text = """
    {
      "plumbline": 1, "service": "books",
      "endpoints": {
        "books.get": {
          "neverRead": ["/data/shelf"],
          "needs": [
            {
              "calls": ["reads a book", "reads it again"],
              "fields": {
                "/data": "must exist · not null · object",
                "/data/id": "must exist · not null · integer or string",
                "/data/pages": "may be absent · may be null · number or integer",
                "/data/shelf": "never read",
                "/data/tags": "may be absent · may be null · array",
                "/data/tags/*": "not null · string"
              }
            },
            { "calls": ["peeks"], "fields": { "/data": "may be absent · may be null · object" } }
          ]
        }
      }
    }
    """

  private func map(_ text: String = text) throws(Problem) -> ReleasedMap {
    try ReleasedMap(Array(text.utf8), version: "2.3", path: "released/2.3.json", of: "books")
  }

  /// Returns the calls that break if a response may contain `data`, and the reason for the first one.
  private func broken(at field: String, _ data: JSON?) throws -> (calls: [String], reason: String) {
    let change = ChangedResponse(
      change: "c", endpoint: "books.get", field: JSONPointer(stringLiteral: field),
      body: data.map { ["ok": true, "data": $0] })
    let impacts = try map().impacts(of: change)
    #expect(impacts.allSatisfy { $0.change == "c" && $0.endpoint == "books.get" && $0.effect.breaks })
    guard case .fails(let failure)? = impacts.first?.effect else { return (impacts.map(\.call), "") }
    return (impacts.map(\.call), "\(failure.codingPath ?? ""): \(failure.message)")
  }

  private static let readers = ["reads a book", "reads it again"]

  @Test(
    arguments: [
      ("/data/id", ["title": "Emma"], "/data/id: needs must exist · not null · integer or string, but may get nothing"),
      ("/data/id", ["id": nil], "/data/id: needs must exist · not null · integer or string, but may get null"),
      ("/data/id", ["id": true], "/data/id: needs must exist · not null · integer or string, but may get boolean true"),
      (
        "/data/pages", ["pages": "many"],
        #"/data/pages: needs may be absent · may be null · number or integer, but may get string "many""#
      ),
      ("/data/tags/*", ["tags": [1]], "/data/tags/*: needs not null · string, but may get integer 1"),
    ] as [(String, JSON, String)])
  func `what may come and isn't taken breaks each call that needs it`(
    field: String, data: JSON, reason: String
  ) throws {
    let (calls, told) = try broken(at: field, data)
    #expect(calls == Self.readers)
    #expect(told == reason)
  }

  @Test(
    arguments: [
      ("/data/id", ["id": "seven"]), ("/data/pages", [:]), ("/data/pages", ["pages": nil]),
      ("/data/pages", ["pages": 1.5]),
      ("/data/shelf", ["shelf": 7]), ("/data/shelf", [:]), ("/data/title", ["title": 7]),
      ("/data/tags/*", ["tags": ["a"]]),
    ] as [(String, JSON)])
  func `accepted, unread and unknown values break no call`(field: String, data: JSON) throws {
    #expect(try broken(at: field, data).calls == [])
  }

  @Test func `a field that is just gone breaks those that need it`() throws {
    #expect(try broken(at: "/data/id", nil).calls == Self.readers)
    #expect(try broken(at: "/data/tags", nil).calls == [])
  }

  @Test func `a body of another kind breaks what needs something in it`() throws {
    let change = ChangedResponse(change: "c", endpoint: "books.get", field: JSONPointer(), body: ["a", "list"])
    #expect(try map().impacts(of: change).map(\.call) == Self.readers)
    let same = ChangedResponse(change: "c", endpoint: "books.get", field: JSONPointer(), body: ["data": 1])
    #expect(try map().impacts(of: same).isEmpty)
  }

  @Test func `an endpoint that is gone breaks all its calls, and a service all there are`() throws {
    let map = try map()
    #expect(map.impacts(ofLosing: "books.get", change: "c").map(\.call) == Self.readers + ["peeks"])
    #expect(map.impacts(ofLosing: "books.list", change: "c").isEmpty)
    #expect(map.impacts(ofLosingAll: "c").map(\.call) == Self.readers + ["peeks"])
  }

  private static let remedy =
    " Write the map of a release once, from that release's source: plumbline field-usage books --save released/2.3.json."

  @Test(arguments: [
    ("[]", "1:1: This isn't a field usage map in format 1."),
    (#"{ "plumbline": 2, "endpoints": {} }"#, "1:1: This isn't a field usage map in format 1."),
    (
      #"{ "plumbline": 1, "service": "films", "endpoints": {} }"#,
      "1:30: The map belongs to a service other than books."
    ),
    (
      #"{ "plumbline": 1, "service": "books", "endpoints": { "a": {} } }"#,
      "1:59: An endpoint of a map must have a list \"needs\"."
    ),
    (
      #"{ "plumbline": 1, "endpoints": { "a": { "needs": [{ "fields": { "/a": "must be · object" } }] } } }"#,
      "1:71: A field must be a JSON Pointer, and its value must match the map's schema."
    ),
    (
      #"{ "plumbline": 1, "endpoints": { "a": { "needs": [{ "fields": { "a": "never read" } }] } } }"#,
      "1:70: A field must be a JSON Pointer, and its value must match the map's schema."
    ),
  ])
  func `a mistake in a map is reported with its place and the remedy`(text: String, told: String) {
    let problem = #expect(throws: Problem.self) { try map(text) }
    #expect(problem?.description == "released/2.3.json:" + told + Self.remedy)
  }
}
