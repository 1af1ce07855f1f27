import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Lists that ignore parts of a request. Each must be detected by its rule, and correct behavior must not be reported.
struct ListCheckTests {
  struct Drifting: Sendable, CustomTestStringConvertible {
    let found: [String]
    let depot: @Sendable () -> Depot

    init(_ found: String..., depot: @escaping @Sendable () -> Depot) {
      self.found = found
      self.depot = depot
    }

    var testDescription: String { found.joined(separator: ", ") }
  }

  /// Ways in which a list ignores the request, with the expected findings.
  static let drifting: [Drifting] = [
    Drifting("list.filter-ignored status") { Depot(asked: { $0.without("status") }) },
    Drifting("list.filter-ignored label") { Depot(asked: { $0.without("label") }) },
    Drifting("list.filter-ignored heavier") { Depot(asked: { $0.without("heavier") }) },
    Drifting("list.search-ignored search") { Depot(asked: { $0.without("search") }) },
    Drifting("list.sort-ignored sort") { Depot(asked: { $0.without("sort", "order") }) },
    Drifting("list.sort-ignored sort") { Depot(asked: { $0.without("order") }) },
    Drifting("list.page-ignored page") { Depot(asked: { $0.without("page") }) },
    Drifting("list.page-size-ignored size") { Depot(asked: { $0.changing("size") { _ in "4" } }) },
    Drifting("list.total-wrong") { Depot(says: { _, answer, _ in answer.telling(answer.items.count) }) },
    Drifting("list.total-wrong") { Depot(says: { _, answer, _ in answer.telling(9) }) },
    Drifting("list.items-repeated") {
      Depot(says: { request, answer, ask in
        guard request.asked("page") == "2", request.asked("size") == "2" else { return answer }
        return answer.showing(ask(request.changing("page") { _ in "1" }).items.suffix(1) + answer.items.prefix(1))
      })
    },
    Drifting("list.items-repeated") {
      Depot(says: { request, answer, _ in
        request.path == "/parts" && request.queryItems.isEmpty
          ? answer.showing(answer.items + answer.items.prefix(1)) : answer
      })
    },
    // The error occurs only between the second page and the third one.
    Drifting("list.items-repeated") {
      Depot(says: { request, answer, ask in
        guard request.asked("page") == "3", request.asked("size") == "2" else { return answer }
        return answer.showing(ask(request.changing("page") { _ in "2" }).items.suffix(1) + answer.items)
      })
    },
    // The total counts all items, although only some were requested.
    Drifting("list.total-wrong") {
      Depot(says: { request, answer, _ in request.asked("status") == nil ? answer : answer.telling(5) })
    },
    Drifting("list.total-wrong") {
      Depot(says: { request, answer, _ in
        request.asked("search") == nil || answer.items.isEmpty ? answer : answer.telling(5)
      })
    },
    // The error occurs on the last page if it isn't full.
    Drifting("list.total-wrong") {
      Depot(says: { request, answer, _ in
        guard let size = request.asked("size").flatMap({ Int($0) }), let page = request.asked("page"), page != "1",
          answer.items.count < size
        else { return answer }
        return answer.showing([])
      })
    },
    Drifting("list.bound-misjudged heavier") {
      Depot(asked: { $0.changing("heavier") { "\((Double($0) ?? 0) + 0.25)" } })
    },
    Drifting("list.bound-misjudged heavier") {
      // The value isn't rounded, which the schema requires.
      Depot(
        DepotContract.changed([
          (#""weight": 30, "due": null"#, #""weight": 30.5, "due": null"#),
          (#""weight": { "type": "number" }, "due""#, #""weight": { "type": "number", "multipleOf": 0.5 }, "due""#),
        ]), asked: { $0.changing("heavier") { "\((Double($0) ?? 0) + 0.25)" } })
    },
    Drifting("list.search-partial search") {
      Depot(
        DepotContract.changed(#""query.search": ["/label", "/status"]"#, to: #""query.search": { "like": "/label" }"#),
        judgedBy: DepotContract.contract)
    },
    Drifting("list.page-number-wrong page") {
      Depot(says: { request, answer, _ in request.path == "/parts" ? answer.paging("page", 1) : answer })
    },
    Drifting("list.page-number-wrong size") {
      Depot(says: { request, answer, _ in request.path == "/parts" ? answer.paging("size", 20) : answer })
    },
    Drifting("list.more-wrong") { ListCursorTests.saying(more: false) },
    Drifting("list.more-wrong") { ListCursorTests.saying(more: true) },
    Drifting("list.order-unstable") {
      let count = Counted()
      return Depot(says: { request, answer, _ in
        guard request.asked("size") == "50", request.asked("sort") == nil, count.count("looks") % 2 == 0 else {
          return answer
        }
        return answer.showing(answer.items.reversed())
      })
    },
  ]

  @Test(arguments: drifting)
  func `a list that ignores what it is asked for is found by its rule, and nothing else is`(case row: Drifting)
    async throws
  {
    let checked = try await row.depot().check("parts.list")
    #expect(checked.found == row.found, "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("drifted parts.list: lists what was requested"))
    #expect(checked.drift.allSatisfy { $0.severity == $0.rule.severity && $0.endpoint == "parts.list" })
  }

  @Test func `there is a server for each rule of lists`() {
    let rows = Self.drifting + SharedItemsCheckTests.drifting
    let found = Set(rows.flatMap(\.found).compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(found.union([ExpansionCheckTests.rule]) == Set(RuleCatalog.rules(of: "list").map(\.id)))
  }

  @Test func `a healthy list passes, and its line proves nothing of the endpoint`() async throws {
    let depot = Depot()
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: lists what was requested"))
    #expect(checked.outcomes.filter { Checked.names.contains($0.line.name) }.allSatisfy { !$0.line.isProof })
    let asked = depot.requests.map(\.target)
    for part in ["status=", "label=", "heavier=", "search=", "sort=due&size=50&order=desc", "size=2&page=2"] {
      #expect(asked.contains { $0.contains(part) }, "\(part) of \(asked)")
    }
  }

  @Test func `what a finding says names the request, the place and both facts`() async throws {
    let checked = try await Depot(asked: { $0.without("status") }).check("parts.list")
    let drift = try #require(checked.drift.first)
    #expect(drift.pointer == "/response/body/data/1/status")
    #expect(drift.status == 200)
    #expect(drift.expected == "is \"DONE\"")
    #expect(drift.actual == "\"OPEN\"")
    #expect(
      drift.message
        == "GET /parts?status=DONE requests items whose /status is \"DONE\", but shows one where it is \"OPEN\".")
    #expect(drift.contract?.description.contains("contract.json") ?? false, "\(String(describing: drift.contract))")
  }

  @Test func `what the contract only assumes is a warning`() async throws {
    let contract = DepotContract.changed(
      #""request": "GET /parts", "source""#, to: #""request": "GET /parts", "standing": "assumed", "source""#)
    let checked = try await Depot(contract, asked: { $0.without("status") }).check("parts.list")
    #expect(checked.drift.map(\.severity) == [.warning])
  }

  /// Returns a sort key for an order that databases use, which is alphabetical and ignores case.
  private static func byLetters(_ item: JSON) -> String {
    (item["label"]?.string ?? "").lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Servers with unusual but correct behavior.
  static let healthy: [Drifting] = [
    Drifting("a filter takes any case") {
      Depot(asked: { $0.without("label") }) { request, answer, ask in
        guard let label = request.asked("label") else { return answer }
        let items = ask(request.without("label")).items.filter {
          $0["label"]?.string?.lowercased() == label.lowercased()
        }
        return answer.showing(items.map { $0.setting("label", to: JSON(label.uppercased())) }).telling(items.count)
      }
    },
    Drifting("a collation ignores case and signs") {
      Depot(says: { request, answer, _ in
        guard request.asked("sort") == "label" else { return answer }
        let isFalling = request.asked("order") == "desc"
        return answer.showing(
          answer.items.sorted { isFalling ? byLetters($1) < byLetters($0) : byLetters($0) < byLetters($1) })
      })
    },
    Drifting("null comes first") {
      Depot(says: { request, answer, _ in
        guard request.asked("sort") == "due" else { return answer }
        let items = answer.items
        return answer.showing(
          items.filter { $0["due"]?.isNull ?? true } + items.filter { $0["due"]?.isNull == false })
      })
    },
    Drifting("listed values stand in the alphabet's order") {
      Depot(says: { request, answer, _ in
        guard request.asked("sort") == "status" else { return answer }
        let isFalling = request.asked("order") == "desc"
        let words = answer.items.sorted { ($0["status"]?.string ?? "") < ($1["status"]?.string ?? "") }
        return answer.showing(isFalling ? words.reversed() : words)
      })
    },
    Drifting("pages are never larger than three") {
      Depot(asked: { $0.changing("size") { "\(min(3, Int($0) ?? 3))" } })
    },
    Drifting("totals are left out") {
      Depot(says: { _, answer, _ in
        guard let json = answer.json, let pages = json["pages"] else { return answer }
        return answer.saying(json.setting("pages", to: pages.removing("/total") ?? pages))
      })
    },
    Drifting("a value that the contract doesn't have is drift of its own") {
      Depot(says: { request, answer, _ in
        guard request.path == "/parts" else { return answer }
        return answer.showing(answer.items.map { $0["id"] == 15 ? $0.setting("status", to: "LOST") : $0 })
      })
    },
    Drifting("a page past the last isn't there") {
      Depot(says: { request, answer, _ in
        guard request.asked("page") != nil, answer.items.isEmpty else { return answer }
        return OutgoingResponse(
          Notes.response(404, #"{ "ok": false, "error": "NOT_FOUND", "message": "No such page." }"#))
      })
    },
  ]

  @Test(arguments: healthy)
  func `a healthy habit is no drift`(case row: Drifting) async throws {
    let checked = try await row.depot().check("parts.list")
    #expect(checked.found == [], "\(row.found): \(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.list: lists what was requested"))
  }

  @Test func `a list that goes on by a cursor is read by it`() async throws {
    let contract = DepotContract.changed([
      (#""page": "query.page""#, #""cursor": "query.from""#),
      (#""page": { "type": "integer", "minimum": 1 }"#, #""from": { "type": "string" }"#),
      (
        #""page": { "type": "integer", "x-paging": "page" }"#,
        #""next": { "type": ["string", "null"], "x-paging": "next" }"#
      ),
    ])
    let healthy = Depot(contract)
    #expect(try await healthy.check("parts.list").found == [])
    #expect(healthy.requests.contains { $0.asked("size") == "2" && $0.asked("from") != nil })
    let checked = try await Depot(contract, asked: { $0.without("from") }).check("parts.list")
    #expect(checked.found == ["list.page-ignored from"], "\(checked.drift.map(\.message))")
  }

  @Test func `pages that are counted from zero aren't read`() async throws {
    let contract = DepotContract.changed(
      #""page": { "type": "integer", "minimum": 1 }"#, to: #""page": { "type": "integer", "minimum": 0 }"#)
    let depot = Depot(contract, asked: { $0.changing("page") { "\((Int($0) ?? 0) + 1)" } })
    #expect(try await depot.check("parts.list: lists what*", "parts.list: *contract").found == [])
  }

  @Test func `an estimated total isn't judged`() async throws {
    let contract = DepotContract.changed(
      #""total": { "type": "integer", "x-paging": "total" }"#,
      to: #""total": { "type": "integer", "x-paging": "total", "description": "An estimate." }"#)
    let checked = try await Depot(contract, says: { _, answer, _ in answer.telling(9) }).check("parts.list")
    #expect(checked.found == [])
  }

  /// Returns the page of some items that a request asks for, independently of the depot.
  private static func page(_ request: Request, of items: [JSON]) -> [JSON] {
    let size = request.asked("size").flatMap(Int.init) ?? 20
    let page = request.asked("page").flatMap(Int.init) ?? 1
    return Array(items.dropFirst((page - 1) * size).prefix(size))
  }

  @Test func `an item inserted between two pages isn't a duplicate`() async throws {
    let count = Counted()
    let depot = Depot(says: { request, answer, ask in
      guard request.path == "/parts", request.asked("sort") == nil, request.asked("size") != nil else { return answer }
      // A request for the second page finds one more item at the top.
      let others = request.asked("page") == "2" ? count.count("more") : count.seen("more")
      let items = ask(request.without("page", "size")).items
      let new = (0..<others).flatMap { number in items.prefix(1).map { $0.setting("id", to: JSON(100 + number)) } }
      return answer.showing(Self.page(request, of: new.reversed() + items)).telling(items.count + others)
    })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test func `items without an order may be on two pages by chance, and the changing order is reported`()
    async throws
  {
    let count = Counted()
    let depot = Depot(says: { request, answer, ask in
      guard request.path == "/parts", request.asked("sort") == nil, request.asked("size") != nil else { return answer }
      let items = ask(request.without("page", "size")).items
      // Items that compare equal are in a different order each time.
      let turn = count.count("answers") % max(1, items.count)
      return answer.showing(Self.page(request, of: Array(items[turn...] + items[..<turn])))
    })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == ["list.order-unstable"], "\(checked.drift.map(\.message))")
  }

  @Test func `an index that knows a moment later is no drift`() async throws {
    let count = Counted()
    let depot = Depot(says: { request, answer, ask in
      guard request.asked("status") != nil, count.count("filters") == 1 else { return answer }
      return ask(request.without("status"))
    })
    let checked = try await depot.check("parts.list")
    #expect(count.seen("filters") > 1)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test(arguments: [0, 1])
  func `a list of none or one says nothing wrong`(count: Int) async throws {
    let depot = Depot(says: { request, answer, _ in
      request.path == "/parts" ? answer.showing(Array(answer.items.prefix(count))).telling(count) : answer
    })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test func `only what is asked for is checked, and nothing after an interruption`() async throws {
    let depot = Depot(asked: { $0.without("status") })
    #expect(try await depot.check("parts.list: *contract").lines == [])
    #expect(try await depot.check("me.get").lines.filter { $0.contains("parts.list") } == [])
    let interruption = Interruption()
    let ended = Depot(asked: { request in
      if request.path == "/parts" { interruption.request("a signal") }
      return request
    })
    #expect(try await ended.check("parts.list", interruption: interruption).lines == [])
  }

  @Test func `a server that goes away meanwhile isn't waited for again and again`() async throws {
    let count = Counted()
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/parts", request.asked("search") != nil || count.seen("gone") > 0 else { return answer }
      _ = count.count("gone")
      return OutgoingResponse(failure: TransportFailure(kind: .timeout, message: "Silence."))
    })
    let checked = try await depot.check("parts.list: lists what*", "parts.list: *contract", "reports.list")
    #expect(checked.found == [])
    // There are two requests, each of which is sent four times.
    #expect(count.seen("gone") == 8)
    #expect(!checked.lines.contains { $0.contains("reports.list") }, "\(checked.lines)")
  }

  @Test func `counts that add up and aren't those of the items are found`() async throws {
    let stale = Depot(says: { request, answer, _ in
      guard request.path == "/counts/parts", let json = answer.json, let data = json["data"] else { return answer }
      let counts = data.setting("total", to: 4).setting("by_status", to: .object([("DONE", 2), ("OPEN", 2)]))
      return answer.saying(json.setting("data", to: counts))
    })
    let checked = try await stale.check("counts.get")
    #expect(
      Set(checked.drift.map(\.message)) == [
        "GET /counts/parts reports 4 at /total, but the items of GET /parts add up to 5."
      ])
    let one = Depot(says: { request, answer, _ in
      guard request.path == "/counts/parts", let json = answer.json, let data = json["data"] else { return answer }
      let counts: JSON = .object([("DONE", 1), ("OPEN", 3), ("BUSY", 1)])
      return answer.saying(json.setting("data", to: data.setting("by_status", to: counts)))
    })
    #expect(
      try await one.check("counts.get").drift.map(\.pointer) == ["/response/body/data/by_status/DONE"])
  }

  /// Returns a depot that reports these counts for its five parts, of which two are DONE, two OPEN and one BUSY.
  private static func counting(_ counts: [(String, Int)], _ contract: Contract = DepotContract.contract) -> Depot {
    Depot(
      contract,
      says: { request, answer, _ in
        guard request.path == "/counts/parts", let json = answer.json, let data = json["data"] else { return answer }
        let told: JSON = .object(counts.map { ($0, JSON($1)) })
        return answer.saying(json.setting("data", to: data.setting("by_status", to: told)))
      })
  }

  @Test(arguments: [
    [("DONE", 2), ("OPEN", 2), ("BUSY", 1), ("TOTAL", 5)], [("done", 2), ("Open", 2), ("busy", 1)],
    [("DONE", 2), ("OPEN", 2), ("BUSY", 1), ("LOST", 0)], [("DONE", 2), ("Done", 0), ("OPEN", 2), ("BUSY", 1)],
  ])
  func `counts with additional keys, or with values in another case, aren't drift`(
    counts: [(String, Int)]
  ) async throws {
    let checked = try await Self.counting(counts).check("counts.get")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed counts.get: reports counts that add up"), "\(checked.lines)")
  }

  @Test func `a value that no item has is counted wrong where the contract lists it`() async throws {
    let listed = DepotContract.changed(
      #""type": "string" }, "status": { "enum": ["OPEN", "BUSY", "DONE"] }"#,
      to: #""type": "string" }, "status": { "enum": ["OPEN", "BUSY", "DONE", "LOST"] }"#)
    let lost = [("DONE", 2), ("OPEN", 1), ("BUSY", 1), ("LOST", 1)]
    #expect(
      Set(try await Self.counting(lost, listed).check("counts.get").drift.map(\.pointer)) == [
        "/response/body/data/by_status/OPEN"
      ])
    let one = [("DONE", 2), ("LOST", 3)]
    #expect(
      try await Self.counting(one, listed).check("counts.get").drift.map(\.pointer) == [
        "/response/body/data/by_status/LOST"
      ])
    // If every string is a valid value, a total may not belong to any of them.
    let open = DepotContract.changed(
      #""type": "string" }, "status": { "enum": ["OPEN", "BUSY", "DONE"] }"#,
      to: #""type": "string" }, "status": { "type": ["string", "null"] }"#)
    #expect(try await Self.counting([("DONE", 2), ("LOST", 3)], open).check("counts.get").found == [])
  }

  @Test func `a list that others see by another rule is asked as they see it`() async throws {
    let contract = DepotContract.changed([
      (
        #""state": { "action": "list", "collection": "parts","#,
        #""state": [{ "action": "list", "collection": "parts", "when": { "persona.id": true },"#
      ),
      (
        #""size": "query.size" } },"#,
        #""size": "query.size" }, { "action": "list", "collection": "parts", "filter": { "query.status": "/status" } }] },"#
      ),
      (
        #""request": "GET /parts", "source": "Handbook","#,
        #""request": "GET /parts", "source": "Handbook", "authentication": [["key", "session"], []],"#
      ),
    ])
    let depot = Depot(
      contract, asked: { $0.headers.contains("authorization") || $0.path != "/parts" ? $0 : $0.without("status") })
    let checked = try await depot.check("parts.list")
    #expect(checked.found == ["list.filter-ignored status"], "\(checked.drift.map(\.message))")
    #expect(try await Depot(contract).check("parts.list").found == [])
  }

  @Test func `counts that don't add up to their total are found`() async throws {
    let doubled = Depot(says: { request, answer, _ in
      guard request.path == "/counts/parts", let json = answer.json, let data = json["data"],
        let total = data["total"]?.int
      else { return answer }
      return answer.saying(json.setting("data", to: data.setting("total", to: JSON(total * 2))))
    })
    let checked = try await doubled.check("counts.get")
    #expect(checked.found == ["list.total-wrong"])
    #expect(
      checked.drift.map(\.message)
        == ["GET /counts/parts reports 10 at /total, but its counts by /status add up to 5."])
    #expect(checked.drift.map(\.pointer) == ["/response/body/data/total"])
    let healthy = try await Depot().check("counts.get")
    #expect(healthy.found == [])
    #expect(healthy.lines.contains("passed counts.get: reports counts that add up"))
  }
}
