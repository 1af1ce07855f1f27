import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineVerification
import Synchronization
import Testing

/// A service with one endpoint, whose response has a field of every kind that variants distinguish.
enum Books {
  private static let text = """
    { "plumbline": 1, "service": "books", "title": "Books", "servers": {}, "credentials": {}, "authentication": [],
      "personas": { "reader": { "credentials": {} } },
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "failures": { "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
      "endpoints": {
        "books.get": { "summary": "Read", "request": "GET /books/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "headers": { "X-Copies": { "schema": { "type": "integer" } } }, "payload": { "type": "object", "required": ["id", "title", "state"],
            "properties": { "id": { "type": "integer" }, "title": { "type": "string", "minLength": 1 },
              "subtitle": { "type": ["string", "null"] }, "state": { "enum": ["in", "out"] },
              "tags": { "type": "array", "items": { "type": "string" } }, "shelf": { "type": "string" } } } } } } } }
    """

  static let contract: Contract = {
    return Store.load(text, folder: "books")
  }()

  /// Returns the contract with one string replaced, or `nil` if the result is invalid.
  static func contract(replacing text: String, by other: String) -> Contract? {
    let changed = Self.text.replacing(text, with: other)
    return ContractLoader.load([.init(name: "contract.json", path: "books/contract.json", bytes: Array(changed.utf8))])
      .contract
  }

  static let library = library(recording: "A novel")

  /// Returns a mock that plays a single recording of a book with this subtitle.
  static func library(recording subtitle: JSON) -> MockLibrary {
    let text = """
      { "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "GET", "path": "/books/7" },
        "response": { "status": 200, "headers": { "content-type": "application/json", "x-copies": "3" },
          "body": { "ok": true, "data": { "id": 7, "title": "Emma", "subtitle": \(subtitle.text), "state": "in" } } } }
      """
    let file = RecordingLoader.File(
      endpoint: "books.get", name: "success", path: "books.get/success.json", bytes: Array(text.utf8))
    let result = RecordingLoader.load([file])
    precondition(result.problems.isEmpty, "\(result.problems)")
    return MockLibrary(contract: contract, recordings: result.recordings)
  }

  /// A variant that was played, and the client's reaction.
  typealias Played = (variant: Variant, result: VariantResult)

  /// Plays all variants to one client.
  static func play(
    deadline: Duration = .seconds(3600), sample: VariantSample = .all, limit: Int? = nil,
    library: MockLibrary = library,
    _ client: @escaping @Sendable (BooksClient) async throws -> any Sendable
  ) async throws -> (outcome: VariantOutcome, played: [Played]) {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let call = Call("books.get", "reads a book") { try await client(BooksClient(baseURL: $0.baseURL)) }
    let verifier = VariantVerifier(
      suite: BooksSuite(calls: [call]), library: library, options: VerifierOptions(deadline: deadline), server: server,
      sample: sample)
    let played = Mutex<[Played]>([])
    let result: Result<[VariantOutcome], any Error>
    do {
      result = .success(
        try await verifier.run(
          limit: limit, observe: { variant, result in played.withLock { $0.append((variant, result)) } }))
    } catch {
      result = .failure(error)
    }
    await server.shutdown(grace: .zero)
    return (try #require(try result.get().first), played.withLock { $0 })
  }
}
