import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// The bytes of uploaded files, which are checked if the contract declares them.
struct ContentCheckTests {
  /// A contract with a file whose content is the five bytes "hello".
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Shelf", "envelope": null,
      "failures": { "notFound": { "status": 404 }, "validation": { "status": 422 } },
      "schemas": {
        "File": { "type": "object", "required": ["id", "size", "digest", "url"], "properties": {
          "id": { "type": "integer" }, "size": { "type": "integer" }, "digest": { "type": "string" },
          "url": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("files", "File", in: "body")),
        \(Part.get("files", "File", in: "body")),
        "files.add": { "summary": "Make", "request": "POST /files", "source": "Handbook", "failures": ["validation"],
          "content": { "multipart/form-data": { "schema": { "type": "object", "required": ["file"], "properties": {
            "file": { "type": "string", "contentMediaType": "application/octet-stream" } } } } },
          "success": { "201": { "body": { "$ref": "#/schemas/File" } } },
          "state": { "action": "create", "collection": "files", "merge": false, "set": {
            "/size": { "upload": "/file", "of": "size" },
            "/digest": { "upload": "/file", "of": "sha256", "prefix": "sha256:" },
            "/url": { "url": "/files/{id}/content", "bytes": "/file" } } } },
        "files.content": { "summary": "Bytes", "request": "GET /files/{id}/content", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "content": { "text/plain": {} } } } } },
      "collections": { "files": { "item": { "$ref": "#/schemas/File" }, "key": "/id", "seed": [{
        "id": 4, "size": 5, "url": "http://127.0.0.1:1/files/4/content",
        "digest": "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" }] } } }
    """)

  private static func outcomes(_ content: String, encoding: String? = nil) async throws -> [CallOutcome] {
    let server = StoreServer(contract) { request, _ in
      guard request.path == "/files/4/content" else { return nil }
      var headers: HeaderFields = ["Content-Type": "text/plain"]
      if let encoding { headers["Content-Encoding"] = encoding }
      return OutgoingResponse(Response(status: 200, headers: headers, body: Body(content)))
    }
    return try await server.verify(VerifierOptions())
  }

  private static func wrong(_ outcomes: [CallOutcome]) -> [Drift] {
    outcomes.flatMap(\.drift).filter { $0.rule == .effect.contentWrong }
  }

  private static let line = "files.content: serves the bytes of its items"

  @Test func `the bytes that an item describes are no drift`() async throws {
    let outcomes = try await Self.outcomes("hello")
    #expect(Self.wrong(outcomes).map(\.message) == [])
    #expect(
      outcomes.contains { $0.line.label == Self.line && $0.line.outcome == .passed }, "\(outcomes.map(\.line.label))")
  }

  @Test func `a file that is cut off is found by its size`() async throws {
    let found = Self.wrong(try await Self.outcomes("hell"))
    #expect(found.map(\.message) == ["GET /files/4/content returned 4 bytes, but /size of files 4 is 5."])
    #expect(found.map(\.endpoint) == ["files.content"])
  }

  @Test func `other bytes of the same length are found by their digest`() async throws {
    let found = Self.wrong(try await Self.outcomes("jello"))
    #expect(found.count == 1)
    #expect(
      found.first?.message.contains("but /digest of files 4 is sha256:2cf24dba") == true, "\(found.map(\.message))")
  }

  @Test func `bytes with a content coding aren't judged`() async throws {
    let outcomes = try await Self.outcomes("hell", encoding: "br")
    #expect(Self.wrong(outcomes).isEmpty)
    #expect(!outcomes.contains { $0.line.label == Self.line && $0.line.outcome == .passed })
  }

  @Test func `a file that is too large isn't read for its bytes`() async throws {
    let server = StoreServer(Self.contract) { request, answer in
      if request.path == "/files/4/content" {
        return OutgoingResponse(Response(status: 200, headers: ["Content-Type": "text/plain"], body: Body("hello")))
      }
      guard request.method == .get, request.path.hasPrefix("/files") else { return nil }
      let text = answer().json?.text ?? ""
      return OutgoingResponse(Notes.response(200, text.replacing("\"size\":5", with: "\"size\":99000000")))
    }
    let outcomes = try await server.verify(VerifierOptions())
    #expect(Self.wrong(outcomes).isEmpty)
    let line = outcomes.first { $0.line.label == Self.line }?.line
    #expect(line?.reason == "files 4 has 99000000 bytes, which is too many to read")
  }
}
