import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Correct but unusual behavior of lists, some of which looks like drift at first.
struct ListHabitTests {
  typealias Drifting = ListCheckTests.Drifting

  /// A contract whose list of parts isn't paged.
  private static let unpaged = DepotContract.changed(
    #", "page": "query.page", "size": "query.size" } },"#, to: " } },")

  /// A contract whose responses have two totals, one of all items and one of the requested items.
  private static let counted = DepotContract.changed(
    #""total": { "type": "integer", "x-paging": "total" }"#,
    to: #""total": { "type": "integer", "x-paging": "total" }, "filtered": { "type": "integer", "x-paging": "total" }"#)

  private static func untold(_ answer: OutgoingResponse) -> OutgoingResponse {
    guard let json = answer.json, let pages = json["pages"] else { return answer }
    return answer.saying(json.setting("pages", to: pages.removing("/total") ?? pages))
  }

  static let healthy: [Drifting] = [
    // The matching parts come after the first two.
    Drifting("a list shows two parts and no more, of whatever it is asked for") {
      Depot(
        unpaged,
        says: { request, answer, ask in
          guard request.path == "/parts" else { return answer }
          let isSearch = request.asked("search") != nil && !answer.items.isEmpty
          let items = isSearch ? ask(request.asking([])).items.suffix(2) : answer.items.prefix(2)
          return untold(answer.showing(Array(items)))
        })
    },
    Drifting("the order changes now and then, and stays") {
      let count = Counted()
      return Depot(says: { request, answer, _ in
        // The change appears after the first of these requests, and again after the third one.
        guard request.target == "/parts?size=50", [2, 3].contains(count.count("looks")) else { return answer }
        return answer.showing(answer.items.reversed())
      })
    },
    Drifting("a number is shown rounded") {
      Depot(says: { request, answer, _ in
        guard request.path == "/parts" else { return answer }
        // The server stores 30 but shows a different number.
        return answer.showing(answer.items.map { $0["id"] == 12 ? $0.setting("weight", to: 30.5) : $0 })
      })
    },
    Drifting("what was changed last comes first, and something is changed all the time") {
      let count = Counted()
      return Depot(says: { request, answer, _ in
        guard request.target == "/parts?size=50", !answer.items.isEmpty else { return answer }
        let (look, items) = (count.count("looks"), answer.items)
        let changed = items[look % items.count]
        let others = items.filter { $0["id"] != changed["id"] }
        return answer.showing([changed.setting("weight", to: JSON(100 + look))] + others)
      })
    },
    Drifting("pages are asked for from one on, and count themselves from zero") {
      Depot(says: { request, answer, _ in
        guard request.path == "/parts" else { return answer }
        return answer.paging("page", (request.asked("page").flatMap { Int($0) } ?? 1) - 1)
      })
    },
    Drifting("the first page is number zero, which only its default says") {
      Depot(
        judgedBy: DepotContract.changed(
          #""page": { "type": "integer", "minimum": 1 }"#, to: #""page": { "type": "integer", "default": 0 }"#),
        asked: { $0.changing("page") { "\((Int($0) ?? 0) + 1)" } })
    },
    Drifting("the heaviest weighs more than is shown of it") {
      Depot(
        DepotContract.changed(#""weight": 30, "due": null"#, to: #""weight": 30.5, "due": null"#),
        asked: { $0.changing("heavier") { "\((Double($0) ?? 0) + 0.25)" } })
    },
    Drifting("two totals, of all parts and of those asked for") {
      Depot(
        counted,
        says: { request, answer, _ in
          guard request.path == "/parts", let total = answer.json?["pages"]?["total"]?.int else { return answer }
          return answer.paging("filtered", total).paging("total", 5)
        })
    },
  ]

  @Test(arguments: healthy)
  func `a habit of a healthy list is no drift`(case row: Drifting) async throws {
    let depot = row.depot()
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: lists what was requested"), "\(checked.lines)")
    #expect(depot.requests.contains { ["OPEN", "BUSY", "DONE"].contains($0.asked("search")) })
  }

  @Test func `of two totals neither of which fits, one is reported`() async throws {
    let depot = Depot(
      Self.counted,
      says: { request, answer, _ in
        request.path == "/parts" ? answer.paging("filtered", 7).paging("total", 9) : answer
      })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == ["list.total-wrong"], "\(checked.drift.map(\.message))")
  }

  @Test func `only words that every index has are searched for`() async throws {
    let depot = Depot()
    _ = try await depot.check("parts.list")
    let words = Set(depot.requests.compactMap { $0.asked("search") })
    #expect(words.contains("wheel"), "\(words)")
    #expect(words.isDisjoint(with: ["saw-blade", "nut", "Bolt 8"]), "\(words)")
  }

  @Test func `what the run has made needn't be found yet`() async throws {
    // The run's own parts are the heaviest, but the index doesn't contain them yet.
    let contract = DepotContract.changed(#""/weight": { "const": 1 }"#, to: #""/weight": { "const": 99 }"#)
    let depot = Depot(
      contract,
      says: { request, answer, _ in
        guard request.path == "/parts", request.method == .get,
          request.asked("heavier") != nil || request.asked("search") != nil
        else { return answer }
        let items = answer.items.filter { ($0["id"]?.int ?? 0) <= 15 }
        return answer.showing(items).telling(items.count)
      })
    let checked = try await depot.check("parts.list", "parts.get", "parts.add", writing: true)
    #expect(depot.requests.contains { $0.method == .post && $0.path == "/parts" })
    #expect(depot.requests.contains { $0.asked("heavier") == "30" })
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  // MARK: - Number of requests

  @Test func `a list with many parameters is asked for some, and its line says for which it wasn't`() async throws {
    let names = (1...40).map { "label\($0)" }
    let contract = DepotContract.changed([
      (
        #""label": { "type": "string" }, "heavier""#,
        names.map { #""\#($0)": { "type": "string" }, "# }.joined() + #""label": { "type": "string" }, "heavier""#
      ),
      (
        #""query.label": "/label", "#,
        names.map { #""query.\#($0)": "/label", "# }.joined() + #""query.label": "/label", "#
      ),
    ])
    let depot = Depot(contract)
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    let rest = checked.outcomes.first { $0.line.name == "lists what else was requested" }?.line
    #expect(rest?.outcome == .skipped)
    let reason = try #require(rest?.reason)
    #expect(
      reason.contains("label40, ")
        && reason.hasSuffix(
          "its pages, the same items twice, sort=label, sort=status, "
            + "sort=weight, sort=due, the total by status, the total by search"),
      "\(reason)")
    #expect(!reason.contains("label1,"), "\(reason)")
    #expect(depot.requests.count { $0.path == "/parts" && $0.method == .get } < 50)
  }

  @Test func `a list with a few parameters is asked for all of them`() async throws {
    let depot = Depot()
    let checked = try await depot.check("parts.list")
    #expect(!checked.outcomes.contains { $0.line.name == "lists what else was requested" })
    #expect(depot.requests.count { $0.path == "/parts" && $0.method == .get } < 45)
  }
}
