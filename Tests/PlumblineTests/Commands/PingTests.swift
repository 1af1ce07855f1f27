import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `ping` with mocks, other servers and no server.
struct PingTests {
  /// A server that always sends the same response, or none.
  private struct Constant: Responder {
    let status: Int?

    func respond(to request: Request, completion: Completion) -> Reply {
      guard let status else { return .later }
      return .now(
        OutgoingResponse(Response(status: status, headers: ["Content-Type": "text/plain"], body: Body("pong"))))
    }
  }

  private func ping(status: Int?, _ more: String...) async throws -> Finished {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: Constant(status: status))
    let run: Result<Finished, any Error>
    do { run = .success(try await plumbline(arguments: ["ping", listener.baseURL] + more)) } catch {
      run = .failure(error)
    }
    await server.shutdown(grace: .zero)
    return try run.get()
  }

  @Test func `a served mock says what it is`() async throws {
    let tool = RunningCommand(["serve", "truelog", "--port", "0"])
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"), "\(tool.errorText)")
    let run = try await plumbline("ping", "http://127.0.0.1:\(port)")
    #expect(run.status == 0, "\(run)")
    #expect(
      run.output == "http://127.0.0.1:\(port) responds: TrueLog Inventory API, by plumbline \(Toolkit.version)\n")
    #expect(run.errors.isEmpty)
    let quiet = try await plumbline("ping", "http://127.0.0.1:\(port)/", "--quiet")
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
  }

  @Test(arguments: [200, 401, 404, 500])
  func `any other server answers, whatever it says`(status: Int) async throws {
    let run = try await ping(status: status)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasSuffix(" responds: \(status)\n"), "\(run)")
  }

  /// A server with a single path.
  private struct OnePath: Responder {
    let path: String

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: request.target == path ? 204 : 404)))
    }
  }

  @Test(arguments: [("", "/"), ("/", "/"), ("/api/v2", "/api/v2"), ("/api/v2/", "/api/v2")])
  func `the status is that of the URL`(given: String, asked: String) async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: OnePath(path: asked))
    let run = try? await plumbline("ping", listener.baseURL + given)
    await server.shutdown(grace: .zero)
    #expect(run?.output.hasSuffix(" responds: 204\n") == true, "\(String(describing: run))")
  }

  @Test(arguments: [502, 503, 504])
  func `a gateway before a server that isn't there is no answer of it`(status: Int) async throws {
    let run = try await ping(status: status)
    #expect(run.status == 3, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("the server is unavailable: \(status) "), "\(run)")
  }

  @Test func `without a listener the status is 3, with a message`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let run = try await plumbline("ping", port.url, "--quiet")
    #expect(run.status == 3, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("plumbline: \(port.url) can't be reached: "), "\(run)")
    #expect(run.errors.contains("(failed step: connect)"), "\(run)")
  }

  @Test func `a server that stays silent is 3 after the time that it was given`() async throws {
    let run = try await ping(status: nil, "--timeout", "0.05")
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("(failed step: timeout)"), "\(run)")
  }

  @Test func `the help names the default URL`() async throws {
    let run = try await plumbline("ping", "--help")
    #expect(run.output.contains("Exit status: 0 the server responded, with any status of its own; "), "\(run)")
    #expect(run.output.contains("URL defaults to http://127.0.0.1:8080"), "\(run)")
  }

  // On Apple platforms, the keychain decides which certificates are trusted.
  #if os(Linux)
    @Test func `a certificate that no machine trusts is trusted where the user says so`() async throws {
      _ = try await TLSServer.run { server in
        let refused = try await plumbline("ping", server.url, "--timeout", "30")
        #expect(refused.status == 3 && refused.errors.contains("failed step: TLS"), "\(refused)")
        #expect(refused.errors.contains("--ca FILE, or SSL_CERT_FILE"), "\(refused)")
        let named = try await plumbline("ping", server.url, "--timeout", "30", "--ca", TLSServer.certificate)
        #expect(named.status == 0 && named.output.contains("responds: 200"), "\(named)")
        let environment = ["SSL_CERT_FILE": TLSServer.certificate]
        let told = try await plumbline("ping", server.url, "--timeout", "30", environment: environment)
        #expect(told.status == 0, "\(told)")
      }
      let wrong = try await plumbline("ping", "https://127.0.0.1:1", "--ca", "none.pem")
      #expect(wrong.status == 2 && wrong.errors.contains("none.pem can't be read"), "\(wrong)")
      let local = try await plumbline("verify", "truelog", "--ca", TLSServer.certificate)
      #expect(local.status == 2 && local.errors.contains("--ca applies only to real servers"), "\(local)")
    }
  #endif
}
