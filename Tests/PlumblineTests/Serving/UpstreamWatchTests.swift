import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization
import TestSupport
import Testing

@testable import PlumblineCommands

/// A real server's responses behind `plumbline serve --upstream`, which are checked as they arrive and reported while
/// the server is running.
@Suite struct UpstreamWatchTests {
  private static let credentials = "X-API-Key: live-key-4711\r\nAuthorization: Bearer live-session-0815\r\n"
  private static let wrong: @Sendable (Response) -> Response = { response in
    response.editing { $0.replacing("/data/id", with: "5001") }
  }

  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(Self.credentials)\r\n" }

  /// Serves in front of a server while requests are sent, ends with a SIGINT, and returns the tool's output.
  private func serve(
    _ url: String, _ options: [String], in folder: TemporaryFolder? = nil,
    _ requests: (RawConnection) async throws -> Void
  ) async throws -> Finished {
    let tool = RunningCommand(
      ["serve", "truelog", "--port", "0", "--upstream", url, "--contracts", Suite.contracts.path] + options,
      environment: ["TRUELOG_API_KEY": "live-key-4711"], folder: folder?.path ?? repositoryRoot.path)
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) })
    _ = await tool.line(beginning: "Press Ctrl-C")
    try await requests(try await RawConnection.connect(port: port))
    tool.send(SIGINT)
    return await tool.end()
  }

  @Test func `drift of a real server is shown live, reported at the end and decides the exit status`() async throws {
    let folder = try TemporaryFolder()
    let run = try await LiveServer.serving(edit: Self.wrong) { url in
      try await serve(url, ["--report", "json=report.json"], in: folder) { connection in
        for _ in 0..<3 {
          let answer = try await connection.exchange(get("/api/v2/tickets/5001"))
          #expect(answer.status == 200)
        }
      }
    }
    #expect(run.status == 1, "\(run)")
    let lines = run.errors.split(separator: "\n")
    #expect(
      lines.filter { $0.contains("response.field.number-as-string") }.count == 1, "each kind is told once: \(run)")
    #expect(lines.contains("GET /api/v2/tickets/5001"))
    let report = try JSON.parse(Array(try folder.text(of: "report.json").utf8))
    #expect(report["command"]?.string == "serve")
    #expect(report["summary"]?["exchanges"]?.int == 3)
    let drift = report["drift"]?.elements.first { $0["rule"]?.string == "response.field.number-as-string" }
    #expect(drift?["count"]?.int == 3)
    #expect(drift?["endpoint"]?.string == "tickets.get")
    for secret in LiveServer.secrets {
      #expect(!run.errors.contains(secret))
      #expect(!run.output.contains(secret))
    }
  }

  @Test func `a gate above the drift lets it pass`() async throws {
    let run = try await LiveServer.serving(edit: Self.wrong) { url in
      try await serve(url, ["--gate", "none"]) { _ = try await $0.exchange(get("/api/v2/tickets/5001")) }
    }
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("response.field.number-as-string"))
  }

  @Test func `where nothing was asked nothing is said; with a report it is no success`() async throws {
    try await LiveServer.serving { url in
      let silent = try await serve(url, []) { _ in }
      #expect(silent.status == 0 && silent.errors.isEmpty, "\(silent)")
      let folder = try TemporaryFolder()
      let empty = try await serve(url, ["--report", "json=report.json"], in: folder) { _ in }
      #expect(empty.status == 2 && empty.errors.contains("no requests were forwarded"), "\(empty)")
    }
  }

  @Test func `the report is there at a tick, before the end`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/report.json"
    let common = try CommonOptions(
      Arguments(
        ["--quiet", "--report", "json=\(path)", "--contracts", Suite.contracts.path],
        options: CommonOptions.specifications))
    let service = try #require(try LoadedServices(["truelog"], common: common, isServing: true).services.first)
    let surroundings = Surroundings(
      suites: [], console: Console(environment: [:]), environment: [:],
      signals: StopSignals(streams: { _ in AsyncStream { $0.finish() } }, end: { _ in }), began: 0)
    let watch = UpstreamWatch(service, at: try BaseURL(parsing: "http://127.0.0.1:9"), common, surroundings)
    let request = Request(method: .get, target: "/no/such/path")
    watch.take(Exchange(request: request, response: Response(status: 299)))
    await watch.finish()
    // The next tick is requested once the previous report has been written.
    let seen = Mutex<[Int?]>([])
    await watch.report(
      at: AsyncStream {
        let report = FileManager.default.contents(atPath: path).flatMap { try? JSON.parse(Array($0)) }
        return seen.withLock { seen in
          seen.append(report?["summary"]?["exchanges"]?.int)
          return seen.count < 3 ? () : nil
        }
      })
    #expect(seen.withLock { $0 } == [nil, 1, 1])
  }
}
