import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Lists that continue after the last item of a page, whose key the next request contains.
struct ListCursorTests {
  static let byKey = DepotContract.changed(changes)

  private static let changes: [(old: String, new: String)] = [
    (#""page": "query.page""#, #""cursor": "query.from""#),
    (#""page": { "type": "integer", "minimum": 1 }"#, #""from": { "type": "string" }"#),
    (#""page": { "type": "integer", "x-paging": "page" }"#, #""more": { "type": "boolean", "x-paging": "more" }"#),
  ]

  /// Returns a depot in which every page reports the same about whether more pages follow.
  static func saying(more: Bool) -> Depot {
    Depot(
      byKey,
      says: { request, answer, _ in
        guard request.path == "/parts", let json = answer.json, let pages = json["pages"] else { return answer }
        return answer.saying(json.setting("pages", to: pages.setting("more", to: JSON(more))))
      })
  }

  @Test func `a list without a word on where it goes on is read behind the key of its last item`() async throws {
    let depot = Depot(Self.byKey)
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: lists what was requested"))
    #expect(depot.requests.contains { $0.asked("size") == "2" && $0.asked("from") == "12" })
    #expect(depot.requests.contains { $0.asked("size") == "50" && $0.asked("from") == "15" })
  }

  @Test func `a key that is ignored, or whose item is shown again, is found`() async throws {
    let ignoring = try await Depot(Self.byKey, asked: { $0.without("from") }).check("parts.list")
    #expect(ignoring.found == ["list.page-ignored from"], "\(ignoring.drift.map(\.message))")
    let inclusive = Depot(Self.byKey, asked: { $0.changing("from") { "\((Int($0) ?? 0) - 1)" } })
    let repeating = try await inclusive.check("parts.list")
    #expect(repeating.found == ["list.items-repeated"], "\(repeating.drift.map(\.message))")
  }

  @Test func `what a page says of the next one is held against that`() async throws {
    let early = try await Self.saying(more: false).check("parts.list")
    #expect(
      early.drift.first?.message
        == "GET /parts?size=2 says that no page follows, but GET /parts?size=2&from=12 shows 2 more items.")
    #expect(early.drift.first?.pointer == "/response/body/pages/more")
    let endless = try await Self.saying(more: true).check("parts.list")
    #expect(
      endless.drift.first?.message
        == "GET /parts?size=2&from=14 says that another page follows, but GET /parts?size=2&from=15 shows no items.")
  }

  @Test func `a new item is looked for on the pages behind the first`() async throws {
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

  @Test func `a list that has to begin with the newest item and begins with the oldest is found`() async throws {
    let dated: [(old: String, new: String)] = [
      (#""/weight": { "const": 1 } }"#, #""/weight": { "const": 1 }, "/due": "now" }"#),
      (#""weight": 2.5, "due": "2026-03-01T08:00:00Z""#, #""weight": 2.5, "due": "2026-01-01T08:00:00Z""#),
      (#""weight": 4, "due": "2026-01-09T08:00:00Z""#, #""weight": 4, "due": "2026-04-09T08:00:00Z""#),
    ]
    let newest = DepotContract.changed(
      dated + [(#""page": "query.page","#, #""newest": "first", "page": "query.page","#)])
    #expect(try await Depot(newest).check("parts.list").found == [])
    let checked = try await Depot(DepotContract.changed(dated), judgedBy: newest).check("parts.list")
    #expect(checked.found == ["list.sort-ignored"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.first?.expected == "newest first")
  }
}
