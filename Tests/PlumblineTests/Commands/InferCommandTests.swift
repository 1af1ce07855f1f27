import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import Synchronization
import TestSupport
import Testing

/// The way from traffic to a contract on the command line, for captures of other tools and for an undocumented API.
@Suite struct InferCommandTests {
  /// An API for books on a shelf, which are kept in memory. It rejects callers without a token.
  private final class Shelf: Responder {
    private let books = Mutex<[Int: (title: String, read: Bool)]>([1: ("Dune", true), 2: ("Emma", false)])

    func respond(to request: Request, completion: Completion) -> Reply { .now(OutgoingResponse(response(to: request))) }

    private func response(to request: Request) -> Response {
      guard request.headers["authorization"] == "Bearer shelf-secret-4711" else { return failure(401, "UNAUTHORIZED") }
      let segments = request.path.split(separator: "/")
      guard segments.count >= 2, segments[0] == "v1", segments[1] == "books" else { return failure(404, "NO_ROUTE") }
      let body = try? JSON.parse(request.body.bytes ?? [])
      return books.withLock { books in
        guard segments.count == 3 else {
          if request.method == .get { return success(200, .array(books.keys.sorted().map { book($0, books) })) }
          guard let title = body?["title"]?.string else { return failure(422, "TITLE_MISSING") }
          let id = (books.keys.max() ?? 0) + 1
          books[id] = (title, false)
          return success(201, book(id, books))
        }
        guard let id = Int(segments[2]), let old = books[id] else { return failure(404, "NOT_FOUND") }
        switch request.method {
        case .put: books[id] = (body?["title"]?.string ?? old.title, body?["read"]?.bool ?? old.read)
        case .delete:
          books[id] = nil
          return success(200, nil)
        default: break
        }
        return success(200, book(id, books))
      }
    }

    private func book(_ id: Int, _ books: [Int: (title: String, read: Bool)]) -> JSON {
      let book = books[id] ?? ("", false)
      return .object([
        ("id", JSON(id)), ("title", JSON(book.title)), ("read", JSON(book.read)), ("added_at", "2026-11-25T10:00:00Z"),
      ])
    }

    private func success(_ status: Int, _ data: JSON?) -> Response {
      json(status, .object([("success", true)] + (data.map { [("data", $0)] } ?? [])))
    }

    private func failure(_ status: Int, _ code: String) -> Response {
      json(status, .object([("success", false), ("error", JSON(code)), ("message", "That can't be done.")]))
    }

    private func json(_ status: Int, _ body: JSON) -> Response {
      Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body.serialized()))
    }
  }

  private func run(_ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:]) async throws
    -> Finished
  {
    await RunningCommand(words, environment: environment, folder: folder.path).end()
  }

  private func request(_ line: String, _ body: String = "") -> [UInt8] {
    let type = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return Array(
      "\(line) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer shelf-secret-4711\r\n\(type)\r\n\(body)".utf8)
  }

  @Test func `an undocumented API is recorded, inferred, linted, served and verified`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(responder: Shelf())
    let folder = try TemporaryFolder()
    let recorder = RunningCommand(
      ["record", "shelf", "--upstream", listener.baseURL, "--allow-writes", "--port", "0"], folder: folder.path)
    defer { recorder.kill() }
    let line = await recorder.line(beginning: "shelf: http://127.0.0.1:")
    let port = try #require(line.flatMap { Int($0) }, "\(recorder.errorText)")
    _ = await recorder.line(beginning: "Press Ctrl-C")
    let connection = try await RawConnection.connect(port: port)
    for bytes in [
      request("GET /v1/books"), request("GET /v1/books/1"), request("GET /v1/books/2"), request("GET /v1/books/99"),
      request("POST /v1/books", #"{"title": "Ulysses"}"#), request("POST /v1/books", #"{"title": "Persuasion"}"#),
      request("POST /v1/books", #"{"name": "Nothing"}"#), request("PUT /v1/books/3", #"{"read": true}"#),
      request("PUT /v1/books/98", #"{"read": true}"#), request("DELETE /v1/books/4"), request("DELETE /v1/books/4"),
    ] {
      try await connection.send(bytes)
      _ = try await connection.receive(responses: 1)
    }
    recorder.send(SIGINT)
    let recorded = await recorder.end()
    #expect(recorded.status == 0 && recorded.output.hasSuffix("Next: plumbline infer shelf\n"), "\(recorded)")

    let inferred = try await run(["infer", "shelf"], in: folder)
    #expect(inferred.status == 0, "\(inferred)")
    for line in ["books.list ", "books.get ", "books.create ", "books.update ", "books.delete "] {
      #expect(inferred.lines.contains { $0.hasPrefix("  \(line)") }, "\(inferred)")
    }
    #expect(inferred.lines.contains("  State: books, whose items the mock stores."), "\(inferred)")
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for file in all where file.hasSuffix(".json") {
      #expect(try !folder.text(of: file).contains("shelf-secret-4711"), "\(file)")
    }

    let linted = try await run(["lint"], in: folder)
    #expect(linted.status == 0, "\(linted)")
    let verified = try await run(["verify", "shelf", "--direct"], in: folder)
    #expect(verified.status == 0 && verified.output.contains("5 endpoints verified"), "\(verified)")
    let real = try await run(
      ["verify", "shelf", "--direct", "--server", listener.baseURL, "--allow-writes"], in: folder,
      environment: ["SHELF_SESSION": "shelf-secret-4711"])
    #expect(real.status == 0 && real.output.contains("5 endpoints verified"), "\(real)")

    // The served mock is stateful.
    let mock = RunningCommand(["serve", "shelf", "--port", "0"], folder: folder.path)
    defer { mock.kill() }
    let place = await mock.line(beginning: "shelf: http://127.0.0.1:")
    let client = try await RawConnection.connect(port: try #require(place.flatMap { Int($0) }, "\(mock.text)"))
    func ask(_ line: String, _ body: String = "") async throws -> RawResponse {
      let text = String(decoding: request(line, body), as: UTF8.self).replacing(
        "shelf-secret-4711", with: "demo-session")
      return try await client.exchange(text)
    }
    let made = try await ask("POST /v1/books", #"{"title": "Middlemarch"}"#)
    #expect(made.status == 201, "\(made)")
    let id = try #require(try JSON.parse(made.body)["data"]?["id"]?.int)
    let kept = try await ask("GET /v1/books/\(id)")
    #expect(kept.status == 200 && kept.text.contains("Middlemarch"), "\(kept)")

    let again = try await run(["infer", "shelf"], in: folder)
    #expect(again.status == 0 && again.output.contains("contract lacks. Nothing was written."), "\(again)")
    await server.shutdown(grace: .zero)
  }

  @Test func `a HAR file becomes a contract whose recordings say that they are imported`() async throws {
    let folder = try TemporaryFolder()
    func entry(_ method: String, _ path: String, _ status: Int, _ body: String, sent: String = "") -> String {
      let data = sent.isEmpty ? "" : #", "postData": { "mimeType": "application/json", "text": \#(JSON(sent)) }"#
      return #"""
        { "startedDateTime": "2026-11-25T10:00:00Z", "time": 1,
          "request": { "method": "\#(method)", "url": "https://api.example.com\#(path)", "httpVersion": "HTTP/2",
            "headers": [{ "name": "x-api-key", "value": "k-12345678" }]\#(data) },
          "response": { "status": \#(status), "headers": [{ "name": "content-type", "value": "application/json" },
              { "name": "content-encoding", "value": "gzip" }, { "name": "content-length", "value": "7" }],
            "content": { "size": 2, "mimeType": "application/json", "text": \#(JSON(body)) } } }
        """#
    }
    let entries = [
      entry("GET", "/v2/items", 200, #"[{"id": 1, "name": "A"}, {"id": 4, "name": "D"}]"#),
      entry("GET", "/v2/items/1", 200, #"{"id": 1, "name": "A"}"#),
      entry("GET", "/v2/items/2", 404, #"{"code": "NOT_FOUND"}"#),
      entry("POST", "/v2/items", 201, #"{"id": 3, "name": "C"}"#, sent: #"{"name": "C"}"#),
      entry("POST", "/v2/items", 201, #"{"id": 5, "name": "C"}"#, sent: #"{"name": "C"}"#),
    ]
    try folder.write(
      #"{ "log": { "version": "1.2", "entries": [\#(entries.joined(separator: ","))] } }"#, to: "captures/session.har")
    let dry = try await run(["infer", "shop", "captures", "--dry-run"], in: folder)
    #expect(dry.status == 0 && dry.output.hasSuffix("Nothing was written (--dry-run).\n"), "\(dry)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/Contracts"))
    let inferred = try await run(["infer", "shop", "captures"], in: folder)
    #expect(
      inferred.status == 0 && inferred.lines.contains("4 recordings in Recordings/shop, without secrets."),
      "\(inferred)")
    let text = try folder.text(of: "Recordings/shop/items.get/success.json")
    #expect(text.contains(#""kind": "imported""#) && text.contains(#""from": "captures/session.har""#), "\(text)")
    let contract = try folder.text(of: "Contracts/shop/contract.json")
    #expect(contract.split(separator: "\n").count > 40, "A person reads it.")
    #expect(contract.contains("https://api.example.com"))
    #expect(!contract.contains("k-12345678"))
    // They were seen a different number of times, but are the same items.
    #expect(inferred.output.contains("State: items, whose items the mock stores."), "\(inferred)")
    let linted = try await run(["lint", "shop"], in: folder)
    #expect(linted.status == 0, "\(linted)")
    // Now the contract is complete.
    let again = try await run(["infer", "shop", "captures"], in: folder)
    #expect(again.status == 0 && again.output.hasSuffix("the contract lacks. Nothing was written.\n"), "\(again)")
    #expect(try folder.text(of: "Contracts/shop/contract.json") == contract)
  }

  @Test func `a gateway's page becomes no recording, and the service's own 503 does`() async throws {
    let folder = try TemporaryFolder()
    func entry(_ status: Int, _ type: String, _ body: String) -> String {
      #"""
      { "request": { "method": "GET", "url": "https://api.example.com/status" },
        "response": { "status": \#(status), "headers": [{ "name": "content-type", "value": "\#(type)" }],
          "content": { "mimeType": "\#(type)", "text": \#(JSON(body)) } } }
      """#
    }
    let entries = [
      entry(200, "application/json", #"{ "up": true }"#),
      entry(503, "application/json", #"{ "error": "maintenance" }"#),
      entry(502, "text/html", "<html>bad gateway</html>"),
    ]
    try folder.write(#"{ "log": { "entries": [\#(entries.joined(separator: ","))] } }"#, to: "session.har")
    let inferred = try await run(["infer", "shop", "session.har"], in: folder)
    #expect(inferred.status == 0, "\(inferred)")
    #expect(inferred.errors.contains("skipped: 1 exchange to which a gateway responded"), "\(inferred)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Recordings/shop/status.get")
    #expect(names.count == 2 && !names.contains { $0.hasPrefix("502") }, "\(names)")
  }

  @Test func `of drafts that differ in their queries all parameters are known, and the first is what is replayed`()
    async throws
  {
    let folder = try TemporaryFolder()
    for (name, query) in [("", "{}"), ("-page-2", #"{ "page": "2" }"#), ("-status-open", #"{ "status": "open" }"#)] {
      try folder.write(
        #"""
        { "provenance": { "kind": "recorded", "on": "2026-11-25", "from": "http://127.0.0.1:9000" },
          "request": { "method": "GET", "path": "/v1/items", "query": \#(query) },
          "response": { "status": 200, "body": [{ "id": 1, "name": "A" }] } }
        """#, to: "Recordings/shop/undocumented/get-v1-items\(name).json")
    }
    let inferred = try await run(["infer", "shop"], in: folder)
    #expect(inferred.status == 0, "\(inferred)")
    let contract = try JSON.parse(try folder.text(of: "Contracts/shop/items.json"))
    #expect(contract["endpoints"]?["items.list"]?["query"]?.members.map(\.key) == ["page", "status"])
    let replayed = try JSON.parse(try folder.text(of: "Recordings/shop/items.list/success.json"))
    #expect(replayed["request"] == ["method": "GET", "path": "/v1/items"], "\(replayed)")
  }

  @Test(arguments: [
    ([], "infer needs a service and captures"), (["1x", "a.har"], "isn't a valid service name"),
    (["shop"], "has no captures from record; name some"), (["shop", "none.har"], "can't be read"),
    (["shop", "broken.har"], "broken.har:1:"), (["shop", "empty"], "empty has no captures"),
    (["shop", "page.har"], "The only exchange doesn't involve an API. Nothing was written."),
    (["shop", "page.har", "--server", "nowhere"], "--server takes a URL"),
  ])
  func `useless input is reported, and nothing is written`(words: [String], told: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "log": { "entries": [ "#, to: "broken.har")
    try folder.write("", to: "empty/readme.txt")
    try folder.write(
      #"""
      { "log": { "entries": [ { "request": { "method": "GET", "url": "https://example.com/" }, "response": { "status": 200,
        "headers": [{ "name": "content-type", "value": "text/html" }], "content": { "text": "<p>" } } } ] } }
      """#, to: "page.har")
    let finished = try await run(["infer"] + words, in: folder)
    #expect(finished.status == 2 && finished.errors.contains(told), "\(finished)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/Contracts"))
  }
}
