import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Correct but unusual behavior of servers, which isn't drift. A value in a different spelling is at most a notice.
struct HealthyHabitTests {
  private static func severe(_ drift: [String]) -> [String] { drift.filter { !$0.contains("effect.normalised") } }

  @Test(arguments: [
    "trims", "lower-cases", "rounds", "sorts", "cuts moments off", "moves moments", "counts views", "fills in",
    "changes all the time",
  ])
  func `a shop that stores in its own spelling`(habit: String) async throws {
    let counted = Counted()
    let drift = try await Shop.drift(
      "articles.*",
      mischief: Shop.storing { name, value in
        switch (habit, name) {
        case ("trims", "name"): JSON((value.string ?? "").trimmed)
        case ("lower-cases", "mail"): JSON((value.string ?? "").lowercased())
        case ("rounds", "price"): value.double.flatMap { try? JSON.parse("\(($0 * 100).rounded() / 100)") }
        case ("sorts", "tags"): .array(value.elements.sorted { ($0.string ?? "") < ($1.string ?? "") })
        case ("cuts moments off", "due"): JSON((value.string ?? "").replacing(".678", with: ""))
        case ("moves moments", "due"):
          JSON((value.string ?? "").replacing("T03:04:05.678+08:00", with: "T00:00:00Z"))
            .stringEquals("2027-01-02T00:00:00Z") ? "2027-01-01T19:04:05.678Z" : value
        case ("counts views", "views"), ("changes all the time", "views"): JSON(counted.count("views"))
        case ("fills in", "weight"): value.isNull ? 0 : value
        default: nil
        }
      })
    #expect(Self.severe(drift) == [], "\(drift)")
    let isSpelling = ["trims", "lower-cases", "rounds", "sorts", "cuts moments off", "moves moments"].contains(habit)
    #expect(drift.contains { $0.contains("effect.normalised") } == isSpelling, "\(drift)")
  }

  @Test func `a shop whose reads are two seconds late`() async throws {
    let late = LaggingStore(lag: 2000, paths: ["/articles"] + (4...9).map { "/articles/\($0)" })
    let store = StoreServer(Shop.contract)
    let server = StoreServer(beside: store, late.mischief { store.said(to: $0) })
    let options = VerifierOptions(allowsWrites: true, only: [Wildcard("articles.*")])
    let outcomes = try await server.verify(options, clock: late.time.clock)
    #expect(outcomes.flatMap(\.drift).map(\.message) == [])
  }

  @Test func `two changes right after one another, in a store whose reads are late`() async throws {
    let late = LaggingStore(lag: 400)
    let store = StoreServer()
    let server = StoreServer(beside: store, late.mischief { store.said(to: $0) })
    let before = store.contents("/rooms")
    let edits = [#"{ "name": "Hall" }"#, #"{ "warden": "Wu" }"#].map { body in
      ArticleSuite.Step(endpoint: "rooms.rename", method: .put, path: { _ in "/rooms/70" }, body: { _ in body })
    }
    let outcomes = try await server.verify(
      VerifierOptions(allowsWrites: true), clock: late.time.clock, suite: ArticleSuite([], together: edits, of: "rooms")
    )
    #expect(outcomes.flatMap(\.exchanges).count { $0.request.method == .put } >= 2, "\(outcomes.complaints)")
    // Changes made by the first write aren't attributed to the second one.
    #expect(outcomes.flatMap(\.drift).map(\.message) == [])
    #expect(store.contents("/rooms") == before)
  }

  @Test func `another user changes unsent members, and set ones`() async throws {
    let counted = Counted()
    let drift = try await Shop.drift("articles.edit", "articles.close") { request, answer in
      let said = answer()
      // From the second read on, the article counts as viewed.
      guard request.method == .get, request.path.hasPrefix("/articles/"), counted.count("reads") > 2,
        let body = try? JSON.parse(said.response.body.bytes ?? []), let data = body["data"]
      else { return said }
      var response = said.response
      response.body = Body(body.setting("data", to: data.setting("status", to: "seen")).text)
      return OutgoingResponse(response)
    }
    #expect(!drift.contains { $0.contains("unsent-changed") }, "\(drift)")
  }

  @Test func `what was removed answers 410`() async throws {
    let drift = try await Shop.drift("articles.*") { request, answer in
      let said = answer()
      guard request.method == .get, said.response.status == 404, request.path != "/articles/4" else { return said }
      return OutgoingResponse(Notes.response(410, #"{ "ok": false, "error": "GONE", "message": "Gone." }"#))
    }
    #expect(drift == [], "\(drift)")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
