import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import TestSupport
import Testing

/// A command in front of a server that sends a single event stream, and a client that follows it.
enum StreamSession {
  /// A server that responds with a single stream, whose events a test supplies.
  private struct Server: Responder {
    let pipe: BodyPipe

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(pipe))))
    }
  }

  /// Runs the command while a client follows `GET /events`, and returns the tool's output.
  ///
  /// - Parameters:
  ///   - words: The command's own arguments, to which its upstream and its port are added.
  ///   - contract: The contract of the service `desk`.
  static func run(
    _ words: [String], _ contract: String, in folder: TemporaryFolder,
    _ follow: (_ client: RawConnection, _ pipe: BodyPipe) async throws -> Void
  ) async throws -> Finished {
    try folder.write(contract, to: "Contracts/desk/contract.json")
    let pipe = BodyPipe(length: nil, resume: {})
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: Server(pipe: pipe))
    let result: Result<Finished, any Error>
    do {
      let tool = RunningCommand(
        words + ["--upstream", listener.baseURL, "--port", "0", "--gate", "none"], folder: folder.path)
      defer { tool.kill() }
      let port = try #require(
        await tool.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Press Ctrl-C")
      let client = try await RawConnection.connect(port: port)
      try await client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      try await follow(client, pipe)
      // The second signal ends streams that are still open.
      tool.send(SIGINT)
      tool.send(SIGINT)
      result = .success(await tool.end())
    } catch {
      result = .failure(error)
    }
    await server.shutdown(grace: .zero)
    return try result.get()
  }
}
