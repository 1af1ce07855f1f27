import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// The commands `verify` and `probe` with servers that are unreachable or too slow.
@Suite(.serialized) struct OutageCommandTests {
  private func finished(_ command: String, _ url: String, _ more: String...) async throws -> Finished {
    let only = command == "verify" ? "users.list: lists users" : "users.list"
    let tool = try RunningTool(
      [command, "truelog", "--server", url, "--only", only, "--retries", "0"] + more, environment: TrueLog.environment)
    defer { tool.kill() }
    return await tool.end()
  }

  @Test(arguments: ["verify", "probe"])
  func `a closed port fails at the connection`(command: String) async throws {
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let run = try await finished(command, port.url)
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("refused the connection. (failed step: connect)"), "\(run)")
  }

  @Test(arguments: ["verify", "probe"])
  func `an unknown host name fails at the name`(command: String) async throws {
    let run = try await finished(command, "http://truelog.invalid")
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("(failed step: name)"), "\(run)")
  }

  @Test(arguments: ["verify", "probe"])
  func `plain HTTP where HTTPS was asked for fails at TLS`(command: String) async throws {
    let run = try await UnrulyServer().serving { url in
      try await finished(command, url.replacing("http://", with: "https://"))
    }
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("(failed step: TLS)"), "\(run)")
  }

  @Test(arguments: [("verify", "2"), ("probe", "0.2")])
  func `a server that never answers fails at the timeout`(command: String, seconds: String) async throws {
    let server = try UnrulyServer { _, _ in .silence }
    let run = try await server.serving { try await finished(command, $0, "--timeout", seconds) }
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("(failed step: timeout)"), "\(run)")
  }

  @Test func `a server that isn't there takes nothing from what another one showed`() async throws {
    struct Notes: Responder {
      func respond(to request: Request, completion: Completion) -> Reply {
        .now(
          OutgoingResponse(
            Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(#"{"id":1}"#))))
      }
    }
    let folder = try TemporaryFolder()
    let closed = try LoopbackPort.bound()
    defer { closed.close() }
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let open = try server.listen(responder: Notes()).baseURL
    for (service, url) in [("absent", closed.url), ("present", open), ("zapped", closed.url)] {
      try folder.write(.notes(service, server: url))
    }
    let run = try await plumbline(
      "verify", "--direct", "--server", "testing", "--retries", "0", "--report", "json", folder: folder.path)
    await server.shutdown(grace: .zero)
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("\(closed.url) can't be reached"), "\(run)")
    let calls = Array(try #require(try run.json["calls"]).elements)
    #expect(calls.map { $0["service"]?.string } == ["present"])
    #expect(calls.first?["outcome"]?.string == "passed")
    #expect(try run.json["failure"]?.string?.contains("(failed step: connect)") == true)
    #expect(try run.json["exit"]?.int == 3)
  }

  @Test func `a failed connection is retried, and that is reported`() async throws {
    let server = try UnrulyServer { _, count in
      count == 0 ? .answer(OutgoingResponse(Response(status: 200), delivery: Delivery(reset: true))) : .ordinary
    }
    let run = try await server.serving { url in
      try await plumbline(
        "verify", "truelog", "--server", url, "--only", "users.list: lists users", environment: TrueLog.environment)
    }
    #expect(run.status == 0, "\(run)")
    #expect(run.errors == "plumbline: 1 request was sent again, because the connection failed.\n", "\(run)")
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["verify", "probe"])
  func `an answer of unknown length that breaks off is asked for again`(command: String) async throws {
    let server = try UnrulyServer { _, count in
      guard count == 0 else { return .ordinary }
      let pipe = BodyPipe(length: nil, resume: {})
      pipe.push(Array(#"{ "half": "#.utf8))
      pipe.finish(.failed(TransportFailure(kind: .connectionClosed, message: "It breaks off.")))
      return .answer(
        OutgoingResponse(Response(status: 200, headers: ["Content-Type": "application/json"], body: .stream(pipe))))
    }
    let only = command == "verify" ? "users.list: lists users" : "users.list"
    let run = try await server.serving { url in
      try await plumbline(command, "truelog", "--server", url, "--only", only, environment: TrueLog.environment)
    }
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.contains("sent again, because the connection failed."), "\(run)")
  }

  @Test(arguments: [
    ("verify", SIGINT, 130), ("verify", SIGTERM, 143), ("verify", SIGHUP, 129), ("probe", SIGINT, 130),
  ])
  func `a signal ends the run, and the report is written`(command: String, signal: Int32, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let server = try UnrulyServer { _, count in count < 6 ? .ordinary : .silence }
    let run = try await server.serving { url in
      let tool = try RunningTool(
        [command, "truelog", "--server", url, "--report", "json=\(folder.path)/report.json"],
        environment: TrueLog.environment)
      defer { tool.kill() }
      // The task isn't awaited, because the test must not hang if the tool ends early.
      Task {
        await server.requests(7)
        tool.send(signal)
      }
      return await tool.end()
    }
    let name = try #require([SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"][signal])
    #expect(run.status == status, "\(run)")
    #expect(run.errors.contains("plumbline: the run was cut short by \(name)"), "\(run)")
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["exit"]?.int == Int(status))
    #expect(report["failure"]?.string?.contains("cut short by \(name)") == true)
    if command == "verify" {
      let calls = Array(try #require(report["calls"]).elements)
      #expect(calls.contains { $0["outcome"]?.string == "passed" })
      #expect(calls.contains { $0["reason"]?.string == "the run was cut short by \(name)" })
    } else {
      #expect((report["verdicts"]?.count ?? 0) < 37)
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal after a write still cleans up`(signal: Int32, status: Int32) async throws {
    let server = try UnrulyServer()
    let before = try server.contents()
    let run = try await server.serving { url in
      let tool = try RunningTool(
        ["verify", "truelog", "--server", url, "--allow-writes", "--only", "accessories.*", "--rate", "20/s"],
        environment: TrueLog.environment)
      defer { tool.kill() }
      Task {
        await server.request { $0.method == .post && $0.path == "/api/v2/accessories" }
        tool.send(signal)
      }
      return await tool.end()
    }
    #expect(run.status == status, "\(run)")
    #expect(try server.contents() == before)
  }
}
