import PlumblineTesting
import TestSupport
import Testing

/// Streams of events, and how they are checked and changed on their way to the client.
struct StreamTests {
  private static let events = "data: 1\n\ndata: 2\n\ndata: 3\n\n"
  private static let request = "GET /papers/herald HTTP/1.1\r\nHost: a\r\nX-Kiosk-Key: reader-key\r\n\r\n"

  /// Makes the kiosk respond with a stream, which its contract doesn't describe.
  private func stream(from mock: MockedService) throws {
    try mock.override(
      "papers.get",
      with: .response(MockResponse(headers: ["Content-Type": "text/event-stream"], body: Self.events)))
    try mock.waive("response.*", because: "The contract knows no stream.")
  }

  @Test func `a stream breaks off after so many events, and its client sees that the end is missing`() async throws {
    try await withPlumbline("kiosk") { mock in
      try stream(from: mock)
      for (count, seen) in [(2, "data: 1\n\n\r\n9\r\ndata: 2\n\n\r\n"), (9, "data: 3\n\n\r\n")] {
        mock.removeFaults()
        try mock.inject(.breakOff(after: count))
        let connection = try await RawConnection.connect(port: mock.port)
        try await connection.send(Self.request)
        let text = String(decoding: try await connection.receiveUntilClose().bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Transfer-Encoding: chunked\r\n"))
        #expect(text.hasSuffix(seen), "\(text)")
      }
      #expect(mock.exchanges.map(\.fault) == ["break-off-2", "break-off-9"])
      #expect(mock.exchanges.map(\.status) == [nil, nil])
    }
  }

  @Test func `a stream comes at once and whole, or event by event at a pace`() async throws {
    for (pace, isChunked) in [(MockPace.immediate, false), (.recorded, false), (.every(.zero), true)] {
      try await withPlumbline("kiosk", pace: pace) { mock in
        try stream(from: mock)
        let response = try await Kiosk(mock).get("/papers/herald")
        #expect(response.text == Self.events)
        #expect((response["transfer-encoding"] == "chunked") == isChunked)
      }
    }
  }

  @Test func `what is no pace, or no number of events, is refused`() async throws {
    #expect(throws: MockError.self) { try MockedService.start("kiosk", pace: .every(.seconds(601))) }
    #expect(throws: MockError.self) { try MockedService.start("kiosk", pace: .every(.seconds(-1))) }
    #expect(throws: MockError.self) { try MockedService.start("kiosk", faults: [.breakOff(after: -1)]) }
  }
}
