import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Changes that a caller makes to their own items, which must never appear for a different caller.
struct MirrorCheckTests {
  private static func found(_ depot: Depot) async throws -> [String] {
    let checked = try await depot.check("prefs.*", writing: true)
    #expect(!checked.outcomes.contains { $0.line.outcome == .failed })
    return DriftMerge.merged(checked.outcomes.flatMap(\.drift)).map { "\($0.endpoint) \($0.rule)" }
  }

  @Test func `callers with choices of their own pass, though they begin with the same`() async throws {
    let depot = Depot()
    #expect(try await Self.found(depot) == [])
    #expect(depot.requests.contains { $0.method == .put && $0.path == "/prefs" })
  }

  @Test func `shared choices of all callers are found, and no other caller's are written`() async throws {
    let depot = Depot(asked: { request in
      var request = request
      if request.path == "/prefs", request.headers["authorization"] == "Bearer bo-token" {
        request.headers["authorization"] = "Bearer ada-token"
      }
      return request
    })
    #expect(try await Self.found(depot) == ["prefs.get access.not-isolated"])
    #expect(!depot.requests.contains { $0.method == .put && $0.headers["authorization"] == "Bearer bo-token" })
  }

  @Test func `who has chosen the same already is no proof`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/prefs", request.headers["authorization"] == "Bearer bo-token", let json = answer.json
      else {
        return answer
      }
      return answer.saying(json.setting("data", to: .object([("mail", true)])))
    })
    #expect(try await Self.found(depot) == [])
  }
}
