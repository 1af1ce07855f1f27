import PlumblineHTTPServer
import TestSupport
import Testing

/// The public raw-byte suites, run over real sockets against the echo server.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct RawSuiteTests {
  @Test func `every case is answered or refused as its suite says`() async throws {
    try await withServer(EchoResponder()) { port in
      for rawCase in RawCase.load("llhttp") + RawCase.load("picohttpparser") {
        let connection = try await RawConnection.connect(port: port)
        try await connection.send(rawCase.bytes)
        connection.finishSending()
        var (bytes, _) = try await connection.receiveUntilClose()
        var statuses: [Int] = []
        while let response = RawResponse.take(from: &bytes) { statuses.append(response.status) }
        switch rawCase.verdict {
        case .refuse, .wait: break
        case .answer: #expect(!statuses.isEmpty, "\(rawCase)")
        }
        let malformed = statuses.contains { [400, 413, 414, 431, 505].contains($0) }
        if rawCase.verdict != .refuse { #expect(!malformed, "\(rawCase): \(statuses)") }
        // A request with an old version gets a response, and then the connection is closed, so the rest of the input is
        // ignored.
        let isOld = String(decoding: rawCase.bytes, as: UTF8.self).contains(" HTTP/1.0\r\n")
        let closes = String(decoding: rawCase.bytes, as: UTF8.self).contains("Connection: close")
        if rawCase.verdict == .refuse, !isOld, !closes {
          #expect(statuses.last ?? 400 >= 400, "\(rawCase): \(statuses)")
        }
      }
    }
  }
}
