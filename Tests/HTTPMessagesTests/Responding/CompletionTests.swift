import PlumblineHTTPMessages
import Synchronization
import Testing

@Suite struct CompletionTests {
  /// A responder that responds on a different thread or immediately.
  private struct Late: Responder {
    let isLate: Bool

    func respond(to request: Request, completion: Completion) -> Reply {
      guard isLate else { return .now(OutgoingResponse(Response(status: 201))) }
      Task.detached {
        completion(OutgoingResponse(Response(status: 202)))
        completion(OutgoingResponse(Response(status: 500)))
      }
      return .later
    }
  }

  @Test func `an answer is awaited whenever it comes`() async {
    let request = Request(method: .get, target: "/")
    #expect(await Late(isLate: false).answer(to: request).response.status == 201)
    #expect(await Late(isLate: true).answer(to: request).response.status == 202)
  }

  @Test func `a second answer is ignored`() {
    let statuses = Mutex<[Int]>([])
    let completion = Completion { answer in statuses.withLock { $0.append(answer.response.status) } }
    completion(OutgoingResponse(Response(status: 200)))
    completion(OutgoingResponse(Response(status: 201)))
    #expect(statuses.withLock { $0 } == [200])
  }
}
