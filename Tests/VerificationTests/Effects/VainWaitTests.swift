import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Testing

/// Effects that never occur, for which a run waits only once, and effects that occur late, for which it waits each
/// time.
struct VainWaitTests {
  /// A shop that ignores one kind of request, and the requests of its calls.
  struct Idle: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The same steps, three times.
    let steps: [ArticleSuite.Step]
    let mischief: StoreServer.Mischief
  }

  private static let idle = [
    Idle(testDescription: "edits", steps: Array(repeating: .edit(#"{ "price": 3 }"#), count: 3)) { request, _ in
      request.method == .put
        ? OutgoingResponse(
          Notes.response(200, #"{ "ok": true, "data": { "id": 5, "name": "Lamp", "price": 3, "status": "open" } }"#))
        : nil
    },
    Idle(testDescription: "closes", steps: [.close, .close, .close]) { request, _ in
      request.path.hasSuffix("/close") ? OutgoingResponse(Response(status: 204)) : nil
    },
    Idle(testDescription: "removes", steps: [.remove, .remove, .remove]) { request, _ in
      request.method == .delete ? OutgoingResponse(Response(status: 204)) : nil
    },
    Idle(testDescription: "lists", steps: [.make("Desk"), .make("Chair"), .make("Shelf")]) { request, _ in
      request.method == .get && request.path == "/articles"
        ? OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": [] }"#)) : nil
    },
  ]

  /// Returns the milliseconds that a run waits, and the findings about effects.
  private func run(_ steps: [ArticleSuite.Step], _ mischief: @escaping StoreServer.Mischief) async throws -> (Int, Int)
  {
    let time = ManualClock()
    let outcomes = try await StoreServer(Shop.contract, mischief).verify(
      VerifierOptions(allowsWrites: true), clock: time.clock, suite: ArticleSuite([.make] + steps))
    return (time.now, outcomes.flatMap(\.drift).count { $0.rule.id.hasPrefix("effect.") })
  }

  @Test(arguments: idle)
  func `each call after the first that comes to the same costs one more look`(idle: Idle) async throws {
    let (one, _) = try await run(Array(idle.steps.prefix(1)), idle.mischief)
    let (three, findings) = try await run(idle.steps, idle.mischief)
    // Undoing doesn't wait again either.
    #expect((5000..<10_000).contains(one), "\(one)")
    #expect(three - one <= 200)
    #expect(findings >= 3)
  }

  @Test func `another finding of the same endpoint is waited for as long as the first`() async throws {
    let store = Self.idle[1].mischief
    let (one, _) = try await run([.close], store)
    let (other, findings) = try await run([.close, .edit(#"{ "price": 3 }"#)]) { request, answer in
      request.method == .put ? Self.idle[0].mischief(request, answer) : store(request, answer)
    }
    #expect(findings == 2)
    #expect(other - one >= 5000)
  }

  @Test func `an item that a change destroys is missing in later calls, which don't fail for it`() async throws {
    let store = StoreServer(Shop.contract)
    let shop = StoreServer(beside: store) { request, _ in
      guard request.path.hasSuffix("/close"), request.headers.contains("x-key") else { return nil }
      let article = String(request.path.dropLast("/close".count))
      let answer = store.said(to: store.request(.delete, article))
      return answer.response.status == 204 ? OutgoingResponse(Response(status: 204)) : answer
    }
    let outcomes = try await shop.verify(suite: ArticleSuite([.make, .close, .close]))
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == ["effect.not-applied"])
    let again = try #require(outcomes.first { $0.line.name == "sends request 3" }?.line)
    #expect(again.outcome == .skipped)
    #expect(again.reason?.contains("has been gone since POST /articles/5/close") == true, "\(again.reason ?? "")")
  }
}
