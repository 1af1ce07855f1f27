import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Variants of a service without an envelope, in which only the status is decisive.
@Suite struct BareServiceTests {
  private static let contract: Contract = {
    let text = """
      { "plumbline": 1, "service": "shelves", "title": "Shelves", "servers": {}, "credentials": {}, "authentication": [],
        "envelope": null, "failures": { "notFound": { "status": 404 } },
        "endpoints": {
          "shelves.list": { "summary": "List", "request": "GET /shelves", "source": "Handbook",
            "success": { "200": { "body": { "type": "array", "items": { "type": "object", "required": ["name"],
              "properties": { "name": { "type": "string" }, "floor": { "type": "integer" } } } } } } },
          "shelves.delete": { "summary": "Delete", "request": "DELETE /shelves/7", "source": "Handbook",
            "failures": ["notFound"],
            "success": { "200": { "body": { "type": "object", "properties": { "deleted": { "const": true } } } } } },
          "shelves.label": { "summary": "Print", "request": "GET /shelves/7/label", "source": "Handbook",
            "success": { "200": { "content": { "application/pdf": {} } } } },
          "shelves.empty": { "summary": "Empty", "request": "POST /shelves/7/empty", "source": "Handbook",
            "success": { "204": {} } } } }
      """
    return Store.load(text, folder: "shelves")
  }()

  private struct EndpointRecordings: Decodable, Sendable {
    let name: String
    let floor: Int?
  }

  private struct Suite: CallSuite {
    let service = "shelves"
    let calls: [Call]

    func failure(of error: any Error) -> ClientFailure {
      switch error {
      case let status as Status: ClientFailure(status.code == 404 ? .notFound : .server, message: "\(status.code)")
      case is DecodingError, is WrongType: ClientFailure(.decoding, message: "\(error)")
      default: ClientFailure(.network, message: "\(error)")
      }
    }
  }

  private struct Status: Error { let code: Int }
  private struct WrongType: Error {}

  private static func answer(_ method: String, _ url: String) async throws -> (data: Data, type: String) {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = response as? HTTPURLResponse
    guard let code = answer?.statusCode, code < 300 else { throw Status(code: answer?.statusCode ?? 0) }
    return (data, answer?.value(forHTTPHeaderField: "Content-Type") ?? "")
  }

  private static let calls = [
    Call("shelves.list", "lists shelves") {
      try JSONDecoder().decode([EndpointRecordings].self, from: try await answer("GET", $0.baseURL + "/shelves").data)
    },
    Call("shelves.delete", "deletes a shelf") { context in
      _ = try await answer("DELETE", context.baseURL + "/shelves/7")
      return true
    },
    Call("shelves.label", "prints a label") { context in
      let (data, type) = try await answer("GET", context.baseURL + "/shelves/7/label")
      guard type.lowercased().hasPrefix("application/pdf"), !data.isEmpty else { throw WrongType() }
      return data
    },
    Call("shelves.empty", "empties a shelf") { context in
      _ = try await answer("POST", context.baseURL + "/shelves/7/empty")
      return true
    },
    Call("shelves.list", "checks names, and asks nobody") { _ in true },
  ]

  @Test func `clients that rely on the status and the body have no weakness`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let played = Mutex<[(endpoint: String, title: String, standing: Variant.Standing)]>([])
    let verifier = VariantVerifier(
      suite: Suite(calls: Self.calls), library: MockLibrary(contract: Self.contract, recordings: []),
      options: VerifierOptions().patient, server: server, lanes: 1)
    let outcomes = try await verifier.run(observe: { variant, _ in
      played.withLock { $0.append(("", variant.title, variant.standing)) }
    })
    await server.shutdown(grace: .zero)
    #expect(outcomes.flatMap(\.drift).map { "\($0.rule) \($0.endpoint) \($0.message) \($0.actual ?? "")" } == [])
    #expect(outcomes.compactMap(\.reason) == ["the call sends no request to its endpoint"])
    let map = SensitivityMap(service: "shelves", outcomes: outcomes)
    #expect(map.endpoints == ["shelves.delete", "shelves.empty", "shelves.label", "shelves.list"])
    let needs = Dictionary(
      uniqueKeysWithValues: map.calls.flatMap { call in
        call.fields.map { ("\(call.endpoint)\($0.field)", $0.need) }
      })
    #expect(needs["shelves.list/*/name"] == "must exist · not null · string")
    #expect(needs["shelves.list/*/floor"] == "may be absent · may be null · integer")
    #expect(needs["shelves.delete/deleted"] == "never read")
    #expect(map.neverRead(of: "shelves.delete") == ["/deleted"])
    // A client that ignores a body because the status is decisive doesn't have to notice a changed body.
    let titles = played.withLock { played in
      Dictionary(grouping: played, by: \.title).mapValues { Set($0.map(\.standing)) }
    }
    #expect(titles["a body that isn't JSON"] == [.unreadable, .forbidden])
    #expect(titles["a page in place of the file"] == [.unreadable])
    #expect(titles["the connection closes before the answer"] == [.cut])
  }
}
