import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

@testable import PlumblineProxying

/// HTTPS connections to servers whose certificate only a specified authority has signed.
@Suite struct TrustedAuthoritiesTests {
  private func exchange(
    _ request: Request, at url: String, trusting file: String?, limits: HTTPLimits = HTTPLimits()
  ) async throws -> Exchange {
    let authorities = try file.map { file throws(TrustedAuthorities.Unreadable) in try TrustedAuthorities(file: file) }
    let client = try UpstreamClient(limits: limits, trusting: authorities)
    let exchange = await client.exchange(request, with: try BaseURL(parsing: url), deadline: .seconds(60))
    await client.shutdown()
    return exchange
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `a server that a named authority vouches for is asked as any other`() async throws {
    _ = try await TLSServer.run { server in
      let read = try await exchange(
        Request(method: .get, target: "/a%2Fb?c=1"), at: server.url, trusting: TLSServer.certificate)
      let body = String(decoding: read.response?.body.bytes ?? [], as: UTF8.self)
      #expect(read.response?.status == 200, "\(read.outcome)")
      #expect(body.contains("GET /a%2Fb?c=1 HTTP/1.1") && body.contains("\"127.0.0.1:\(server.port)\""), "\(body)")
      let written = try await exchange(
        Request(method: .post, target: "/", body: Body(String(repeating: "y", count: 100_000))), at: server.url,
        trusting: TLSServer.certificate)
      #expect(written.response?.status == 201, "\(written.outcome)")
      #expect((written.response?.body.bytes ?? []).count > 100_000)
      let large = try await exchange(
        Request(method: .get, target: "/large"), at: server.url, trusting: TLSServer.certificate)
      #expect(large.response?.body.bytes?.count == 1_000_000)
      let named = try await exchange(
        Request(method: .get, target: "/"), at: "https://localhost:\(server.port)", trusting: TLSServer.certificate)
      #expect(named.response?.status == 200, "\(named.outcome)")
    }
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `an untrusted server isn't asked, and the message says what would help`() async throws {
    let other = try TemporaryFolder()
    let bundle = "/etc/ssl/certs/ca-certificates.crt"
    _ = try await TLSServer.run { server in
      for file in [nil, FileManager.default.fileExists(atPath: bundle) ? bundle : nil] {
        let failure = try await exchange(Request(method: .get, target: "/"), at: server.url, trusting: file).failure
        #expect(failure?.kind == .tls, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("--ca FILE, or SSL_CERT_FILE") == true, "\(failure?.message ?? "")")
      }
      // The certificate is valid only for other names.
      let failure = try await exchange(
        Request(method: .get, target: "/"), at: "https://127.0.0.2:\(server.port)", trusting: TLSServer.certificate
      ).failure
      #expect([.tls, .connectionRefused].contains(failure?.kind))
    }
    try other.write("nothing", to: "empty.pem")
    #expect(throws: TrustedAuthorities.Unreadable.self) { try TrustedAuthorities(file: other.path + "/empty.pem") }
    #expect(throws: TrustedAuthorities.Unreadable.self) { try TrustedAuthorities(file: other.path + "/none.pem") }
  }

  @Test(.enabled(if: TrustedAuthorities.areSupported))
  func `an answer that breaks off, or is too large, is a failure`() async throws {
    _ = try await TLSServer.run { server in
      let cut = try await exchange(
        Request(method: .post, target: "/cut"), at: server.url, trusting: TLSServer.certificate)
      #expect(cut.failure != nil, "\(cut.outcome)")
      var limits = HTTPLimits()
      limits.body = 1000
      let large = try await exchange(
        Request(method: .get, target: "/large"), at: server.url, trusting: TLSServer.certificate, limits: limits)
      #expect(large.failure?.kind == .tooLarge, "\(large.outcome)")
    }
  }

  @Test func `the environment names an authority, but for what is trusted anyway`() throws {
    let certificate = TLSServer.certificate
    let found = TrustedAuthorities(environment: ["SSL_CERT_FILE": certificate])
    #expect(found?.file == (TrustedAuthorities.areSupported ? certificate : nil))
    for file in ["", "/etc/ssl/certs/ca-certificates.crt", "/no/such/file.pem"] {
      #expect(TrustedAuthorities(environment: ["SSL_CERT_FILE": file]) == nil)
    }
    #expect(TrustedAuthorities(environment: [:]) == nil)
  }
}
