import Foundation
import PlumblineVerification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client like that of a small app, with a URLSession and a base URL.
struct NotesClient: Sendable {
  struct Note: Decodable, Sendable {
    let id: Int
    let text: String
  }

  struct Envelope<Payload: Decodable & Sendable>: Decodable, Sendable {
    let ok: Bool
    let data: Payload?
  }

  /// An error that a test's suite translates.
  struct Failure: Error {
    let kind: ClientFailure.Kind
    let message: String
  }

  private static let session = URLSession(configuration: .ephemeral)

  let context: CallContext

  init(_ context: CallContext) { self.context = context }

  func note(_ id: Int) async throws -> Note { try await send("GET", "/notes/\(id)") }

  /// Reads a note by a word instead of a number.
  func note(word: String) async throws -> Note { try await send("GET", "/notes/\(word)") }

  func add(_ text: String) async throws -> Note { try await send("POST", "/notes", body: #"{"text": "\#(text)"}"#) }

  func search() async throws -> [Note] { try await send("POST", "/search") }

  private func send<Payload: Decodable & Sendable>(
    _ method: String, _ path: String, body: String? = nil
  ) async throws -> Payload {
    guard let url = URL(string: context.baseURL + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let key = context.credentials["key"] { request.setValue(key, forHTTPHeaderField: "X-Key") }
    if let token = context.credentials["session"] {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await Self.session.data(for: request)
    } catch {
      throw Failure(kind: .network, message: "\(error)")
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let kinds: [Int: ClientFailure.Kind] = [401: .unauthorized, 403: .forbidden, 404: .notFound, 422: .validation]
    guard status < 400 else { throw Failure(kind: kinds[status] ?? .server, message: "the answer was \(status)") }
    do {
      let envelope = try JSONDecoder().decode(Envelope<Payload>.self, from: data)
      guard let payload = envelope.data else { throw Failure(kind: .decoding, message: "no data") }
      return payload
    } catch let error as DecodingError {
      throw Failure(kind: .decoding, message: "\(error)")
    }
  }
}
