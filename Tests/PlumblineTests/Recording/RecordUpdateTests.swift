import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import Synchronization
import TestSupport
import Testing

/// Repeated sessions of `plumbline record` with a server that changes. New responses are added, and repeated ones don't
/// accumulate.
@Suite struct RecordUpdateTests {
  private static let contract = #"""
    { "plumbline": 1, "service": "desk", "title": "Desk", "envelope": null,
      "failures": { "missing": { "status": 404, "body": { "type": "object" } } },
      "endpoints": {
        "notes.get": { "summary": "Reads", "request": "GET /notes/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["missing"],
          "success": { "200": { "body": { "type": "object", "properties": {
            "id": { "type": "integer" }, "author": { "type": ["string", "null"] }, "tag": { "type": "string" },
            "due": { "type": "string" },
            "state": { "enum": ["open", "archived"] } } } } } },
        "files.upload": { "summary": "Uploads", "request": "POST /files", "source": "Handbook", "safe": true,
          "success": { "200": { "body": { "type": "object" } } } } } }
    """#

  /// A server that sends the configured responses, and a 404 for all other requests.
  private final class Server: Responder {
    private let answers = Mutex<[String: Response]>([:])
    private let sizes = Mutex<[Int]>([])

    /// The sizes in bytes of the bodies that arrived.
    var received: [Int] { sizes.withLock { $0 } }

    func set(_ path: String, _ body: String, status: Int = 200, headers: HeaderFields = [:]) {
      var response = Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body))
      for (name, value) in headers { response.headers.append(name: name, value: value) }
      answers.withLock { $0[path] = response }
    }

    func respond(to request: Request, completion: Completion) -> Reply {
      sizes.withLock { $0.append(request.body.length ?? -1) }
      let missing = Response(
        status: 404, headers: ["Content-Type": "application/json"], body: Body(#"{ "error": "missing" }"#))
      return .now(OutgoingResponse(answers.withLock { $0[request.path] } ?? missing))
    }
  }

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/desk/contract.json")
    return folder
  }

  private func serving<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Server, String) async throws -> Value
  ) async throws -> Value {
    let live = Server()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: live)
    let result: Result<Value, any Error>
    do { result = .success(try await body(live, listener.baseURL)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  /// Records while requests are sent, and returns the tool's output.
  private func record(
    _ url: String, in folder: TemporaryFolder, _ options: [String] = [], _ requests: [String],
    endedBy signal: Int32 = SIGINT
  ) async throws -> Finished {
    try await record(url, in: folder, options, requests: requests.map { Array($0.utf8) }, endedBy: signal)
  }

  private func record(
    _ url: String, in folder: TemporaryFolder, _ options: [String] = [], requests: [[UInt8]],
    endedBy signal: Int32 = SIGINT
  ) async throws -> Finished {
    // Only a process can be killed, so this isn't a command within the test process.
    let tool = try RunningTool(
      ["record", "desk", "--upstream", url, "--port", "0", "--gate", "none"] + options, folder: folder.path)
    defer { tool.kill() }
    let port = try #require(
      await tool.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
    _ = await tool.line(beginning: "Press Ctrl-C")
    let connection = try await RawConnection.connect(port: port)
    for request in requests {
      try await connection.send(request)
      _ = try await connection.receive(responses: 1)
    }
    tool.send(signal)
    return await tool.end()
  }

  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

  /// Returns the files in a folder by their relative paths.
  private func files(_ folder: TemporaryFolder, _ name: String = "Recordings/desk") -> [String] {
    let found = FileManager.default.enumerator(atPath: "\(folder.path)/\(name)")?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".json") }.sorted()
  }

  @Test func `the same again makes nothing, and each new thing a recording that is called by it`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      let note = #"{ "id": 7, "author": "ada", "tag": "x", "state": "open" }"#
      server.set("/notes/7", note)
      server.set("/notes/8", note.replacing("7", with: "8"))
      let first = try await record(url, in: folder, ["--one-per-answer"], [get("/notes/7"), get("/notes/8")])
      #expect(files(folder) == ["notes.get/success.json"], "\(first)")
      #expect(first.lines.contains("    new: status 200"), "\(first)")
      #expect(
        first.lines.contains("  like      notes.get/success, with other values; --refresh writes them"), "\(first)")
      let text = try folder.text(of: "Recordings/desk/notes.get/success.json")

      let again = try await record(url, in: folder, ["--one-per-answer"], [get("/notes/7"), get("/notes/8")])
      #expect(files(folder) == ["notes.get/success.json"], "\(again)")
      #expect(again.lines.contains("  unchanged notes.get/success"), "\(again)")
      #expect(try folder.text(of: "Recordings/desk/notes.get/success.json") == text)

      server.set("/notes/7", #"{ "id": 7, "author": null, "tag": "x", "state": "open" }"#)
      server.set("/notes/8", #"{ "id": 8, "author": "ada", "state": "archived" }"#)
      server.set("/notes/10", #"{ "id": 10, "author": "ada", "tag": "x", "state": "open", "due": "2026-11-25" }"#)
      let news = try await record(
        url, in: folder, ["--one-per-answer"], [get("/notes/7"), get("/notes/8"), get("/notes/9"), get("/notes/10")])
      #expect(
        files(folder) == [
          "notes.get/missing.json", "notes.get/success-state-archived-without-tag.json",
          "notes.get/success-with-due.json", "notes.get/success-with-null-author.json", "notes.get/success.json",
        ], "\(news)")
      for line in [
        "null at /response/body/author", #""archived" at /response/body/state"#, "no /response/body/tag", "status 404",
        "/response/body/due",
      ] {
        #expect(news.lines.contains("    new: \(line)"), "\(line) in \(news)")
      }
      #expect(try folder.text(of: "Recordings/desk/notes.get/success.json") == text, "what is there stays")
      let lint = try await plumbline("lint", "desk", folder: folder.path)
      #expect(lint.status == 0, "\(lint)")
    }
  }

  @Test func `each request is replayed as it was answered, and the next session adds only what is new`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      let note = #"{ "id": 7, "author": "ada", "tag": "x", "state": "open" }"#
      server.set("/notes/7", note)
      server.set("/notes/8", note.replacing("7", with: "8").replacing("ada", with: "eve"))
      let all = ["notes.get/success-8.json", "notes.get/success.json"]
      let first = try await record(url, in: folder, [], [get("/notes/7"), get("/notes/8"), get("/notes/7")])
      #expect(files(folder) == all, "\(first)")
      #expect(first.lines.contains("  wrote     Recordings/desk/notes.get/success.json  × 2"), "\(first)")
      server.set("/notes/7", note.replacing("ada", with: "bob"))
      let again = try await record(url, in: folder, [], [get("/notes/7"), get("/notes/8")])
      #expect(files(folder) == all, "\(again)")
      #expect(
        again.lines.contains("  like      notes.get/success, with other values; --refresh writes them"), "\(again)")
    }
  }

  @Test func `refreshing rewrites what has the request and keeps what its author added`() async throws {
    let folder = try workspace()
    let path = "Recordings/desk/notes.get/mine.json"
    try folder.write(
      #"""
      { "provenance": { "kind": "authored", "on": "2026-11-20" },
        "request": { "method": "GET", "path": "/notes/7" },
        "response": { "status": 200, "body": { "id": 7, "author": "nobody", "tag": "x", "state": "open" } },
        "bind": { "/response/body/id": "path.id" }, "delay": 5, "x-owner": "ada" }
      """#, to: path)
    try await serving { server, url in
      server.set("/notes/7", #"{ "id": 7, "author": "bob", "tag": "y", "state": "open" }"#)
      server.set("/notes/8", #"{ "id": 8, "author": "eve", "tag": "y", "state": "open" }"#)
      let before = try folder.text(of: path)
      let dry = try await record(url, in: folder, ["--refresh", "--dry-run"], [get("/notes/7"), get("/notes/8")])
      #expect(dry.lines.contains("  would replace  \(path)"), "\(dry)")
      #expect(try folder.text(of: path) == before)
      let run = try await record(url, in: folder, ["--refresh"], [get("/notes/7"), get("/notes/8")])
      #expect(files(folder) == ["notes.get/mine.json", "notes.get/success.json"], "\(run)")
      #expect(run.lines.contains("    authored before"), "\(run)")
      let renewed = try JSON.parse(try folder.text(of: path))
      #expect(renewed["response"]?["body"]?["author"] == "bob")
      #expect(renewed["provenance"]?["kind"] == "recorded")
      #expect(renewed["bind"] == ["/response/body/id": "path.id"])
      #expect(renewed["delay"] == 5)
      #expect(renewed["x-owner"] == "ada")
    }
  }

  @Test func `what no endpoint has is a draft that check reads and nothing else takes for an endpoint`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      server.set("/widgets/7", #"{ "size": 1 }"#)
      server.set("/widgets/8", #"{ "size": 2 }"#)
      server.set("/widgets/9", #"{ "size": null }"#)
      server.set("/parts/p_17", #"{ "id": "p_17" }"#)
      let requests = [
        get("/widgets/7"), get("/widgets/8"), get("/widgets/9"), get("/wigets/9"), get("/parts/lost"),
        get("/parts/p_17"),
      ]
      let run = try await record(url, in: folder, ["--one-per-answer"], requests)
      let drafts = [
        "undocumented/get-parts-p-17.json", "undocumented/get-parts-part-id-404.json",
        "undocumented/get-widgets-n-with-null-size.json", "undocumented/get-widgets-n.json",
      ]
      #expect(files(folder) == drafts, "\(run)")
      #expect(run.lines.contains("  drafted   Recordings/desk/undocumented/get-widgets-n.json  × 2"), "\(run)")
      #expect(
        run.lines.contains { $0.hasPrefix("  skipped   GET /wigets/9: neither the contract nor the server has it") })
      let again = try await record(url, in: folder, ["--one-per-answer"], requests)
      #expect(files(folder) == drafts, "\(again)")
    }
    let draft = try JSON.parse(try folder.text(of: "Recordings/desk/undocumented/get-widgets-n.json"))
    #expect(draft["request"]?["path"] == "/widgets/7")
    #expect(draft["response"]?["body"] == ["size": 1])
    for command in [["lint"], ["list"], ["verify", "desk", "--direct", "--gate", "none"]] {
      let run = try await plumbline(arguments: command, folder: folder.path)
      #expect(run.status == 0 && !"\(run)".contains("undocumented"), "\(run)")
    }
    let check = try await plumbline(
      "check", "Recordings/desk/undocumented/get-widgets-n.json", "--report", "json", folder: folder.path)
    #expect(try check.json["drift"]?[0]?["rule"]?.string == "endpoint.undocumented", "\(check)")
    let mock = RunningCommand(["serve", "desk", "--port", "0"], folder: folder.path)
    defer { mock.kill() }
    let port = try #require(await mock.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) })
    let answer = try await RawConnection.connect(port: port).exchange(get("/widgets/7"))
    #expect(answer.status == 404, "the mock has no endpoint for it")
  }

  @Test func `a new name that is near another's is a new service, and the other is mentioned`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      server.set("/widgets/7", #"{ "size": 1 }"#)
      let tool = RunningCommand(["record", "desk2", "--upstream", url, "--port", "0"], folder: folder.path)
      defer { tool.kill() }
      let line = await tool.line(beginning: "desk2: http://127.0.0.1:")
      let port = try #require(line.flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Press Ctrl-C")
      _ = try await RawConnection.connect(port: port).exchange(get("/widgets/7"))
      tool.send(SIGINT)
      let run = await tool.end()
      #expect(run.status == 0 && run.output.hasSuffix("Next: plumbline infer desk2\n"), "\(run)")
      #expect(
        run.lines.contains(
          "Did you mean desk? It has a contract. Press Ctrl-C now to stop without writing anything."),
        "\(run)")
      #expect(files(folder, "Recordings/desk2") == ["undocumented/get-widgets-n.json"])
    }
    // Without a server's URL, there is nothing from which to draft a contract.
    let named = try await plumbline("record", "desk2", "--upstream", "testing", folder: folder.path)
    #expect(named.status == 2 && named.errors.contains(#"did you mean "desk"?"#), "\(named)")
  }

  @Test func `a session that is killed leaves every file as it was, and says so beforehand`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      server.set("/notes/7", #"{ "id": 7 }"#)
      let run = try await record(url, in: folder, [], [get("/notes/7")], endedBy: SIGKILL)
      #expect(run.output.contains("Killing the process loses the session but damages no file"), "\(run)")
      #expect(files(folder).isEmpty)
    }
  }

  @Test func `repeated header fields survive the file and the replay`() async throws {
    let folder = try workspace()
    let links = ["</notes/8>; rel=\"next\"", "</notes/6>; rel=\"prev\""]
    let cookies = ["theme=dark; Path=/", "lang=en; Path=/"]
    try await serving { server, url in
      var headers = HeaderFields()
      for link in links { headers.append(name: "Link", value: link) }
      for cookie in cookies { headers.append(name: "Set-Cookie", value: cookie) }
      server.set("/notes/7", #"{ "id": 7 }"#, headers: headers)
      _ = try await record(url, in: folder, [], [get("/notes/7")])
    }
    let file = try JSON.parse(try folder.text(of: "Recordings/desk/notes.get/success.json"))
    #expect(file["response"]?["headers"]?["link"]?.elements.compactMap(\.string) == links)
    #expect(file["response"]?["headers"]?["set-cookie"]?.count == 2)
    let mock = RunningCommand(["serve", "desk", "--port", "0"], folder: folder.path)
    defer { mock.kill() }
    let port = try #require(await mock.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) })
    let answer = try await RawConnection.connect(port: port).exchange(get("/notes/7"))
    #expect(answer.fields.filter { $0.name.lowercased() == "link" }.map(\.value) == links)
    #expect(answer.fields.count { $0.name.lowercased() == "set-cookie" } == 2)
  }
}

extension RecordUpdateTests {
  /// Returns a form as a client sends it, with its parts separated by a boundary.
  private func upload(_ boundary: String, password: String, _ json: String) -> [UInt8] {
    var body: [UInt8] = []
    for (head, content) in [
      (#"name="title""#, Array("Dock".utf8)), (#"name="password""#, Array(password.utf8)),
      ("name=\"meta\"\r\nContent-Type: application/json", Array(json.utf8)),
      ("name=\"scan\"; filename=\"scan.bin\"\r\nContent-Type: application/octet-stream", [0, 0xFF, 7]),
    ] {
      body += Array("--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + content + [13, 10]
    }
    body += Array("--\(boundary)--\r\n".utf8)
    let head =
      "POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=\(boundary)\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  @Test func `a form is kept as its parts without their secrets, and the replay knows it again`() async throws {
    let folder = try workspace()
    try await serving { server, url in
      server.set("/files", #"{ "stored": true }"#)
      let bytes = upload("live-boundary-1", password: "hunter2-live", #"{ "token": "Tt-live-4711", "page": 2 }"#)
      let run = try await record(url, in: folder, requests: [bytes])
      #expect(files(folder) == ["files.upload/success.json"], "\(run)")
      let text = try folder.text(of: "Recordings/desk/files.upload/success.json")
      for secret in ["hunter2", "Tt-live"] {
        #expect(!text.contains(secret))
        #expect(!run.output.contains(secret))
      }
      let request = try #require(try JSON.parse(text)["request"])
      #expect(request["encoding"] == "multipart")
      #expect(request["headers"] == nil)
      let parts = Array(try #require(request["body"]).elements)
      #expect(parts.map { $0["name"]?.string } == ["title", "password", "meta", "scan"])
      #expect(parts[0]["body"] == "Dock")
      #expect(parts[1]["encoding"] == "text")
      #expect(parts[2]["body"] == ["token": "Aa-aaaa-0000", "page": 2])
      #expect(parts[3]["body"] == "AP8H")
      #expect(parts[3]["encoding"] == "base64")
      #expect(parts[3]["filename"] == "scan.bin")
      // A different form, which the replay has to distinguish from the first.
      server.set("/files", #"{ "stored": true, "pages": 3 }"#)
      let other = upload("live-boundary-2", password: "hunter2-live", #"{ "page": 3 }"#)
      let more = try await record(url, in: folder, requests: [other])
      #expect(files(folder) == ["files.upload/success-with-pages.json", "files.upload/success.json"], "\(more)")
    }
    let mock = RunningCommand(["serve", "desk", "--port", "0"], folder: folder.path)
    defer { mock.kill() }
    let port = try #require(await mock.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) })
    let connection = try await RawConnection.connect(port: port)
    for (page, body) in [("2", #"{"stored":true}"#), ("3", #"{"stored":true,"pages":3}"#)] {
      let token = page == "2" ? #""token": "Aa-aaaa-0000", "# : ""
      try await connection.send(upload("another", password: "hunter2-live", "{ \(token)\"page\": \(page) }"))
      let answer = try await connection.receive(responses: 1)[0]
      #expect(answer.text == body)
    }
  }

  @Test func `what is too large to be recorded is passed on, left out and reported`() async throws {
    let folder = try workspace()
    let large = #"{ "id": 8, "tag": "\#(String(repeating: "x", count: 3 << 20))" }"#
    try await serving { server, url in
      server.set("/notes/7", #"{ "id": 7 }"#)
      server.set("/notes/8", large)
      server.set("/files", #"{ "stored": true }"#)
      let tool = RunningCommand(
        ["record", "desk", "--upstream", url, "--port", "0", "--gate", "none", "--limit", "recorded=64KB"],
        folder: folder.path)
      defer { tool.kill() }
      let port = try #require(
        await tool.line(beginning: "Desk: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Press Ctrl-C")
      let connection = try await RawConnection.connect(port: port)
      #expect(try await connection.exchange(get("/notes/8")).text == large)
      #expect(try await connection.exchange(get("/notes/7")).text == #"{ "id": 7 }"#)
      let fields = "Host: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: \(3 << 20)\r\n\r\n"
      try await connection.send(Array("POST /files HTTP/1.1\r\n\(fields)".utf8) + [UInt8](repeating: 7, count: 3 << 20))
      #expect(try await connection.receive(responses: 1)[0].text == #"{ "stored": true }"#)
      #expect(server.received == [0, 0, 3 << 20], "the server has it all")
      tool.send(SIGINT)
      let run = await tool.end()
      #expect(files(folder) == ["notes.get/success.json"], "\(run)")
      for request in ["GET /notes/8", "POST /files"] {
        #expect(
          run.output.contains(
            "skipped   \(request): it is larger than 64KB; raise the limit with --limit recorded=SIZE"), "\(run)")
      }
    }
  }
}
