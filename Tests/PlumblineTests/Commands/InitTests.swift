import Foundation
import PlumblineHTTPMessages
import PlumblineHTTPServer
import Synchronization
import TestSupport
import Testing

/// The packages that `plumbline init` creates, whose contracts must hold. `Tests/Scripts/starters` checks that the
/// packages build.
@Suite struct InitTests {
  private func files(_ folder: TemporaryFolder, _ name: String) throws -> [String] {
    let root = URL(fileURLWithPath: folder.path + "/" + name)
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
    let urls = found?.allObjects.compactMap { $0 as? URL } ?? []
    return try urls.filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false }
      .map { $0.resolvingSymlinksInPath().path.replacing(root.resolvingSymlinksInPath().path + "/", with: "") }.sorted()
  }

  /// Checks that a package's contract passes lint, and that its mock conforms to it.
  private func checkContract(_ folder: TemporaryFolder, _ name: String, endpoints: Int) async throws {
    let lint = try await plumbline("lint", folder: folder.path + "/" + name)
    #expect(lint.status == 0 && lint.output.contains("\(endpoints) endpoint"), "\(lint)")
    let verify = try await plumbline("verify", "--direct", folder: folder.path + "/" + name)
    #expect(verify.status == 0 && verify.output.contains("no drift"), "\(verify)")
  }

  @Test func `a package is begun from nothing, and nothing is overwritten`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline("init", "pet-shop", folder: folder.path)
    #expect(
      run.status == 0 && run.output.contains("Next: cd pet-shop && swift run pet-shop-plumbline verify"), "\(run)")
    let whole = try files(folder, "pet-shop")
    #expect(
      whole == [
        ".github/workflows/api.yml", ".gitignore", "Contracts/pet-shop/contract.json", "Contracts/pet-shop/notes.json",
        "Package.swift", "Recordings/pet-shop/notes.get/success.json", "Sources/PetShopClient/Note.swift",
        "Sources/PetShopClient/PetShopClient.swift", "Sources/PetShopSuite/PetShopSuite.swift",
        "Sources/pet-shop-plumbline/main.swift", "Tests/PetShopClientTests/PetShopClientTests.swift",
      ])
    try await checkContract(folder, "pet-shop", endpoints: 3)
    #expect(try folder.text(of: "pet-shop/Package.swift").contains("path: \"\(repositoryRoot.path)\""))
    try folder.write("mine", to: "pet-shop/.gitignore")
    let again = try await plumbline("init", "pet-shop", folder: folder.path)
    #expect(again.status == 2 && again.errors.contains("Nothing was written"), "\(again)")
    #expect(try folder.text(of: "pet-shop/.gitignore") == "mine")
    try folder.write("mine", to: "shelf/Package.swift")
    let half = try await plumbline("init", "shelf", folder: folder.path)
    #expect(half.status == 2 && half.errors.contains("shelf already contains Package.swift"), "\(half)")
    #expect(try files(folder, "shelf") == ["Package.swift"])
  }

  @Test func `the example reads a note that a real server has, and distinguishes its refusals`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline("init", "pet-shop", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let suite = try folder.text(of: "pet-shop/Sources/PetShopSuite/PetShopSuite.swift")
    #expect(suite.contains(#"SuiteVariable("note_id", "the note that is read", from: .item(of: "notes"))"#), "\(suite)")
    #expect(suite.contains(#"note($0.integer("note_id", default: 1))"#) && !suite.contains("note(1)"), "\(suite)")
    #expect(suite.contains("PetShopError.conflict: ClientFailure(.conflict"), "\(suite)")
    let client = try folder.text(of: "pet-shop/Sources/PetShopClient/PetShopClient.swift")
    #expect(client.contains("case 409, 412: throw PetShopError.conflict"), "\(client)")
  }

  @Test func `a package is begun in the folder that it is run in`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "shelf/README.md")
    let run = try await plumbline(
      "init", "--plumbline", "https://git.example/team/Plumbline.git", folder: folder.path + "/shelf")
    #expect(run.status == 0 && run.output.contains("Next: swift run shelf-plumbline verify"), "\(run)")
    let manifest = try folder.text(of: "shelf/Package.swift")
    #expect(manifest.contains(#".package(url: "https://git.example/team/Plumbline.git", branch: "main")"#))
    #expect(manifest.contains(#"package: "Plumbline""#))
    #expect(manifest.contains(#"name: "shelf""#))
  }

  @Test func `a package is created from a document, with its calls`() async throws {
    let folder = try TemporaryFolder()
    let export = try await plumbline("export", "openapi", "truelog", "--output", folder.path + "/truelog.json")
    #expect(export.status == 0)
    let run = try await plumbline("init", "stock", "--from", "openapi", "truelog.json", folder: folder.path)
    #expect(run.status == 0 && run.output.contains("stock/Contracts/stock: "), "\(run)")
    // The path is recorded relative to the package, so other checkouts can find the document too.
    let record = try folder.text(of: "stock/Contracts/stock/imported.json")
    #expect(record.contains("\"../truelog.json\""), "\(record.prefix(500))")
    #expect(!record.contains(folder.path), "\(record.prefix(500))")
    let suite = try folder.text(of: "stock/Sources/StockSuite/StockSuite.swift")
    let call = #"client($0).send("GET", "/api/v2/accessories/\($0.text("accessory_id", default: "24"))")"#
    #expect(suite.contains(call), "\(suite)")
    // If a real server numbers its items differently, their identifiers are looked up in its own list.
    let variable = #"SuiteVariable("ticket_id", "the ticket_id after /tickets/ in paths", "#
    #expect(suite.contains(variable + #"from: .item(of: "tickets"))"#), "\(suite)")
    #expect(suite.contains(#"headers["X-API-Key"] = value"#))
    #expect(suite.contains(#"headers["Authorization"] = "Bearer \(value)""#))
    for kind in [
      "400, 422: ClientFailure(.validation", "401: ClientFailure(.unauthorized", "403: ClientFailure(.forbidden",
      "404, 410: ClientFailure(.notFound", "409, 412: ClientFailure(.conflict",
    ] { #expect(suite.contains("case \(kind), message: "), "\(suite)") }
    let lint = try await plumbline("lint", folder: folder.path + "/stock")
    #expect(lint.status == 0, "\(lint)")
    let wrong = try await plumbline("init", "other", "--from", "openapi", "stock/Package.swift", folder: folder.path)
    #expect(wrong.status == 2 && wrong.errors.contains("nothing was written"), "\(wrong)")
    #expect(try files(folder, "other") == [])
  }

  @Test func `what no client of this kind can send is left to --direct, and a contract that is there stays`()
    async throws
  {
    let folder = try TemporaryFolder()
    let document = """
      {"openapi": "3.0.3", "info": {"title": "Post", "version": "1"}, "paths": {"/letters": {"post": {"operationId": "send",
      "responses": {"201": {"description": "Sent"}}}}}}
      """
    try folder.write(document, to: "post.json")
    let run = try await plumbline("init", "post", "--from", "openapi", "post.json", folder: folder.path)
    #expect(run.status == 0 && run.output.hasSuffix("swift run post-plumbline verify --direct\n"), "\(run)")
    try folder.write("{}", to: "other/Contracts/other/contract.json")
    let refused = try await plumbline("init", "other", "--from", "openapi", "post.json", folder: folder.path)
    #expect(refused.status == 2 && refused.errors.contains("other already contains Contracts/other"), "\(refused)")
    #expect(refused.errors.contains("To adopt the existing files: plumbline init other."), "\(refused)")
    let wrong = try await plumbline("init", "other", folder: folder.path)
    #expect(wrong.status == 2 && wrong.errors.contains("other/Contracts/other/contract.json:1:"), "\(wrong)")
    #expect(wrong.errors.contains("The files of other have errors, so nothing was written"), "\(wrong)")
    #expect(try files(folder, "other") == ["Contracts/other/contract.json"])
  }

  /// Writes the drafts that `record` saves for requests without an endpoint, in `Recordings/bikes`.
  private func writeRecordedBikes(_ folder: TemporaryFolder) throws {
    let bike = #"{"id": 7, "name": "Tandem"}"#
    for (name, path, body) in [("get-bikes", "/bikes", "[\(bike)]"), ("get-bikes-n", "/bikes/7", bike)] {
      let recording = """
        {"provenance": {"kind": "recorded", "on": "2026-11-20", "from": "http://127.0.0.1:9000"},
        "request": {"method": "GET", "path": "\(path)"}, "response": {"status": 200, "headers": {"content-type": "application/json"}, "body": \(body)}}
        """
      try folder.write(recording, to: "work/Recordings/bikes/undocumented/\(name).json")
    }
  }

  @Test(arguments: [["init", "bikes"], ["init"]])
  func `what record and infer wrote is adopted as it is`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    try writeRecordedBikes(folder)
    let work = folder.path + "/work"
    let early = try await plumbline("init", "bikes", folder: work)
    #expect(early.status == 2 && early.errors.contains("this folder already contains Recordings/bikes"), "\(early)")
    let advice = "plumbline infer bikes drafts a contract from the recordings; plumbline init bikes then adopts both."
    #expect(early.errors.contains(advice), "\(early)")
    let inferred = try await plumbline("infer", "bikes", folder: work)
    #expect(inferred.status == 0, "\(inferred)")
    let before = try files(folder, "work")
    let texts = try before.map { try folder.text(of: "work/\($0)") }

    try folder.write("mine", to: "work/.gitignore")
    let refused = try await plumbline(arguments: words, folder: work)
    #expect(
      refused.status == 2 && refused.errors.contains("this folder already contains .gitignore. Nothing"), "\(refused)")
    try FileManager.default.removeItem(atPath: work + "/.gitignore")
    #expect(try files(folder, "work") == before)

    let run = try await plumbline(arguments: words, folder: work)
    #expect(run.status == 0 && run.output.contains("Next: swift run bikes-plumbline verify\n"), "\(run)")
    let adopted =
      "adopted  Contracts/bikes: 2 endpoints\nadopted  Recordings/bikes: 2 recordings\nwrote  Package.swift\n"
    #expect(run.output.contains(adopted), "\(run)")
    #expect(try before.map { try folder.text(of: "work/\($0)") } == texts)
    #expect(
      try Set(files(folder, "work")).subtracting(before) == [
        ".github/workflows/api.yml", ".gitignore", "Package.swift", "Sources/BikesClient/BikesClient.swift",
        "Sources/BikesSuite/BikesSuite.swift", "Sources/bikes-plumbline/main.swift",
        "Tests/BikesClientTests/BikesClientTests.swift",
      ])
    let suite = try folder.text(of: "work/Sources/BikesSuite/BikesSuite.swift")
    #expect(suite.contains(#"client($0).send("GET", "/bikes/\($0.text("bike_id", default: "7"))")"#), "\(suite)")
    try await checkContract(folder, "work", endpoints: 2)
  }

  @Test func `of several services one is named`() async throws {
    let folder = try TemporaryFolder()
    for service in ["bikes", "boats"] {
      try folder.write(#"{"plumbline": 1}"#, to: "work/Contracts/\(service)/contract.json")
    }
    let run = try await plumbline("init", folder: folder.path + "/work")
    #expect(run.status == 2, "\(run)")
    #expect(run.errors.contains("Contracts has bikes and boats; name one, as in: plumbline init bikes."), "\(run)")
  }

  @Test func `a package is begun from traffic`() async throws {
    let folder = try TemporaryFolder()
    let export = try await plumbline("export", "har", "photoscout", "--output", folder.path + "/a.har")
    #expect(export.status == 0, "\(export)")
    let run = try await plumbline("init", "photos", "--from", "har", "a.har", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let verify = try await plumbline("verify", "--direct", folder: folder.path + "/photos")
    #expect(verify.status == 0 && verify.output.contains("no drift"), "\(verify)")
  }

  @Test func `a package is begun from a pact`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {
        "consumer": { "name": "web" }, "provider": { "name": "shop" },
        "interactions": [
          {
            "description": "a request of an item", "request": { "method": "GET", "path": "/items/7" },
            "response": { "status": 200, "body": { "id": 7, "name": "Nail" } }
          }
        ]
      }
      """#, to: "web-shop.json")
    let run = try await plumbline("init", "shop", "--from", "pact", "web-shop.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let verify = try await plumbline("verify", "--direct", folder: folder.path + "/shop")
    #expect(verify.status == 0 && verify.output.contains("no drift"), "\(verify)")
  }

  /// A server that records its requests, and serves a document at the path where Spring does.
  private final class Backend: Responder {
    let asked = Mutex<[String]>([])
    let document: Mutex<String>

    init(document: String) { self.document = Mutex(document) }

    func respond(to request: Request, completion: Completion) -> Reply {
      asked.withLock { $0.append("\(request.method) \(request.target)") }
      guard request.target == "/v3/api-docs" else { return .now(OutgoingResponse(Response(status: 404))) }
      return .now(
        OutgoingResponse(
          Response(status: 200, headers: ["content-type": "application/json"], body: Body(document.withLock { $0 }))))
    }
  }

  @Test func `a server is asked for its document, and for nothing else`() async throws {
    let folder = try TemporaryFolder()
    let document = """
      {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {"/items/{id}": {"get": {"operationId": "getItem",
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
      "responses": {"200": {"description": "An item", "content": {"application/json": {"schema": {"type": "object"}}}}}}}}}
      """
    let backend = Backend(document: document)
    let server = try HTTPServer()
    let port = try server.listen(responder: backend).port
    let run = try await plumbline("init", "shop", "--url", "http://127.0.0.1:\(port)", folder: folder.path)
    #expect(run.status == 0 && run.output.contains("GET /v3/api-docs: 200, an OpenAPI 3.1.0 document"), "\(run)")
    let asked = backend.asked.withLock { $0 }
    #expect(asked.first == "OPTIONS /" && asked.last == "GET /v3/api-docs", "\(asked)")
    #expect(asked.allSatisfy { $0.hasPrefix("GET /") || $0 == "OPTIONS /" })
    #expect(try folder.text(of: "shop/shop.openapi.json") == document)
    try await checkContract(folder, "shop", endpoints: 1)

    let own = try await plumbline(
      "init", "own", "--url", "http://127.0.0.1:\(port)/v3/api-docs", folder: folder.path)
    #expect(own.status == 0, "\(own)")
    let askedSince = backend.asked.withLock { $0.dropFirst(asked.count) }
    #expect(askedSince == ["GET /v3/api-docs"], "an address may be the document's own")
    try await checkContract(folder, "own", endpoints: 1)

    try folder.write("mine", to: "half/Package.swift")
    let half = try await plumbline("init", "half", "--url", "http://127.0.0.1:\(port)", folder: folder.path)
    #expect(half.status == 2 && half.errors.contains("Package.swift"), "\(half)")
    #expect(try files(folder, "half") == ["Package.swift"], "the document is taken back")
    backend.document.withLock { $0 = #"{"openapi": "3.1.0", "paths": 7}"# }
    let wrong = try await plumbline("init", "wrong", "--url", "http://127.0.0.1:\(port)", folder: folder.path)
    #expect(wrong.status == 2 && wrong.errors.contains("was rejected"), "\(wrong)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/wrong"))

    let empty = try await plumbline("init", "void", "--url", "http://127.0.0.1:\(port)/api", folder: folder.path)
    #expect(empty.status == 2, "\(empty)")
    let advice =
      "There is no OpenAPI document, so nothing was written. Draft a contract from the server's responses: "
      + "plumbline record void --upstream http://127.0.0.1:\(port)/api, plumbline infer void, plumbline init void. "
      + "Or start from an example: plumbline init void."
    #expect(empty.errors.contains(advice), "\(empty)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/void"))
    await server.shutdown(grace: .zero)
    let gone = try await plumbline("init", "gone", "--url", "http://127.0.0.1:\(port)", folder: folder.path)
    #expect(gone.status == 3, "\(gone)")
    #expect(try files(folder, "gone") == [])
  }

  @Test(arguments: [
    (["init", "a b"], "\"a b\" isn't a valid service name"), (["init", "a", "b"], "init creates one service"),
    (["init", "a", "--from", "openapi"], "No such file: \"a\"; --from openapi is followed by the file to read."),
    (["init", "--from", "har"], "--from needs a file"),
    (["init", "a", "--from", "a.har"], "--from supports openapi, har, postman and pact, not \"a.har\""),
    (["init", "a", "--url", "x"], "--url takes a URL"),
    (["init", "a", "--plumbline", "/tmp"], "isn't Plumbline's folder"),
  ])
  func `a package that can't be created is reported`(words: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline(arguments: words, folder: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run)")
  }
}
