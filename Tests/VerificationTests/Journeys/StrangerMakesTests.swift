import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification
import Testing

/// Items that a caller without credentials may have created, which are looked up by a caller who may read them.
struct StrangerMakesTests {
  private struct Suite: CallSuite {
    let service = "bikes"
    let calls = [
      Call("bikes.add", "makes one, without credentials", as: .nobody, expecting: .failure("taken")) { context in
        let client = try UpstreamClient()
        let request = Request(
          method: .post, target: "/bikes", headers: ["Content-Type": "application/json"],
          body: Body(#"{ "name": "\#(context.mark("Bike"))" }"#))
        let exchange = await client.exchange(
          request, with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
        await client.shutdown()
        if exchange.response?.status != 201 { throw CancellationError() }
        return 201
      }
    ]

    func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
  }

  @Test func `what a caller without credentials may have made is looked for by another`() async throws {
    let store = StoreServer(Bikes.contract) { request, _ in
      guard !request.headers.contains("x-key") else { return nil }
      // The rejection isn't documented, so it isn't trusted without evidence.
      return request.method == .post ? json(418, "{}") : json(401, #"{ "message": "Who?" }"#)
    }
    let outcomes = try await store.verify(VerifierOptions(allowsWrites: true), suite: Suite())
    #expect(store.requests.contains { $0.method == .post && !$0.headers.contains("x-key") })
    let doubts = outcomes.compactMap(\.line.reason).filter { $0.contains("may be left behind") }
    #expect(doubts.isEmpty, "\(doubts)")
  }
}
