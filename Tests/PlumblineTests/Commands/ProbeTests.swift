import Foundation
import HTTPMessages
import HTTPServer
import JSONTree
import MockEngine
import Synchronization
import TestSupport
import Testing

struct ProbeTests {
  /// The mock as a server, without some of its routes, which remembers what it was asked.
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
      // The mock says for itself how it has no such route.
      if missing.contains(where: { "\(request.method) \(request.path)".contains($0) }) { request.target += "-gone" }
      return session.respond(to: request, completion: completion)
    }
  }

  /// Lets nobody in.
  private struct LockedServer: Responder {
    func respond(to request: Request, completion: Completion) -> Reply {
      .now(Answer(Response(status: 401, headers: ["Content-Type": "text/plain"], body: Body("Who are you?"))))
    }
  }

  private func probe(
    _ responder: any Responder, _ arguments: String..., environment: [String: String] = TrueLog.environment
  ) async throws -> Finished {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let url = try server.listen(responder: responder).baseURL
    let tool = try RunningTool(["probe", "truelog", "--server", url] + arguments, environment: environment)
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
    #expect(run.output.contains("PUT /api/v2/tickets/1987654321/comments/1987654321"))
    #expect(run.output.contains("X-API-Key: •••"))
    #expect(!run.output.contains("demo-key"))
    #expect(run.output.contains(#"{"plumbline-probe""#))
    #expect(run.output.contains("If-Match"))
  }

  @Test func `on production a dry run prints no write`() async throws {
    let run = try await plumbline("probe", "truelog", "--server", "production", "--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains("not even a malformed write"))
    let methods = Set(
      run.lines.filter { $0.hasPrefix("  ") && $0.contains(" /api/") && !$0.contains("#") }
        .compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(methods == ["OPTIONS", "GET"])
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
    (["probe", "truelog", "--server", "testing", "--only", "nothing.*"], "No endpoint fits"),
  ])
  func `wrong usage says what would be right`(words: [String], hint: String) async throws {
    let run = await (try RunningTool(words)).end()
    #expect(run.status == 2)
    #expect(run.errors.contains(hint), "\(run)")
  }
}
