import PlumblineHTTPMessages
import Testing

@testable import PlumblineRecordings

/// Very many responses to one request.
@Suite struct ManyAnswersTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  /// Returns the plan for responses that each show a member which no other has.
  private func plan(_ path: String, _ count: Int) throws -> RecordingPlan {
    let captures = (0..<count).map {
      Shop.exchange(.get, path, Self.agent, answer: #"{ "ok": true, "data": { "m\#($0)x": 1 } }"#)
    }
    return try Shop.plan(captures) { $0.isOnePerAnswer = false }
  }

  @Test(arguments: ["/items/7", "/jobs/seven"])
  func `a request has two hundred answers at most, and what is left out is counted`(path: String) throws {
    let plan = try plan(path, 207)
    #expect(plan.files.count == 200)
    #expect(plan.files.count { $0.recording.step != nil } == 100)
    #expect(
      plan.skips.map { "\($0.request): \($0.reason) (\($0.times))" } == [
        "GET \(path): 200 other answers to the same request are recorded; more aren't kept (7)"
      ])
  }

  @Test func `an answer that was kept is known among many`() throws {
    let again = Shop.exchange(.get, "/items/7", Self.agent, answer: #"{ "data": { "m7x": 1 }, "ok": true }"#)
    let captures = (0..<150).map {
      Shop.exchange(.get, "/items/7", Self.agent, answer: #"{ "ok": true, "data": { "m\#($0)x": 1 } }"#)
    }
    let plan = try Shop.plan(captures + [again, again]) { $0.isOnePerAnswer = false }
    #expect(plan.files.count == 150)
    #expect(plan.files.count { $0.times == 3 } == 1)
    #expect(plan.skips == [])
  }

  @Test func `numbers of names go on from the last one`() {
    var numbers = RecordingNumbers()
    var taken: Set<String> = ["a", "a-2", "b", "b-red"]
    var asked: [String] = []
    func free(_ stem: String, _ differences: [String] = []) -> String {
      let name = numbers.free(stem, differences) { name in
        asked.append(name)
        return taken.contains(name)
      }
      taken.insert(name)
      return name
    }
    let first = free("a")
    #expect(first == "a-3")
    asked = []
    let second = free("a")
    #expect(second == "a-4")
    #expect(asked == ["a-3", "a-4"])
    let other = free("b", ["Red"])
    #expect(other == "b-red-2")
    let plain = free("c")
    #expect(plain == "c")
  }
}
