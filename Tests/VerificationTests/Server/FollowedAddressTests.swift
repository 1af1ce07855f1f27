import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineVerification
import Synchronization
import Testing

/// Clients that follow the URLs in a real server's responses.
@Suite struct FollowedAddressTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Files", "envelope": null,
      "failures": { "notFound": { "status": 404 } },
      "schemas": { "File": { "type": "object", "required": ["id", "url"], "properties": {
        "id": { "type": "integer" }, "url": { "type": "string", "format": "uri" } } } },
      "endpoints": {
        \(Part.get("files", "File", in: "body")),
        \(Part.remove("files")) },
      "collections": { "files": { "item": { "$ref": "#/schemas/File" }, "key": "/id",
        "seed": [{ "id": 4, "url": "http://files.example/files/4" }] } } }
    """)

  /// A suite with one call, which reads a file and removes it by its URL.
  private final class FollowingSuite: CallSuite {
    let service = "store"
    private let followed = Mutex<[String]>([])

    var urls: [String] { followed.withLock { $0 } }

    var calls: [Call] {
      [
        Call("files.get", "follows the URL") { [self] context in
          let client = try UpstreamClient()
          let read = await client.exchange(
            Request(method: .get, target: "/files/4"), with: try BaseURL(parsing: context.baseURL),
            deadline: context.deadline)
          let url = (try? JSON.parse(read.response?.body.bytes ?? []))?["url"]?.string ?? ""
          followed.withLock { $0.append(url) }
          if url.hasPrefix(context.baseURL) {
            _ = await client.exchange(
              Request(method: .delete, target: String(url.dropFirst(context.baseURL.count))),
              with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
          }
          await client.shutdown()
          return url
        }
      ]
    }

    func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
  }

  @Test func `a URL of the server leads to the verifier, which sends nothing on that may not be`() async throws {
    let server = StoreServer(Self.contract)
    let suite = FollowingSuite()
    let outcomes = try await server.verify(at: "http://files.example", VerifierOptions(), suite: suite)
    #expect(suite.urls.count == 1 && suite.urls[0].hasPrefix("http://127.0.0.1:"), "\(suite.urls)")
    #expect(suite.urls.allSatisfy { $0.hasSuffix("/files/4") }, "\(suite.urls)")
    #expect(server.writes == [])
    let bodies = outcomes.flatMap(\.exchanges).compactMap { $0.response?.body.bytes }
    #expect(
      bodies.contains { String(decoding: $0, as: UTF8.self).contains("http://files.example/files/4") },
      "It is judged as it came.")
  }
}
