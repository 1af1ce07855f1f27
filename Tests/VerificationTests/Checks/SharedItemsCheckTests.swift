import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Lists of the same items that disagree, and items that differ when they're read individually.
struct SharedItemsCheckTests {
  typealias Drifting = ListCheckTests.Drifting

  /// A depot with a second list, which contains the finished parts.
  static let contract = agreed(done: "DONE")

  private static func agreed(
    done: String, standing: String = "documented", made: String = "OPEN"
  ) -> Contract {
    DepotContract.changed([
      (#""/status": { "const": "OPEN" }"#, #""/status": { "const": "\#(made)" }"#),
      (
        #""password": "pw-of-ada" }, "permissions""#,
        #""password": "pw-of-ada" }, "x-done": "\#(done)", "permissions""#
      ),
      (
        #""parts.add": {"#,
        ##"""
        "parts.done": { "summary": "Done", "request": "GET /done", "source": "Handbook",
            "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Part" } } } },
            "state": { "action": "list", "collection": "parts", "within": { "persona.x-done": "/status" },
              "standing": "\##(standing)" } },
          "parts.add": {
        """##
      ),
    ])
  }

  /// Returns a depot with a different response to one request if that request succeeds.
  private static func depot(
    _ path: String,
    _ change: @escaping @Sendable (Request, OutgoingResponse, (Request) -> OutgoingResponse) -> OutgoingResponse
  ) -> Depot {
    Depot(
      contract,
      says: { request, answer, ask in
        request.path == path && request.method == .get && answer.response.status == 200
          ? change(request, answer, ask) : answer
      })
  }

  static let drifting: [Drifting] = [
    Drifting("list.item-misplaced /status") {
      depot("/done") { request, answer, ask in
        let all = ask(Request(method: .get, target: "/parts", headers: request.headers))
        return answer.showing(answer.items + all.items.filter { $0["status"] == "OPEN" })
      }
    },
    Drifting("list.items-missing") { depot("/done") { _, answer, _ in answer.showing([]) } },
    Drifting("list.items-missing") { depot("/done") { _, answer, _ in answer.showing(Array(answer.items.prefix(1))) } },
    Drifting("list.item-differs /weight") {
      depot("/parts/11") { _, answer, _ in
        guard let json = answer.json, let data = json["data"] else { return answer }
        return answer.saying(json.setting("data", to: data.setting("weight", to: 99)))
      }
    },
  ]

  private static func check(_ depot: Depot) async throws -> Checked {
    try await depot.check("parts.list", "parts.done", "parts.get")
  }

  @Test(arguments: drifting)
  func `what a list shows otherwise than others is found by its rule, and nothing else is`(case row: Drifting)
    async throws
  {
    let checked = try await Self.check(row.depot())
    #expect(checked.found == row.found, "\(checked.drift.map(\.message))")
    #expect(checked.drift.allSatisfy { $0.severity == $0.rule.severity })
  }

  // MARK: - Healthy habits

  /// Returns a depot whose responses to requests for the two lists are different.
  private static func lists(
    _ change: @escaping @Sendable (Request, [JSON]) -> [JSON]
  ) -> Depot {
    Depot(
      contract,
      says: { request, answer, _ in
        guard ["/parts", "/done"].contains(request.path), request.method == .get else { return answer }
        return answer.showing(change(request, answer.items))
      })
  }

  /// Returns additional finished items.
  private static func done(_ count: Int, like items: [JSON]) -> [JSON] {
    items.filter { $0["status"] == "DONE" }.prefix(1).flatMap { item in
      (0..<count).map { item.setting("id", to: JSON(100 + $0)) }
    }
  }

  static let healthy: [Drifting] = [
    Drifting("one more is done whenever somebody has looked") {
      let count = Counted()
      return lists { request, items in
        guard request.asked("page") != "2" else { return items }
        let others = request.path == "/done" ? count.count("done") : count.seen("done")
        return items + done(others, like: items)
      }
    },
    Drifting("what is done is called otherwise by those who ask") {
      Depot(contract, judgedBy: agreed(done: "mine"))
    },
    Drifting("what is done is shown only to those who ask for it") {
      lists { request, items in
        request.path == "/parts" && request.asked("status") == nil ? items.filter { $0["status"] != "DONE" } : items
      }
    },
    Drifting("three are shown of what is done, and no more") {
      lists { request, items in
        guard request.asked("page") != "2" else { return items }
        let all = items + done(2, like: items)
        return request.path == "/done" ? Array(all.prefix(3)) : all
      }
    },
    Drifting("a cache has kept what was done a while ago") {
      depot("/done") { _, answer, _ in
        var response = answer.showing([]).response
        response.headers["Age"] = "30"
        return OutgoingResponse(response)
      }
    },
    Drifting("a contract that only assumes what a list is for") {
      Depot(
        agreed(done: "DONE", standing: "assumed"),
        says: { request, answer, _ in request.path == "/done" ? answer.showing([]) : answer })
    },
  ]

  @Test(arguments: healthy)
  func `lists that differ for a reason are no drift`(case row: Drifting) async throws {
    let depot = row.depot()
    let checked = try await depot.check(
      "parts.list: shows*", "parts.list: *contract", "parts.done: shows*", "parts.done: *contract")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(depot.requests.count { $0.path == "/done" } > 1)
  }

  @Test func `what the run has made needn't be on every list yet`() async throws {
    let depot = Depot(
      Self.agreed(done: "DONE", made: "DONE"),
      says: { request, answer, _ in
        guard request.path == "/done" else { return answer }
        return answer.showing(answer.items.filter { ($0["id"]?.int ?? 0) <= 15 })
      })
    let checked = try await depot.check("parts.list", "parts.done", "parts.get", "parts.add", writing: true)
    #expect(depot.requests.contains { $0.method == .post && $0.path == "/parts" })
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test func `what the run has made isn't compared, whatever path leads to it`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path.hasSuffix("/remarks"), request.path != "/remarks", request.method == .get else {
        return answer
      }
      return answer.showing(
        answer.items.map { ($0["id"]?.int ?? 0) > 1 ? $0.setting("text", to: "As it was") : $0 })
    })
    let checked = try await depot.check("parts.list", "remarks.*", writing: true)
    #expect(depot.requests.contains { $0.method == .post && $0.path == "/remarks" })
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  /// Lists that show part 11 in a different form than a read, which returns `nut`, `DONE`, a weight of 2.5 and a due
  /// date.
  static let abbreviated: [Drifting] = [
    Drifting("a text that is cut off") { listed("label", as: "n…") },
    Drifting("a text that is cut off in brackets") { listed("label", as: "n [...]") },
    Drifting("a text that is hidden") { listed("label", as: "n**") },
    Drifting("a text with an address") { listed("label", as: "https://depot.example/nut") },
    Drifting("nothing") { listed("due", as: .null) },
    Drifting("what a cache has kept") { listed("weight", as: 99, age: "30") },
    Drifting("a number, while the part is another at each look") {
      let count = Counted()
      return depot("/parts/11") { _, answer, _ in
        guard let json = answer.json, let data = json["data"] else { return answer }
        return answer.saying(json.setting("data", to: data.setting("weight", to: JSON(100 + count.count("reads")))))
      }
    },
  ]

  private static func listed(_ name: String, as value: JSON, age: String? = nil) -> Depot {
    depot("/parts") { _, answer, _ in
      let items = answer.items.map { $0["id"] == 11 ? $0.setting(name, to: value) : $0 }
      var response = answer.showing(items).response
      response.headers["Age"] = age
      return OutgoingResponse(response)
    }
  }

  @Test(arguments: abbreviated)
  func `what a list shows in fewer words is no drift`(case row: Drifting) async throws {
    let depot = row.depot()
    let checked = try await depot.check("parts.list: shows*", "parts.list: *contract", "parts.get")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(depot.requests.contains { $0.path == "/parts/11" })
  }

  @Test func `a text that is another is found beside those that are abbreviated`() async throws {
    let checked = try await Self.listed("label", as: "screw").check(
      "parts.list: shows*", "parts.list: *contract", "parts.get")
    #expect(checked.found == ["list.item-differs /label"], "\(checked.drift.map(\.message))")
  }

  @Test(arguments: [(10, ["list.item-differs /tags"]), (300, [])] as [(Int, [String])])
  func `arrays are compared where their texts are short`(length: Int, found: [String]) async throws {
    let contract = DepotContract.changed(
      #""weight": { "type": "number" }, "due""#,
      to: #""weight": { "type": "number" }, "tags": { "type": "array", "items": { "type": "string" } }, "due""#)
    @Sendable func tags(_ letter: String) -> JSON { .array([JSON(String(repeating: letter, count: length))]) }
    let depot = Depot(
      contract,
      says: { request, answer, _ in
        guard request.method == .get, let json = answer.json, let data = json["data"] else { return answer }
        switch request.path {
        case "/parts": return answer.showing(answer.items.map { $0.setting("tags", to: tags("a")) })
        case "/parts/11": return answer.saying(json.setting("data", to: data.setting("tags", to: tags("b"))))
        default: return answer
        }
      })
    let checked = try await depot.check("parts.list: shows*", "parts.list: *contract", "parts.get")
    #expect(checked.found == found, "\(checked.drift.map(\.message))")
    #expect(depot.requests.contains { $0.path == "/parts/11" })
  }

  // MARK: - Reports

  @Test func `lists that agree pass, and what they share is looked at`() async throws {
    let depot = Depot(Self.contract)
    let checked = try await Self.check(depot)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed parts.done: shows the same items as other lists"), "\(checked.lines)")
    #expect(checked.lines.contains("passed parts.list: shows the same items as other lists"), "\(checked.lines)")
    #expect(depot.requests.allSatisfy { $0.method.isSafe })
  }

  @Test func `a list that knows a moment later is no drift`() async throws {
    let count = Counted()
    let depot = Self.depot("/done") { _, answer, _ in
      // These are the call and the first read.
      count.count("looks") <= 2 ? answer.showing([]) : answer
    }
    let checked = try await Self.check(depot)
    #expect(count.seen("looks") > 2)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test func `what is another at each look is no drift`() async throws {
    let count = Counted()
    let depot = Depot(
      Self.contract,
      says: { request, answer, _ in
        guard request.path == "/parts", request.queryItems.isEmpty else { return answer }
        let weight = 100 + count.count("looks")
        return answer.showing(answer.items.map { $0.setting("weight", to: JSON(weight)) })
      })
    let checked = try await depot.check("parts.list: shows*", "parts.list: *contract", "parts.get")
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
  }

  @Test func `a finding names both requests and both values`() async throws {
    let row = try #require(Self.drifting.last)
    let drift = try #require(try await Self.check(row.depot()).drift.first)
    #expect(drift.endpoint == "parts.list")
    #expect(drift.pointer == "/response/body/data/0/weight")
    #expect(drift.message == "GET /parts shows 11 with /weight 2.5, but GET /parts/11 shows 99.")
    let missing = try #require(try await Self.check(Self.drifting[1].depot()).drift.first)
    #expect(missing.endpoint == "parts.done")
    #expect(missing.message.hasPrefix("GET /done shows no items; GET /parts?"), "\(missing.message)")
    #expect(missing.message.hasSuffix(" shows 11 with /status \"DONE\"."), "\(missing.message)")
  }
}
