import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Lists whose requests have the number of items to skip.
struct ListOffsetTests {
  static let byOffset = DepotContract.changed(changes)

  private static let changes: [(old: String, new: String)] = [
    (#""page": "query.page""#, #""offset": "query.offset""#),
    (#""page": { "type": "integer", "minimum": 1 }"#, #""offset": { "type": "integer", "minimum": 0 }"#),
    (#""page": { "type": "integer", "x-paging": "page" }"#, #""offset": { "type": "integer", "x-paging": "offset" }"#),
  ]

  @Test func `a list is read by the number of items that it has shown`() async throws {
    let depot = Depot(Self.byOffset)
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: lists what was requested"))
    for offset in ["0", "2", "4"] {
      #expect(depot.requests.contains { $0.asked("size") == "2" && $0.asked("offset") == offset })
    }
    #expect(depot.requests.contains { $0.asked("size") == "50" && $0.asked("offset") == "5" })
  }

  @Test func `an offset that is ignored, or taken for another, is found`() async throws {
    let ignoring = try await Depot(Self.byOffset, asked: { $0.without("offset") }).check("parts.list")
    #expect(ignoring.found == ["list.page-ignored offset"], "\(ignoring.drift.map(\.message))")
    let behind = Depot(Self.byOffset, asked: { $0.changing("offset") { $0 == "0" ? $0 : "\((Int($0) ?? 0) - 1)" } })
    let repeating = try await behind.check("parts.list")
    #expect(repeating.found.first == "list.items-repeated", "\(repeating.drift.map(\.message))")
  }

  @Test func `a part that says that it begins elsewhere is found`() async throws {
    let depot = Depot(
      Self.byOffset,
      says: { request, answer, _ in
        guard request.path == "/parts", let json = answer.json, let pages = json["pages"] else { return answer }
        return answer.saying(json.setting("pages", to: pages.setting("offset", to: 0)))
      })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == ["list.page-number-wrong offset"], "\(checked.drift.map(\.message))")
    #expect(
      checked.drift.first?.message == "GET /parts?size=2&offset=2 requests offset 2, but reports offset 0.")
    #expect(checked.drift.first?.pointer == "/response/body/pages/offset")
  }

  @Test func `a new item is looked for behind the first part`() async throws {
    let small = DepotContract.changed(
      Self.changes + [(#""minimum": 2, "maximum": 50"#, #""minimum": 2, "maximum": 2"#)])
    let healthy = try await Depot(small).check("parts.add", writing: true)
    #expect(!healthy.outcomes.flatMap(\.drift).contains { $0.rule == Rule.effect.notListed })
    let hiding = Depot(
      small,
      says: { request, answer, _ in
        guard request.path == "/parts", request.method == .get else { return answer }
        return answer.showing(answer.items.filter { ($0["id"]?.int ?? 0) < 16 })
      })
    let checked = try await hiding.check("parts.add", writing: true)
    #expect(checked.outcomes.flatMap(\.drift).contains { $0.rule == Rule.effect.notListed })
  }
}
