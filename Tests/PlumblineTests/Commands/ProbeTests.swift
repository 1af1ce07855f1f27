import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import TestSupport
import Testing

struct ProbeTests {
  /// The mock as a server that lacks some of its routes and records its requests.
  private final class Server: Responder {
    private let session: MockSession
    private let missing: [String]
    private let seen = Mutex<[Request]>([])

    init(missing: [String] = []) throws {
      session = MockSession(library: try TrueLog.library.get())
      self.missing = missing
    }

    var requests: [Request] { seen.withLock { $0 } }

    func respond(to request: Request, completion: Completion) -> Reply {
      seen.withLock { $0.append(request) }
      var request = request
      // The mock itself responds to the missing route.
      if missing.contains(where: { "\(request.method) \(request.path)".contains($0) }) { request.target += "-gone" }
      return session.respond(to: request, completion: completion)
    }
  }

  /// A server that rejects every caller.
  private struct LockedServer: Responder {
    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 401, headers: ["Content-Type": "text/plain"], body: Body("Who are you?"))))
    }
  }

  private func probe(
    _ responder: any Responder, _ arguments: String..., environment: [String: String] = TrueLog.environment
  ) async throws -> Finished {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let url = try server.listen(responder: responder).baseURL
    let tool = RunningCommand(["probe", "truelog", "--server", url] + arguments, environment: environment)
    let run = await tool.end()
    await server.shutdown(grace: .zero)
    return run
  }

  @Test func `our own mock has every endpoint`() async throws {
    let run = try await probe(try Server(), "--report", "json")
    #expect(run.status == 0, "\(run)")
    let verdicts = Array(try #require(try run.json["verdicts"]).elements)
    #expect(verdicts.count == 37)
    let others = verdicts.filter { $0["verdict"]?.string != "exists" }.map(\.text)
    #expect(others.isEmpty)
    #expect(verdicts.first?["standing"]?.string == "unconfirmed")
    #expect(verdicts.allSatisfy { ($0["evidence"]?.count ?? 0) > 0 && $0["confidence"]?.string != nil })
  }

  @Test func `a missing endpoint is drift and exit 1`() async throws {
    let run = try await probe(try Server(missing: ["/checkout"]), "--only", "accessories.*")
    #expect(run.status == 1, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("✗ missing") && $0.contains("accessories.checkout") }, "\(run)")
    #expect(run.output.contains("endpoint.missing"))
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run)")
  }

  @Test func `a gate lets a missing endpoint pass`() async throws {
    let run = try await probe(
      try Server(missing: ["/checkout"]), "--only", "accessories.checkout", "--gate", "none")
    #expect(run.status == 0, "\(run)")
  }

  @Test func `without credentials the verdict says which are missing`() async throws {
    let run = try await probe(LockedServer(), "--only", "comments.delete", environment: [:])
    #expect(run.status == 0, "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("? blocked  comments.delete") }, "\(run)")
    #expect(run.output.contains("TRUELOG_API_KEY"), "\(run)")
  }

  @Test func `a dry run sends nothing and prints requests whole`() async throws {
    let server = try Server()
    let run = try await probe(server, "--dry-run", "--only", "comments.*")
    #expect(run.status == 0, "\(run)")
    #expect(server.requests.isEmpty)
    #expect(run.output.contains("OPTIONS /api/v2/tickets/1987654321/comments/1987654321"))
    #expect(run.output.contains("X-API-Key: •••"))
    #expect(!run.output.contains("demo-key"))
    #expect(
      run.output.contains(
        "Without --allow-writes, only OPTIONS, GET, HEAD and requests that the contract marks as safe are sent."))
    #expect(methods(in: run) == ["OPTIONS", "GET"])
  }

  @Test func `with --allow-writes a dry run prints every write, and why it is safe`() async throws {
    let server = try Server()
    let run = try await probe(server, "--dry-run", "--allow-writes")
    #expect(run.status == 0, "\(run)")
    #expect(server.requests.isEmpty)
    #expect(methods(in: run) == ["OPTIONS", "GET", "POST", "DELETE"])
    for line in [
      "  POST /api/v2/tickets/1987654321/assign", "  DELETE /api/v2/tickets/1987654321/comments/1987654321",
      "  If-Match: \"plumbline-probe\"", #"  {"plumbline-probe""#, "  POST /api/v2/customers",
      "  Content-Length: 64", #"  {"plumbline-probe" … ends here, 18 of 64 bytes"#,
      "With --allow-writes, a lenient server may act on a POST or DELETE and store something. No such request refers "
        + "to an existing item.",
    ] { #expect(run.lines.contains(line), "\(line)") }
  }

  /// Returns the methods of the requests that a dry run prints.
  private func methods(in run: Finished) -> Set<String> {
    Set(
      run.lines.filter { $0.hasPrefix("  ") && $0.contains(" /api/") && !$0.contains("#") }
        .compactMap { $0.split(separator: " ").first.map(String.init) })
  }

  @Test(arguments: [[], ["--allow-writes"]])
  func `a lenient server keeps what it has`(options: [String]) async throws {
    let items = ["tickets/5001", "tickets/5001/comments/1", "customers/7", "assets/311", "accessories/21"]
    let server = try LenientServer(items: items.map { "/api/v2/\($0)" } + ["/api/v1/users/1"])
    let tool = RunningCommand(
      ["probe", "truelog", "--server", server.url, "--gate", "none"] + options, environment: TrueLog.environment)
    let run = await tool.end()
    await server.stop()
    #expect(run.status == 0, "\(run)")
    #expect(server.requests.count > 40)
    // The contract marks this endpoint as safe.
    let others = server.changes.filter { $0 != .stored("/api/v2/reports/generate") }
    #expect(others.allSatisfy { if case .stored = $0 { !options.isEmpty } else { false } }, "\(server.changes)")
    #expect(!server.changes.contains(.stored("/api/v2/auth/login")))
    #expect(!server.changes.contains(.stored("/api/v2/customers")))
  }

  @Test(arguments: [[], ["--allow-writes"]])
  func `on production a dry run prints no write`(options: [String]) async throws {
    let tool = RunningCommand(["probe", "truelog", "--server", "production", "--dry-run"] + options)
    let run = await tool.end()
    #expect(run.status == 0)
    #expect(run.output.contains("and no writes, not even malformed ones"))
    #expect(methods(in: run) == ["OPTIONS", "GET"])
  }

  @Test func `a server that isn't there is exit 3`() async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let run = try await plumbline("probe", "truelog", "--server", port.url)
    #expect(run.status == 3)
    #expect(run.errors.contains("can't be reached"), "\(run)")
  }

  @Test(arguments: [
    (["probe"], "one service"), (["probe", "truelog"], "needs a server"),
    (["probe", "truelog", "--server", "tasting"], "did you mean testing?"),
    (["probe", "truelog", "--server", "testing", "--var", "ticket=1"], "did you mean"),
    (["probe", "truelog", "--server", "testing", "--only", "nothing.*"], "No endpoint matches"),
  ])
  func `wrong usage says what would be right`(words: [String], hint: String) async throws {
    let run = await (RunningCommand(words)).end()
    #expect(run.status == 2)
    #expect(run.errors.contains(hint), "\(run)")
  }
}
