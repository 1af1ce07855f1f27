import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Synchronization
import Testing

@testable import PlumblineCommands

/// The limit of exchanges that wait until a real server's traffic is checked.
@Suite struct LiveTrafficTests {
  /// Adds exchanges while an earlier one is being checked, so that none of them is checked in the meantime.
  ///
  /// - Parameter take: Takes the exchanges, and returns what was lost at several points.
  /// - Returns: The losses, and the number of exchanges that were finally checked.
  private func overload(
    _ take: @escaping @Sendable (LiveTraffic) -> [Int]
  ) async throws -> (lost: [Int], judged: Int) {
    let inspector = Inspector(try TrueLog.contract)
    let first = Exchange(
      request: Request(method: .get, target: "/no/such/path", body: Body("{}")), response: Response(status: 200))
    try #require(!inspector.inspect(first).isEmpty, "The judge has nothing to show.")
    let (results, shown) = AsyncStream<[Int]>.makeStream()
    let busy = Mutex<LiveTraffic?>(nil)
    let traffic = LiveTraffic(
      inspector, addingTo: TrafficReport(command: "serve", target: "http://127.0.0.1:9"), secrets: Secrets([String]())
    ) { _, _ in
      guard let traffic = busy.withLock({ $0.take() }) else { return }
      shown.yield(take(traffic))
      shown.finish()
    }
    busy.withLock { $0 = traffic }
    traffic.take(first)
    let lost = try #require(await results.first { _ in true })
    await traffic.finish()
    let report = traffic.total.finished(about: [], today: "2026-11-26") { _ in "Nothing was judged." }
    return (lost, report.exchanges)
  }

  /// Returns a browser's preflight request with bodies of these sizes. There is nothing to check in it.
  private static func preflight(sent: Int = 0, received: Int = 0) -> Exchange {
    Exchange(
      request: Request(
        method: .options, target: "/no/such/path", headers: ["Access-Control-Request-Method": "GET"],
        body: .stream(Announced(sent))),
      response: Response(status: 204, body: .stream(Announced(received))))
  }

  @Test func `ten thousand exchanges may wait for the judge, and what comes then is lost and counted`() async throws {
    let (lost, judged) = try await overload { traffic in
      for _ in 0..<10_000 { traffic.take(Self.preflight()) }
      let before = traffic.lost
      for _ in 0..<2 { traffic.take(Self.preflight()) }
      return [before, traffic.lost]
    }
    #expect(lost == [0, 2])
    #expect(judged == 10_001)
  }

  @Test func `bodies of 256 MB may wait for the judge, and an exchange with a byte more is lost`() async throws {
    let (lost, judged) = try await overload { traffic in
      traffic.take(Self.preflight(sent: 200 << 20, received: 56 << 20))
      let before = traffic.lost
      traffic.take(Self.preflight(sent: 1))
      traffic.take(Self.preflight(received: 1))
      let after = traffic.lost
      traffic.take(Self.preflight())
      return [before, after, traffic.lost]
    }
    #expect(lost == [0, 2, 2])
    #expect(judged == 3)
  }
}

/// A body that states a length but never delivers any bytes.
private final class Announced: BodyStream {
  let length: Int?

  init(_ length: Int) { self.length = length }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    deliver(.failed(TransportFailure(kind: .other, message: "Nothing comes.")))
  }

  func cancel() {}
}
