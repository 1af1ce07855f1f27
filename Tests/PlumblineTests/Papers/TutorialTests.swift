import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

/// The lines with which README.md creates a package, executed unchanged.
@Suite struct TutorialTests {
  /// The calls of `plumbline init`, without the accompanying text.
  private static let lines = Result {
    try Paper("README.md").blocks.filter { $0.heading == "Your own API in ten minutes" }.flatMap(\.lines)
      .filter { $0.hasPrefix("plumbline init ") }
      .map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a package is begun from nothing, a document, traffic and a server`() throws {
    let lines = try Self.lines.get()
    #expect(lines.contains("plumbline init shop"))
    for way in ["--from openapi", "--from har", "--url"] { #expect(lines.contains { $0.contains(way) }, "\(way)") }
  }

  @Test(arguments: (try? lines.get()) ?? [])
  func `what is begun verifies without a client`(line: String) async throws {
    let folder = try TemporaryFolder()
    for (kind, file) in [("openapi", "openapi.yaml"), ("har", "session.har")] {
      let export = try await plumbline("export", kind, "truelog", "--output", "\(folder.path)/\(file)")
      #expect(export.status == 0, "\(export)")
    }
    let json = try await plumbline("export", "openapi", "truelog", "--output", "\(folder.path)/openapi.json")
    #expect(json.status == 0, "\(json)")
    let server = try HTTPServer()
    let port = try server.listen(responder: DocumentedServer(document: folder.text(of: "openapi.json"))).port
    let words = line.replacing("http://127.0.0.1:8000", with: "http://127.0.0.1:\(port)").split(separator: " ")
    let begun = try await plumbline(arguments: words.dropFirst().map(String.init), folder: folder.path)
    #expect(begun.status == 0 && begun.output.contains("Next: cd shop && swift run shop-plumbline verify"), "\(begun)")
    let verified = try await plumbline("verify", "--direct", folder: folder.path + "/shop")
    #expect(verified.status == 0 && verified.output.contains("no drift"), "\(line)\n\(verified)")
    await server.shutdown(grace: .zero)
  }

  /// A server that publishes its document, as frameworks do.
  private struct DocumentedServer: Responder {
    let document: String

    func respond(to request: Request, completion: Completion) -> Reply {
      let isDocument = request.target == "/openapi.json"
      return .now(OutgoingResponse(Response(status: isDocument ? 200 : 404, body: Body(isDocument ? document : ""))))
    }
  }

  @Test func `what record saw of a server becomes a package in the same folder`() async throws {
    let lines = try Paper("README.md").blocks.flatMap(\.lines)
    let record = try #require(lines.first { $0.hasPrefix("plumbline record shop --upstream http://127.0.0.1:8000") })
    let ways = try #require(lines.first { $0.hasPrefix("plumbline infer shop && ") })
    let folder = try TemporaryFolder()
    let server = RunningCommand(["serve", "truelog", "--port", "0"])
    defer { server.kill() }
    let port = try #require(await server.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let words = record.prefix { $0 != "#" }.replacing("8000", with: port).split(separator: " ").map(String.init)
    let recorder = RunningCommand(words.dropFirst() + ["--port", "0"], folder: folder.path)
    defer { recorder.kill() }
    let own = try #require(await recorder.line(beginning: "shop: http://127.0.0.1:").flatMap { Int($0) })
    _ = await recorder.line(beginning: "Press Ctrl-C")
    let connection = try await RawConnection.connect(port: own)
    let credentials = "X-API-Key: demo-key\r\nAuthorization: Bearer agent-token\r\n"
    let answer = try await connection.exchange(
      "GET /api/v2/accessories HTTP/1.1\r\nHost: localhost\r\n\(credentials)\r\n")
    #expect(answer.status == 200)
    recorder.send(SIGINT)
    let recorded = await recorder.end()
    #expect(recorded.status == 0, "\(recorded)")
    for way in ways.prefix(while: { $0 != "#" }).split(separator: "&&") {
      let run = try await plumbline(
        arguments: way.split(separator: " ").dropFirst().map(String.init), folder: folder.path)
      #expect(run.status == 0, "\(run)")
    }
    let verified = try await plumbline("verify", "--direct", folder: folder.path)
    #expect(verified.status == 0 && verified.output.contains("no drift"), "\(verified)")
    #expect(folder.has("Package.swift"))
  }

  @Test func `obstacles are reported as in the table`() async throws {
    let empty = try TemporaryFolder()
    let begun = try await plumbline("init", "shop", folder: empty.path)
    #expect(begun.status == 0, "\(begun)")
    let repository = try await GitFolder()
    let committed = try await repository.plumbline("init", "shop")
    #expect(committed.status == 0, "\(committed)")
    try await repository.commit()
    let tool = RunningCommand(["serve", "photoscout", "--port", "0"])
    defer { tool.kill() }
    let taken = try #require(await tool.line(beginning: "PhotoScout: http://127.0.0.1:"))
    let nobody = try LoopbackPort.bound()
    defer { nobody.close() }
    let runs = [
      try await plumbline("verify", folder: empty.path),
      try await plumbline("verify", folder: empty.path + "/shop"),
      try await plumbline("serve", "photoscout", "--port", taken),
      try await plumbline("verify", "photoscout", "--server", nobody.url),
      try await repository.plumbline("diff", "origin/main", in: "/shop"),
      try await plumbline("diff", "origin/main", folder: empty.path + "/shop"),
    ]
    let said = runs.map(\.errors).joined().replacing("Port \(taken) ", with: "Port 8080 ")
    let lines = try Paper("README.md").lines
    let rows = lines.drop { $0 != "## Troubleshooting" }.prefix { $0 != "## Compared with other tools" }
    let messages = rows.compactMap { $0.firstMatch(of: /^\| (?:exit 3, )?`([^`]+ [^`]+)`/)?.output.1 }
    #expect(messages.count == runs.count, "\(messages)")
    for message in messages { #expect(said.contains(message), "Nobody says \(message)\n\(said)") }
    #expect(runs.map(\.status) == [2, 2, 2, 3, 2, 2])
  }
}
