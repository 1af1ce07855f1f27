import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// Recordings that keep a response's exact bytes, and their description in the list.
struct ByteForByteTests {
  private static let contract = """
    { "plumbline": 1, "service": "blobs", "title": "Blobs", "envelope": null,
      "servers": { "production": { "url": "https://blobs.example.com" } },
      "endpoints": { "blobs.get": { "summary": "A blob", "request": "GET /blobs/{name}", "source": "1",
        "path": { "name": { "type": "string" } }, "success": { "200": { "body": { "type": "object" } } } } } }
    """
  private static let digest = "sha256:" + String(repeating: "0a", count: 32)
  private static let tag = "\"" + String(repeating: "0a", count: 16) + "\""

  private func imported(_ body: String, at name: String = "one", _ fields: (String, String)...) async throws -> (
    list: String, response: JSON
  ) {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/blobs/contract.json")
    let headers = [("Content-Type", "application/json")] + fields
    let entry: JSON = [
      "request": ["method": "GET", "url": JSON("https://blobs.example.com/blobs/\(name)"), "headers": []],
      "response": [
        "status": 200,
        "headers": .array(headers.map { .object([("name", JSON($0.0)), ("value", JSON($0.1))]) }),
        "content": ["text": JSON(body), "mimeType": "application/json"],
      ],
    ]
    try folder.write(JSON.object([("log", ["entries": [entry]])]).prettyText, to: "a.har")
    let run = try await plumbline("import", "har", "a.har", "blobs", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let file = try folder.text(of: "Recordings/blobs/blobs.get/success.json")
    return (run.output, try #require(try JSON.parse(file)["response"]))
  }

  @Test func `a body with a digest is kept as its text, and the list says why`() async throws {
    let body = "{ \"id\": 1 }\n"
    for (field, value) in [("Docker-Content-Digest", Self.digest), ("ETag", Self.tag)] {
      let (list, response) = try await imported(body, (field, value))
      #expect(response["encoding"]?.string == "text" && response["body"]?.string == body, "\(response.text)")
      #expect(response["headers"]?[field.lowercased()]?.string == value, "\(response.text)")
      #expect(
        list.contains("kept as text, byte for byte: a client compares it with the digest in \(field.lowercased())"),
        "\(list)")
    }
  }

  @Test func `a body that no client compares is written as JSON, and its length isn't recorded`() async throws {
    let (list, response) = try await imported("{ \"n\": 1.50 }\n", ("ETag", "\"v4\""), ("Content-Length", "14"))
    #expect(response["encoding"] == nil && response["body"]?.text == #"{"n":1.50}"#, "\(response.text)")
    #expect(response["headers"]?.members.map(\.key) == ["etag"], "\(response.text)")
    #expect(!list.contains("byte for byte"), "\(list)")
  }

  @Test func `where a text was replaced, the digest that no longer fits is named`() async throws {
    let body = "{ \"email\": \"jane.roe@corp-mail.com\" }\n"
    let (list, response) = try await imported(body, ("Docker-Content-Digest", Self.digest))
    #expect(response["headers"]?["docker-content-digest"] == nil, "\(response.text)")
    #expect(response["body"]?["email"]?.string == "person-1@example.com", "\(response.text)")
    #expect(list.contains("its body no longer matches the digest in docker-content-digest"), "\(list)")
    #expect(list.contains("replaced there: /response/body/email"), "\(list)")
    let named = try await imported(body, at: Self.digest)
    #expect(named.list.contains("its body no longer matches the digest in the path"), "\(named.list)")
    let untouched = try await imported("{ \"id\": 1 }", ("Docker-Content-Digest", Self.digest))
    #expect(!untouched.list.contains("no longer"), "\(untouched.list)")
  }

  @Test func `JSON with a key twice is kept as its text, without the texts that are replaced`() async throws {
    let (list, response) = try await imported("{ \"id\": 5, \"id\": 6 }\n")
    #expect(response["body"]?.string == "{ \"id\": 5, \"id\": 6 }\n")
    #expect(response["encoding"]?.string == "text")
    #expect(list.contains("kept as text, byte for byte: its JSON has a duplicate key"), "\(list)")
    let both = try await imported(
      #"{"email":"jane.roe@corp-mail.com","email":"john.doe@corp-mail.com","password":"hunter2-a","password":"hunter2-b"}"#
    )
    #expect(both.response["encoding"]?.string == "text", "\(both.response.text)")
    for text in ["jane.roe", "john.doe", "hunter2"] {
      #expect(!both.response.text.contains(text), "\(both.response.text)")
    }
  }
}
