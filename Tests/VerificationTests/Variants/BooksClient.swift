import Foundation
import PlumblineVerification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients of one endpoint, each with a different weakness.
struct BooksClient: Sendable {
  struct Book: Decodable, Sendable {
    let id: Int
    let title: String
    let subtitle: String?
    let state: String
    let tags: [String]?
  }

  struct StrictBook: Decodable, Sendable {
    enum State: String, Decodable, Sendable { case `in` }

    let id: Int
    let title: String
    let subtitle: String
    let state: State
  }

  struct Envelope<Payload: Decodable & Sendable>: Decodable, Sendable {
    let ok: Bool
    let data: Payload?
  }

  struct Failure: Error {
    let failure: ClientFailure
  }

  private static let session = URLSession(configuration: .ephemeral)

  let baseURL: String

  /// Reads the book like a client that requires no more than was promised.
  func book() async throws -> Book { try await decoded() }

  /// Reads the book like a client that requires optional fields, and assumes that lists of values are complete.
  func strictBook() async throws -> StrictBook { try await decoded() }

  /// Reads the title like a client that considers only the body, and substitutes missing values.
  func sloppyTitle() async throws -> String {
    let data = try await answer().data
    return (try? JSONDecoder().decode(Envelope<Book>.self, from: data).data?.title) ?? "no title"
  }

  /// Reads the book like a client that reports every failure the same way.
  func mumbledBook() async throws -> Book {
    do {
      return try await decoded()
    } catch {
      throw Failure(failure: ClientFailure(.unauthorized, message: "Log in again."))
    }
  }

  /// Reads the book like a client that waits forever if it can't decode a response.
  func patientBook() async throws -> Book {
    do {
      return try await decoded()
    } catch {
      await Self.wait()
      throw error
    }
  }

  /// Waits until the task is canceled.
  private static func wait() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }

  func decoded<Payload: Decodable & Sendable>() async throws -> Payload {
    try read(try await answer())
  }

  /// Returns the book in a response, or throws the corresponding error if there is none.
  func read<Payload: Decodable & Sendable>(_ answer: OutgoingResponse) throws -> Payload {
    let (data, status) = (answer.data, answer.status)
    guard status < 300 else {
      throw Failure(failure: ClientFailure(status == 404 ? .notFound : .server, message: "the answer was \(status)"))
    }
    let envelope: Envelope<Payload>
    do {
      envelope = try JSONDecoder().decode(Envelope<Payload>.self, from: data)
    } catch {
      throw Failure(failure: ClientFailure(.decoding, message: "\(error)"))
    }
    guard envelope.ok else { throw Failure(failure: ClientFailure(.server, message: "it was refused")) }
    guard let payload = envelope.data else { throw Failure(failure: ClientFailure(.decoding, message: "no data")) }
    return payload
  }

  struct OutgoingResponse: Sendable {
    let data: Data
    let status: Int
    let headers: [String: String]
  }

  func answer() async throws -> OutgoingResponse {
    guard let url = URL(string: baseURL + "/books/7") else { throw URLError(.badURL) }
    let (data, response) = try await Self.session.data(for: URLRequest(url: url))
    let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
    return OutgoingResponse(
      data: data, status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      headers: Dictionary(
        fields.map { ("\($0)".lowercased(), "\($1)") }, uniquingKeysWith: { first, _ in first }))
  }
}

/// The calls that a test defines.
struct BooksSuite: CallSuite {
  let service = "books"
  let calls: [Call]

  func failure(of error: any Error) -> ClientFailure {
    (error as? BooksClient.Failure)?.failure ?? ClientFailure(.network, message: "\(error)")
  }
}
