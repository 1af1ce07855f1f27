import PlumblineHTTPMessages
import PlumblineProxying
import TestSupport
import Testing

/// Responses of unknown length that are interrupted, when only event streams are forwarded as they arrive.
@Suite struct BrokenAnswerTests {
  /// Returns the exchange of a GET whose first response is interrupted and whose second one isn't.
  private func exchange(
    _ type: String
  ) async throws -> (body: Body?, repetitions: Int, ending: TransportFailure.Kind?) {
    try await withRawUpstream({ number, connection in
      _ = try await connection.receive(through: "\r\n\r\n")
      let half = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n"
      try await connection.send(number == 1 ? half : half + "2\r\n2]\r\n0\r\n\r\n")
    }) { base in
      var limits = HTTPLimits.patient
      limits.streamed = limits.body
      let client = try UpstreamClient(
        rule: SendingRule(retries: 2), limits: limits, opening: OpenResponses { $0 == "text/event-stream" })
      let exchange = await client.exchange(
        Request(method: .get, target: "/"), with: base, deadline: .seconds(3600))
      let body = exchange.response?.body
      var ending = exchange.failure?.kind
      if case .stream(let stream)? = body {
        reading: while true {
          switch await withCheckedContinuation({ next in stream.next { next.resume(returning: $0) } }) {
          case .bytes: continue
          case .end: break reading
          case .failed(let failure):
            ending = failure.kind
            break reading
          }
        }
      }
      await client.shutdown()
      return (body, client.repetitions, ending)
    }
  }

  @Test func `an answer that is taken whole is asked for again`() async throws {
    let (body, repetitions, ending) = try await exchange("application/json")
    #expect(body?.bytes == Array("[1,2]".utf8))
    #expect(repetitions == 1)
    #expect(ending == nil)
  }

  @Test func `a stream that has begun is not, and breaks off where it is read`() async throws {
    let (body, repetitions, ending) = try await exchange("text/event-stream")
    #expect(body != nil)
    #expect(body?.bytes == nil)
    #expect(repetitions == 0)
    #expect(ending == .connectionClosed)
  }
}
