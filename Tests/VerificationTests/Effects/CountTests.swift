import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// The number of items that a request creates. A server that carries it out more than once is detected, and none of the
/// items remain.
struct CountTests {
  /// A board that stores each notice twice: that of a chair once more only with the next edit.
  private final class LateNotice: Sendable {
    private let waiting = Mutex<Request?>(nil)
    private let plain = StoreServer(Board.contract)

    var isStored: Bool { waiting.withLock { $0 == nil } }

    var board: StoreServer {
      StoreServer(beside: plain) { [self] request, answer in
        if Board.isSent(request, .post, to: "/notices") {
          let first = answer()
          let isLate = String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("Chair")
          if isLate { waiting.withLock { $0 = request } } else { _ = answer() }
          return first
        }
        if request.method == .put, let late = waiting.withLock({ $0.take() }) { _ = plain.said(to: late) }
        return nil
      }
    }

    static let making = ["Desk", "Chair"].map { title in
      ArticleSuite.Step(
        endpoint: "notices.add", method: .post, path: { _ in "/notices" },
        body: { #"{ "title": "\#($0.mark(title))", "content": "Old", "note": null, "floor": 2, "tags": [] }"# })
    }
    static let edit = ArticleSuite.Step(
      endpoint: "notices.edit", method: .put, path: { "/notices/\(try $0.integer("id", default: 4))" },
      body: { _ in #"{ "note": "New" }"# })
  }

  @Test(arguments: [2, 3])
  func `a notice that is stored several times is one finding, and all of them are removed`(times: Int) async throws {
    let board = StoreServer(Board.contract) { request, answer in
      guard Board.isSent(request, .post, to: "/notices") else { return nil }
      let first = answer()
      for _ in 1..<times { _ = answer() }
      return first
    }
    let before = board.contents("/notices")
    let found = try await Board.verify(board, "notices.add: *contract")
    #expect(found.drift == ["notices.add effect.applied-twice /request"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("shows \(times) new notices") }, "\(found.messages)")
    #expect(board.contents("/notices") == before)
  }

  @Test func `lines that nothing removes are reported as left behind, each of them`() async throws {
    let board = StoreServer(Board.contract) { request, answer in
      guard Board.isSent(request, .post, to: "/lines") else { return nil }
      let first = answer()
      _ = answer()
      return first
    }
    let found = try await Board.verify(board, "lines.add: *contract")
    #expect(
      found.drift == ["lines.add effect.applied-twice /request"], "\(found.messages) \(found.outcomes.complaints)")
    #expect(found.outcomes.undone.count { $0.contains("left behind: lines") } == 2, "\(found.outcomes.undone)")
  }

  @Test func `a second notice whose list can't be read once more is no finding, and removed`() async throws {
    let isBroken = Mutex(false)
    let board = StoreServer(Board.contract) { request, answer in
      if Board.isSent(request, .post, to: "/notices") {
        let first = answer()
        _ = answer()
        return first
      }
      guard isBroken.withLock({ $0 }), Board.isSent(request, .get, to: "/notices") else { return nil }
      return OutgoingResponse(Response(status: 500))
    }
    let before = board.contents("/notices")
    // The only pause of a full second is the one before the second read.
    let clock = ProbeClock(
      now: { 0 },
      pause: { pause in if pause == .seconds(1) { isBroken.withLock { $0 = true } } })
    let found = try await Board.verify(board, "notices.add: *contract", clock: clock)
    let wasBroken = isBroken.withLock { $0 }
    #expect(wasBroken && found.drift == [], "\(found.messages)")
    #expect(board.contents("/notices") == before)
  }

  @Test func `a second notice that is stored only later is removed with others of its kind`() async throws {
    let late = LateNotice()
    let board = late.board
    let before = board.contents("/notices")
    let outcomes = try await board.verify(
      VerifierOptions(allowsWrites: true), suite: ArticleSuite(LateNotice.making + [LateNotice.edit], of: "notices"))
    let found = Board.Findings(outcomes: outcomes)
    #expect(found.drift.filter { $0.hasPrefix("notices.add") } == ["notices.add effect.applied-twice /request"])
    #expect(late.isStored)
    #expect(board.contents("/notices") == before, "\(found.outcomes.undone)")
  }

  @Test func `a second notice is found on a list that may go on`() async throws {
    let board = StoreServer(Board.contract) { request, answer in
      guard Board.isSent(request, .post, to: "/notices") else { return nil }
      let first = answer()
      _ = answer()
      return first
    }
    // With both there are ten items, which might be a full page.
    for number in 2...8 {
      _ = board.said(to: board.request(.post, "/notices", "{ \"title\": \"Notice \(number)\" }"))
    }
    let before = board.contents("/notices")
    #expect(before[0]?.count == 8)
    let found = try await Board.verify(board, "notices.add: *contract")
    #expect(found.drift == ["notices.add effect.applied-twice /request"], "\(found.messages)")
    #expect(board.contents("/notices") == before)
  }

  @Test func `a second notice that a read of the run showed before it was looked for is reported`() async throws {
    let late = LateNotice()
    let board = late.board
    let list = ArticleSuite.Step(endpoint: "notices.list", method: .get, path: { _ in "/notices" })
    let suite = ArticleSuite(LateNotice.making, together: [LateNotice.edit, list], of: "notices")
    let outcomes = try await board.verify(VerifierOptions(allowsWrites: true), suite: suite)
    let found = Board.Findings(outcomes: outcomes)
    #expect(found.drift.contains("notices.add effect.applied-twice /request"), "\(found.messages)")
    let told = outcomes.undone.filter { $0.hasPrefix("skipped notices.add: may be left behind: notices ") }
    #expect(told.count == 1 && told[0].contains("a read showed it earlier"), "\(outcomes.undone)")
  }

  @Test func `a line that another sender repeats is an automatic reply`() async throws {
    let text = Mutex("")
    let board = StoreServer(Board.contract) { request, answer in
      if Board.isSent(request, .post, to: "/lines"), let body = try? JSON.parse(request.body.bytes ?? []) {
        text.withLock { $0 = body["text"]?.string ?? "" }
      }
      let answered = answer()
      let echo = text.withLock { $0 }
      guard Board.isSent(request, .get, to: "/lines"), !echo.isEmpty, let body = answered.json, let lines = body["data"]
      else { return answered }
      let reply = JSON.object([("id", 99), ("text", JSON(echo)), ("author_id", 2)])
      var response = answered.response
      response.body = Body(body.setting("data", to: .array(Array(lines.elements) + [reply])).text)
      return OutgoingResponse(response)
    }
    let found = try await Board.verify(board, "lines.add: *contract")
    #expect(found.drift == [], "\(found.messages)")
    #expect(found.outcomes.contains { $0.line.endpoint == "lines.add" && $0.line.outcome == .passed })
  }

  @Test func `an element that a list gets twice of one request`() async throws {
    let board = StoreServer(Board.contract) { request, answer in
      guard Board.isSent(request, .post, to: "/tags") else { return nil }
      _ = answer()
      return answer()
    }
    let found = try await Board.verify(board, "notices.tag: *contract")
    #expect(found.drift == ["notices.tag effect.applied-twice /request/body"], "\(found.messages)")
  }
}
