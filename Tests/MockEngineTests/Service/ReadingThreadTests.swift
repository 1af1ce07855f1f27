import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Returns a Boolean value that indicates whether the thread that serves the mock handles a request to the control
/// interface itself.
@Suite struct ReadingThreadTests {
  private func isAnsweredAtOnce(_ method: HTTPMethod, _ path: String) async throws -> Bool {
    let directory = try ControlClient().directory
    let request = Request(method: method, target: "/__plumbline\(path)", headers: ["Host": "127.0.0.1:8080"])
    return await withCheckedContinuation { continuation in
      let completion = Completion { answer in
        #expect(answer.response.status < 300, "\(path)")
        continuation.resume(returning: false)
      }
      if case .now(let answer) = directory.respond(to: request, completion: completion) {
        #expect(answer.response.status < 300, "\(path)")
        continuation.resume(returning: true)
      }
    }
  }

  @Test(arguments: ["/journal", "/journal?limit=7", "/coverage", "/metrics", "/state"])
  func `reading many exchanges blocks no other request`(path: String) async throws {
    #expect(try await !isAnsweredAtOnce(.get, path))
  }

  @Test(arguments: ["/health", "/endpoints", "/journal/events", "/sessions"])
  func `what is short is answered at once`(path: String) async throws {
    #expect(try await isAnsweredAtOnce(.get, path))
  }

  @Test func `a journal is cleared before the next request is answered`() async throws {
    #expect(try await isAnsweredAtOnce(.delete, "/journal"))
  }
}
