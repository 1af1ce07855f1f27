import Foundation
import PlumblineVerification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients of one endpoint, each with another weakness.
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

  /// A client that asks for no more than was promised.
  func book() async throws -> Book { try await decoded() }

  /// A client that takes optional fields for granted, and lists of values for final.
  func strictBook() async throws -> StrictBook { try await decoded() }

  /// A client that considers only the body, and makes up missing values.
  func sloppyTitle() async throws -> String {
    let data = try await answer().data
    return (try? JSONDecoder().decode(Envelope<Book>.self, from: data).data?.title) ?? "no title"
  }

  /// A client that says the same of every failure.
  func mumbledBook() async throws -> Book {
    do {
      return try await decoded()
    } catch {
      throw Failure(failure: ClientFailure(.unauthorized, message: "Log in again."))
    }
  }

  /// A client that waits for ever when it can't decode.
  func patientBook() async throws -> Book {
    do {
      return try await decoded()
    } catch {
      await Self.wait()
      throw error
    }
  }

  /// Ends when its task is canceled.
  private static func wait() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }

  func decoded<Payload: Decodable & Sendable>() async throws -> Payload {
    try read(try await answer())
  }

  /// Reads the book in a response, with the error that fits if there is none.
  func read<Payload: Decodable & Sendable>(_ answer: Answer) throws -> Payload {
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

  struct Answer: Sendable {
    let data: Data
    let status: Int
    let headers: [String: String]
  }

  func answer() async throws -> Answer {
    guard let url = URL(string: baseURL + "/books/7") else { throw URLError(.badURL) }
    let (data, response) = try await Self.session.data(for: URLRequest(url: url))
    let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
    return Answer(
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
