import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import TestSupport
import Testing

@testable import PlumblineCommands

/// Streams from a real server behind `serve` that were only partially checked.
@Suite struct CutStreamTests {
  private func exchange(
    _ text: String?, _ type: String = "text/event-stream", kind: TransportFailure.Kind = .cancelled
  ) -> Exchange {
    let pipe = BodyPipe(length: nil, resume: {})
    var exchange = Exchange(
      request: Request(method: .get, target: "/events"),
      response: Response(status: 200, headers: ["Content-Type": type], body: .stream(pipe)))
    exchange.fragment = text.map {
      BodyFragment(bytes: Array($0.utf8), reason: TransportFailure(kind: kind, message: "The server hung up."))
    }
    return exchange
  }

  /// Returns the lines about exchanges, both as they arrive and at the end.
  private func said(
    of exchanges: [Exchange], isEnding: Bool = false
  ) async throws -> (live: [String], atEnd: [String]) {
    let live = Mutex<[String]>([])
    let traffic = LiveTraffic(
      Inspector(try TrueLog.contract), addingTo: TrafficReport(command: "serve", target: "http://127.0.0.1:9"),
      secrets: Secrets([String]())
    ) { exchange, _ in
      if let end = exchange.fragment?.reason.message { live.withLock { $0.append(end) } }
    }
    if isEnding { traffic.end() }
    for exchange in exchanges { traffic.take(exchange) }
    await traffic.finish()
    return (live.withLock { $0 }, traffic.cut.map(\.message))
  }

  @Test func `a stream that breaks off is reported with how far it came`() async throws {
    let said = try await said(of: [exchange("data: 1\n\nda", kind: .connectionClosed)])
    #expect(said.live == ["The stream broke off after 1 event: the server hung up."])
    #expect(said.atEnd == ["a path that has no endpoint: The stream broke off after 1 event: the server hung up."])
  }

  @Test func `a stream that is left is reported with who left it`() async throws {
    let client = try await said(of: [exchange("data: 1\n\ndata: 2\n\n")])
    #expect(client.live == ["The client closed the stream after 2 events."])
    let session = try await said(of: [exchange("data: 1\n\n")], isEnding: true)
    #expect(session.live == ["The stream was still open when the session ended, after 1 event."])
  }

  @Test func `a stream that is too large to be kept is reported as not judged`() async throws {
    let said = try await said(of: [exchange(nil)])
    #expect(said.live.count == 1 && said.live[0].contains("wasn't checked"), "\(said)")
  }

  @Test func `many streams of an endpoint are one warning`() async throws {
    let said = try await said(of: [exchange("data: 1\n\n"), exchange("data: 1\n\ndata: 2\n\n")])
    #expect(said.live.count == 2)
    #expect(said.atEnd.count == 1 && said.atEnd[0].contains("2 streams"), "\(said)")
    #expect(said.atEnd.first?.hasSuffix("The client closed the stream after 2 events.") == true, "\(said)")
  }

  @Test func `a film that its viewer leaves isn't reported, and one that breaks off is`() async throws {
    let film = try await said(of: [exchange("abc", "video/mp4"), exchange(nil, "video/mp4")])
    #expect(film.live.isEmpty && film.atEnd.isEmpty, "\(film)")
    let broken = try await said(of: [exchange("abc", "video/mp4", kind: .connectionReset)])
    #expect(broken.live == ["The server hung up."])
  }

  private static let contract = #"""
    { "plumbline": 1, "service": "desk", "title": "Desk", "envelope": null,
      "endpoints": {
        "events.get": { "summary": "Follows", "request": "GET /events", "source": "Handbook",
          "success": { "200": { "content": { "text/event-stream": {} } } } } } }
    """#

  @Test func `the console of serve says that the server broke off`() async throws {
    let folder = try TemporaryFolder()
    let run = try await StreamSession.run(["serve", "desk"], Self.contract, in: folder) { client, pipe in
      pipe.push(Array("data: 1\n\ndata: 2\n\ndata: 3".utf8))
      let third = try await client.receive(through: "data: 3")
      #expect(third)
      pipe.finish(.failed(TransportFailure(kind: .connectionReset, message: "It hung up.")))
      _ = try await client.receiveUntilClose()
    }
    #expect(run.errors.contains("GET /events\n    The stream broke off after 2 events: "), "\(run)")
    let report = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(report.contains("events.get: The stream broke off after 2 events: "), "\(run)")
  }
}
