import Foundation
import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service whose client methods send several requests, such as for lists in pages, and for reads before writes.
enum Parcels {
  private static let text = """
    { "plumbline": 1, "service": "parcels", "title": "Parcels", "servers": {},
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "PARCELS_KEY" } }, "authentication": [],
      "personas": { "clerk": { "credentials": { "key": "key-of-clerk" } } }, "envelope": null,
      "failures": { "unauthorized": { "status": 401 }, "notFound": { "status": 404 }, "invalid": { "status": 400, "for": "invalid" },
        "busy": { "status": 503 } },
      "schemas": { "Parcel": { "type": "object", "required": ["id", "state"], "properties": {
        "id": { "type": "string", "examples": ["p1"] }, "state": { "enum": ["packed", "sent"] } } } },
      "collections": { "parcels": { "item": { "$ref": "#/schemas/Parcel" }, "key": "/id", "seed": [
        { "id": "p1", "state": "packed" }, { "id": "p2", "state": "packed" }, { "id": "p3", "state": "packed" } ] } },
      "endpoints": {
        "parcels.list": { "summary": "List", "request": "GET /parcels", "source": "Handbook",
          "query": { "after": { "type": "string" }, "limit": { "type": "integer", "default": 2 } },
          "success": { "200": { "body": { "type": "object", "required": ["parcels", "more"], "properties": {
            "parcels": { "type": "array", "items": { "$ref": "#/schemas/Parcel" } },
            "more": { "type": "boolean", "x-paging": "more" } } } } },
          "failures": ["invalid", "busy"],
          "state": { "action": "list", "collection": "parcels", "at": "/parcels", "cursor": "query.after",
            "size": "query.limit" } },
        "parcels.add": { "summary": "Add", "request": "POST /parcels", "source": "Handbook", "authentication": ["key"],
          "headers": { "Idempotency-Key": { "type": "string" } },
          "body": { "type": "object", "required": ["state"], "properties": { "state": { "enum": ["packed", "sent"] } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Parcel" } } },
          "failures": ["invalid", "busy", "unauthorized"],
          "state": { "action": "create", "collection": "parcels" } },
        "parcels.hours": { "summary": "Hours", "request": "GET /hours", "source": "Handbook", "authentication": ["key"],
          "success": { "200": { "body": { "type": "object", "required": ["open"],
            "properties": { "open": { "type": "boolean" } } } } }, "failures": ["unauthorized"] },
        "parcels.get": { "summary": "Read", "request": "GET /parcels/{id}", "source": "Handbook",
          "path": { "id": { "type": "string", "examples": ["p1"] } },
          "headers": { "If-None-Match": { "type": "string" } },
          "success": { "200": { "body": { "$ref": "#/schemas/Parcel" },
            "headers": { "ETag": { "schema": { "type": "string" } } } }, "304": {} }, "failures": ["notFound"],
          "state": { "action": "read", "collection": "parcels", "key": "path.id" } },
        "parcels.update": { "summary": "Change", "request": "PUT /parcels/{id}", "source": "Handbook",
          "path": { "id": { "type": "string", "examples": ["p1"] } },
          "body": { "type": "object", "properties": { "state": { "enum": ["packed", "sent"] } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Parcel" } } }, "failures": ["notFound", "invalid"],
          "state": { "action": "update", "collection": "parcels", "key": "path.id" } } } }
    """

  static let contract: Contract = {
    return Store.load(text, folder: "parcels")
  }()

  static let library = MockLibrary(contract: contract, recordings: [])

  /// Plays the variants of one call.
  static func play(
    _ call: Call, sample: VariantSample = .all
  ) async throws -> (outcome: VariantOutcome, played: [Books.Played]) {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let verifier = VariantVerifier(
      suite: ParcelsSuite(calls: [call]), library: library, options: VerifierOptions(deadline: .seconds(60)),
      server: server, sample: sample)
    let played = Mutex<[Books.Played]>([])
    let result: Result<[VariantOutcome], any Error>
    do {
      result = .success(
        try await verifier.run(observe: { variant, result in played.withLock { $0.append((variant, result)) } }))
    } catch {
      result = .failure(error)
    }
    await server.shutdown(grace: .zero)
    return (try #require(try result.get().first), played.withLock { $0 })
  }

  static func call(
    _ endpoint: String, _ run: @escaping @Sendable (ParcelsClient) async throws -> any Sendable
  ) -> Call {
    Call(endpoint, "calls") { try await run(ParcelsClient(baseURL: $0.baseURL, key: $0.credentials["key"])) }
  }
}

struct ParcelsSuite: CallSuite {
  let service = "parcels"
  let calls: [Call]

  func failure(of error: any Error) -> ClientFailure {
    switch error {
    case let status as ParcelsClient.Status:
      let fitting = ClientFailure.Kind.fitting(status: status.code)
      return ClientFailure(fitting.contains(.server) ? .server : fitting.first ?? .other, message: "\(status.code)")
    case is DecodingError: return ClientFailure(.decoding, message: "\(error)")
    default: return ClientFailure(.network, message: "\(error)")
    }
  }
}

/// A client that loads pages, retries requests, and reads before it writes.
struct ParcelsClient: Sendable {
  struct Status: Error { let code: Int }

  struct Parcel: Codable, Sendable {
    let id: String
    let state: String
  }

  struct Page: Decodable, Sendable {
    let parcels: [Parcel]
    let more: Bool
  }

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()

  /// A session that doesn't follow redirects, but returns them.
  private static let careful: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
  }()

  let baseURL: String
  var key: String?
  var isCareful = false

  /// Returns all parcels, which it loads page by page.
  func all() async throws -> [Parcel] {
    var all: [Parcel] = []
    var path = "/parcels?limit=2"
    while true {
      let page: Page = try await value("GET", path)
      all += page.parcels
      guard page.more, let last = page.parcels.last else { return all }
      path = "/parcels?limit=2&after=\(Self.escaped(last.id))"
    }
  }

  /// Returns the first page, which it requests a second time if the server is busy.
  func firstPage() async throws -> Page {
    do {
      return try await value("GET", "/parcels")
    } catch let status as Status where status.code == 503 {
      return try await value("GET", "/parcels")
    }
  }

  /// Returns the parcels of the first page, without the information on whether there are more.
  func firstParcels() async throws -> [Parcel] { try await firstPage().parcels }

  /// The reaction of a client whose POST is rejected by a busy server.
  enum Repetition: Sendable, CaseIterable {
    case never, same, withoutKey, withAnotherKey, withAnotherBody
  }

  /// Adds a parcel.
  func add(repeating repetition: Repetition = .never) async throws -> Parcel {
    let isKeyed = repetition != .withoutKey
    let sent = #"{"state":"sent"}"#
    do {
      return try await value("POST", "/parcels", sent, headers: isKeyed ? ["Idempotency-Key": "1"] : [:])
    } catch let status as Status where status.code == 503 && repetition != .never {
      let key = repetition == .withAnotherKey ? "2" : "1"
      let body = repetition == .withAnotherBody ? #"{"state":"packed"}"# : sent
      return try await value("POST", "/parcels", body, headers: isKeyed ? ["Idempotency-Key": key] : [:])
    }
  }

  /// Returns a Boolean value that indicates whether the service is open. The request contains the key.
  func isOpen() async throws -> Bool {
    struct Hours: Decodable { let open: Bool }
    let hours: Hours = try await value("GET", "/hours")
    return hours.open
  }

  /// The same client, except that it doesn't follow redirects.
  var withoutRedirects: ParcelsClient {
    var client = self
    client.isCareful = true
    return client
  }

  /// Reads a parcel and sends it.
  func sent() async throws -> Parcel {
    let parcel: Parcel = try await value("GET", "/parcels/p1")
    return try await value("PUT", "/parcels/\(Self.escaped(parcel.id))", #"{"state":"sent"}"#)
  }

  /// Reads a parcel, and checks that it hasn't changed.
  func confirmed() async throws -> Parcel {
    let (data, tag) = try await answer("GET", "/parcels/p1")
    do {
      _ = try await answer("GET", "/parcels/p1", headers: ["If-None-Match": tag ?? ""])
      throw Status(code: 200)
    } catch let status as Status where status.code == 304 {
      return try JSONDecoder().decode(Parcel.self, from: data)
    }
  }

  private static func escaped(_ id: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789")
    return id.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private func value<Value: Decodable & Sendable>(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) async throws -> Value {
    try JSONDecoder().decode(Value.self, from: try await answer(method, path, body, headers: headers).data)
  }

  private func answer(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) async throws -> (data: Data, tag: String?) {
    guard let url = URL(string: baseURL + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if method == "POST" || path == "/hours" { request.setValue(key, forHTTPHeaderField: "X-Key") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await (isCareful ? Self.careful : Self.session).data(for: request)
    let http = response as? HTTPURLResponse
    guard let http, 200..<300 ~= http.statusCode else { throw Status(code: http?.statusCode ?? 0) }
    return (data, http.value(forHTTPHeaderField: "ETag"))
  }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
