import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import Synchronization
import Testing

@Suite struct SendingRuleTests {
  /// Runs a server that closes the first connections and then responds.
  private func answers(
    _ method: HTTPMethod, after failures: Int, retries: Int
  ) async throws -> (sent: Int, counted: Int, status: Int?) {
    let left = Mutex(failures)
    let script: @Sendable (Request) -> OutgoingResponse? = { _ in
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return OutgoingResponse(Response(status: 200), delivery: fails ? Delivery(reset: true) : .immediate)
    }
    return try await withScript(script) { base, server in
      let client = try UpstreamClient(rule: SendingRule(retries: retries))
      let exchange = await client.exchange(
        Request(method: method, target: "/"), with: try BaseURL(parsing: base), deadline: .seconds(3600))
      await client.shutdown()
      return (server.requests.count, client.repetitions, exchange.response?.status)
    }
  }

  @Test(arguments: [HTTPMethod.get, .head, .options, .put, .delete])
  func `what can be sent twice is sent again when its connection fails`(method: HTTPMethod) async throws {
    let result = try await answers(method, after: 2, retries: 2)
    #expect(result == (3, 2, 200))
  }

  @Test(arguments: [HTTPMethod.post, .patch])
  func `what can't be sent twice is sent once`(method: HTTPMethod) async throws {
    let result = try await answers(method, after: 2, retries: 5)
    #expect(result == (1, 0, nil))
  }

  @Test func `after the last repetition the failure is`() async throws {
    let result = try await answers(.get, after: 9, retries: 1)
    #expect(result == (2, 1, nil))
  }

  @Test func `an answer is an answer, whatever it says`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 503)) }) { base, server in
      let client = try UpstreamClient(rule: SendingRule(retries: 3))
      let exchange = await client.exchange(
        Request(method: .get, target: "/"), with: try BaseURL(parsing: base), deadline: .seconds(3600))
      await client.shutdown()
      #expect(exchange.response?.status == 503)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `requests begin no faster than the rate`() async throws {
    try await withScript({ _ in OutgoingResponse(Response(status: 200)) }) { base, _ in
      let interval = Duration.milliseconds(20)
      let client = try UpstreamClient(rule: SendingRule(interval: interval))
      let url = try BaseURL(parsing: base)
      let begin = ContinuousClock.now
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            _ = await client.exchange(Request(method: .get, target: "/"), with: url, deadline: .seconds(3600))
          }
        }
      }
      await client.shutdown()
      #expect(begin.duration(to: .now) >= interval * 3)
    }
  }

  @Test(arguments: [("5", 200), ("5/s", 200), ("0.5/s", 2000), ("30/min", 2000), ("1/min", 60_000)])
  func `a rate is read`(text: String, milliseconds: Int) {
    #expect(SendingRule.interval(rate: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "0", "-1", "x", "5/h", "5/s/s", "/s", "1e3", "0.001/s", "1000000", "nan"])
  func `what is no rate is refused`(text: String) {
    #expect(SendingRule.interval(rate: text) == nil)
  }
}
