import Foundation
import PlumblineDriftDetection
import PlumblineVerification
import Testing

/// A weakness of a client, and the finding of the variants that reveal it.
struct BooksWeakness: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: Rule
  /// A part of the finding's message, or the finding's location.
  let mark: String
  let client: @Sendable (BooksClient) async throws -> any Sendable

  var testDescription: String { name }

  /// The variants that can reveal the weakness.
  var sample: VariantSample { mark.hasPrefix("/") || mark == "an unknown member" ? .fields : .wholeAnswers }

  init(
    _ name: String, _ rule: Rule, _ mark: String,
    _ client: @escaping @Sendable (BooksClient) async throws -> any Sendable
  ) {
    self.name = name
    self.rule = rule
    self.mark = mark
    self.client = client
  }

  private struct NarrowBook: Decodable, Sendable {
    let id: Int16
  }

  private struct ClosedBook: Decodable, Sendable {
    private struct Name: CodingKey {
      let stringValue: String
      let intValue: Int? = nil

      init(stringValue: String) { self.stringValue = stringValue }

      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let known = ["id", "title", "subtitle", "state", "tags", "shelf"]
      let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      if let name = names.first(where: { !known.contains($0) }) {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "there is no \(name)"))
      }
    }
  }

  private static func failure(_ kind: ClientFailure.Kind, _ message: String) -> BooksClient.Failure {
    BooksClient.Failure(failure: ClientFailure(kind, message: message))
  }

  static let all: [BooksWeakness] = [
    BooksWeakness("takes an optional field for granted", Rule.client.stricterThanContract, "/data/subtitle") {
      try await $0.strictBook()
    },
    BooksWeakness("takes a list of values for final", Rule.client.stricterThanContract, "/data/state") {
      try await $0.strictBook()
    },
    BooksWeakness("has too little room for a number", Rule.client.stricterThanContract, "/data/id") {
      let book: NarrowBook = try await $0.decoded()
      return book
    },
    BooksWeakness("refuses members that it doesn't know", Rule.client.stricterThanContract, "an unknown member") {
      let book: ClosedBook = try await $0.decoded()
      return book
    },
    BooksWeakness(
      "compares the content type letter by letter", Rule.client.stricterThanContract,
      "a content type with a parameter"
    ) { client in
      let answer = try await client.answer()
      guard answer.status >= 300 || answer.headers["content-type"] == "application/json" else {
        throw failure(.decoding, "not JSON")
      }
      let book: BooksClient.Book = try client.read(answer)
      return book
    },
    BooksWeakness("relies on a header that may be missing", Rule.client.stricterThanContract, "no header X-Copies") {
      client in
      let answer = try await client.answer()
      let book: BooksClient.Book = try client.read(answer)
      guard let copies = answer.headers["x-copies"] else { throw failure(.decoding, "no copies") }
      return [book.title, copies]
    },
    BooksWeakness(
      "doesn't look at the envelope's flag", Rule.client.swallowedError, "The server rejected the request with"
    ) { client in
      let answer = try await client.answer()
      guard answer.status < 300 else { return try client.read(answer) as BooksClient.Book }
      struct Slot: Decodable { let data: BooksClient.Book? }
      do {
        return try JSONDecoder().decode(Slot.self, from: answer.data).data?.title
      } catch {
        throw failure(.decoding, "\(error)")
      }
    },
    BooksWeakness("doesn't look at the status", Rule.client.swallowedError, "The server rejected the request with") {
      client in
      let answer = try await client.answer()
      return try client.read(.init(data: answer.data, status: 200, headers: [:])) as BooksClient.Book
    },
    BooksWeakness("makes up what it can't read", Rule.client.swallowedError, "half of the body") {
      try await $0.sloppyTitle()
    },
    BooksWeakness("takes an empty body for a success", Rule.client.swallowedError, "an empty body") { client in
      let answer = try await client.answer()
      if answer.status < 300, answer.data.isEmpty { return "done" }
      return try client.read(answer) as BooksClient.Book
    },
    BooksWeakness(
      "shows an old copy when the connection breaks", Rule.client.swallowedError,
      "the connection closes in the middle of the body"
    ) { client in
      do {
        return try await client.book()
      } catch is URLError {
        return "an old copy"
      }
    },
    BooksWeakness("says that the server failed where nothing was found", Rule.client.wrongError, "responded with 404") {
      client in
      let answer = try await client.answer()
      guard answer.status < 300 else { throw failure(.server, "the answer was \(answer.status)") }
      return try client.read(answer) as BooksClient.Book
    },
    BooksWeakness("blames the network for what it can't read", Rule.client.wrongError, "a body that isn't JSON") {
      client in
      do {
        return try await client.book()
      } catch let error as BooksClient.Failure where error.failure.kind == .decoding {
        throw failure(.network, "no answer")
      }
    },
    BooksWeakness(
      "sends its user to log in when the connection breaks", Rule.client.wrongError,
      "the connection is reset in the middle of the body"
    ) { client in
      do {
        return try await client.book()
      } catch is URLError {
        throw failure(.unauthorized, "Log in again.")
      }
    },
  ]
}
