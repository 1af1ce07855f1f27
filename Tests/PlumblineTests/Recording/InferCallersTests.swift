import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// A capture with several callers, each of which becomes a persona with recordings of its own.
struct InferCallersTests {
  private func entry(_ authorization: String, _ path: String, _ status: Int, _ body: String) -> String {
    #"""
    { "request": { "method": "GET", "url": "https://api.example.com\#(path)",
        "headers": [{ "name": "authorization", "value": "\#(authorization)" }] },
      "response": { "status": \#(status), "headers": [{ "name": "content-type", "value": "application/json" }],
        "content": { "mimeType": "application/json", "text": \#(JSON(body)) } } }
    """#
  }

  private func inferred(_ entries: [String]) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "log": { "entries": [\#(entries.joined(separator: ","))] } }"#, to: "session.har")
    let run = try await plumbline("infer", "shop", "session.har", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let lint = try await plumbline("lint", folder: folder.path)
    #expect(lint.status == 0 && !lint.output.contains("warning"), "\(lint)")
    let check = try await plumbline("check", "session.har", folder: folder.path)
    #expect(check.status == 0, "\(check)")
    return folder
  }

  @Test func `each caller's response to a request is replayed to that caller`() async throws {
    let folder = try await inferred([
      entry("Basic YWxpY2U6c2VjcmV0", "/me", 200, #"{ "name": "alice" }"#),
      entry("Basic Ym9iOnNlY3JldA==", "/me", 200, #"{ "name": "bob" }"#),
      entry("Basic Ym9iOnNlY3JldA==", "/admin", 403, #"{ "error": "NO" }"#),
      entry("Basic YWxpY2U6c2VjcmV0", "/admin", 200, #"{ "n": 1 }"#),
    ])
    let contract = try JSON.parse(Array(try folder.text(of: "Contracts/shop/contract.json").utf8))
    #expect(contract["personas"]?.members.keys == ["caller", "caller2"])
    let tool = RunningCommand(["serve", "shop", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let place = await tool.line(beginning: "shop: http://127.0.0.1:")
    let client = try await RawConnection.connect(port: try #require(place.flatMap { Int($0) }, "\(tool.text)"))
    func ask(_ path: String, _ credentials: String) async throws -> RawResponse {
      let text = Data(credentials.utf8).base64EncodedString()
      return try await client.exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Basic \(text)\r\n\r\n")
    }
    #expect(try await ask("/me", "caller:demo").text.contains("alice"))
    #expect(try await ask("/me", "caller2:demo").text.contains("bob"))
    #expect(try await ask("/admin", "caller:demo").status == 200)
    #expect(try await ask("/admin", "caller2:demo").status == 403)
    #expect(try await ask("/me", "alice:secret").status == 401)
  }

  @Test func `one caller, or a new token for each request, is one persona`() async throws {
    for tokens in [["Bearer aaaa-1111"], (1...30).map { "Bearer tok-\($0)-xyz" }] {
      let folder = try await inferred(tokens.map { entry($0, "/me", 200, #"{ "name": "alice" }"#) })
      let contract = try JSON.parse(Array(try folder.text(of: "Contracts/shop/contract.json").utf8))
      #expect(contract["personas"]?.members.keys == ["caller"])
    }
  }
}
