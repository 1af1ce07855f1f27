import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Entries of a capture that repeat earlier ones. `check` counts them without reading them, and must report the same as
/// if it had read them.
struct RepeatedEntryTests {
  private static let host = "https://www.truelog.site"

  /// Returns entries of several kinds, without their times.
  private func kinds() throws -> [JSON] {
    let file = Suite.recordings.appendingPathComponent("truelog/tickets.get/success.json")
    let recording = try JSON.parse(Array(Data(contentsOf: file)))
    let path = try #require(recording["request"]?["path"]?.string)
    let body = try #require(recording["response"]?["body"])
    let broken = try #require(body.replacing("/data/subject", with: .null))
    let data = try #require(body["data"]).setting("legacy", to: 1)
    let stranger = body.setting("data", to: data)
    return [
      entry(Self.host + path, 200, body.text), entry(Self.host + path, 200, broken.text),
      entry(Self.host + path, 200, stranger.text), entry(Self.host + "/api/v2/tickets", 200, body.text),
      entry(Self.host + path, 404, #"{"success":false,"error":"NOT_FOUND","message":"There is no such ticket."}"#),
      entry(Self.host + path, 502), entry("https://elsewhere.example" + path, 200, body.text),
      entry(Self.host + "/api/v2/none", 200, "{}"), entry(Self.host + "/index.html", 200, "<p>", type: "text/html"),
      entry("https://cdn.example.net/none", 200, "{}"),
    ]
  }

  private func entry(_ url: String, _ status: Int, _ text: String = "", type: String = "application/json") -> JSON {
    [
      "request": ["method": "GET", "url": JSON(url), "headers": []],
      "response": [
        "status": JSON(status), "headers": [["name": "content-type", "value": JSON(type)]],
        "content": ["text": JSON(text), "mimeType": JSON(type)],
      ],
    ]
  }

  /// Writes entries at random times, and returns the report of `check`.
  ///
  /// - Parameter isApart: A Boolean value that indicates whether each entry has a unique member, so that none repeats
  ///   an earlier one.
  private func report(_ order: [(kind: Int, minute: Int)], isApart: Bool) async throws -> Finished {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    let kinds = try kinds()
    let entries = order.enumerated().map { index, one -> JSON in
      let mark = String(isApart ? 100 + index : 100)
      let time = "2026-11-20T08:\(one.minute):00.\(100 + index)Z"
      return kinds[one.kind].setting("startedDateTime", to: JSON(time)).setting("_mark", to: JSON(mark))
    }
    try folder.write(JSON.object([("log", ["version": "1.2", "entries": .array(entries)])]).prettyText, to: "a.har")
    return try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
  }

  @Test(arguments: RandomSeed.ofThisRun) func `a capture that repeats itself has the report of one that doesn't`(
    seed: RandomSeed
  ) async throws {
    var numbers = seed.numbers
    let count = try kinds().count
    let order = (0..<120).map { _ in
      (kind: Int.random(in: 0..<count, using: &numbers), minute: Int.random(in: 10..<60, using: &numbers))
    }
    let apart = try await report(order, isApart: true)
    let repeated = try await report(order, isApart: false)
    #expect(repeated.output == apart.output)
    #expect(repeated.status == apart.status)
    let exchanges = try #require(try apart.json["summary"]?["exchanges"]?.int)
    // Pages and exchanges with unknown servers don't count as exchanges with the service.
    #expect(exchanges == order.count { $0.kind < 8 })
    #expect(try apart.json["drift"]?.count ?? 0 > 2)
  }
}
