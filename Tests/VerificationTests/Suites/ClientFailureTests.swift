import Foundation
import PlumblineHTTPMessages
import Testing

@testable import PlumblineVerification

/// The causes that client errors name, and the dates in responses.
struct ClientFailureTests {
  private struct Item: Decodable {
    enum State: String, Decodable { case open }

    let id: Int
    let state: State
    let tags: [String]
    let madeAt: Date

    enum CodingKeys: String, CodingKey {
      case id, state, tags
      case madeAt = "made/at"
    }
  }

  private static func failure(_ body: String) throws -> ClientFailure {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      _ = try decoder.decode([Item].self, from: Data(body.utf8))
    } catch let error as DecodingError {
      return ClientFailure(decoding: error)
    }
    throw CancellationError()
  }

  @Test(arguments: [
    (#"[{"state": "open", "tags": [], "made/at": "2026-11-20T08:30:00Z"}]"#, "/0/id", "which is missing"),
    (#"[{"id": null, "state": "open", "tags": [], "made/at": "2026-11-20T08:30:00Z"}]"#, "/0/id", "not null"),
    (#"[{"id": "7", "state": "open", "tags": [], "made/at": "2026-11-20T08:30:00Z"}]"#, "/0/id", "an integer"),
    (#"[{"id": 7, "state": "shut", "tags": [], "made/at": "2026-11-20T08:30:00Z"}]"#, "/0/state", "shut"),
    (#"[{"id": 7, "state": "open", "tags": ["a", 1], "made/at": "2026-11-20T08:30:00Z"}]"#, "/0/tags/1", "a string"),
    (#"[{"id": 7, "state": "open", "tags": [], "made/at": null}]"#, "/0/made~1at", "a date"),
    // Foundation doesn't specify which member caused the error.
    (#"[{"id": 7, "state": "open", "tags": [], "made/at": "yesterday"}]"#, "/0", "ISO8601"),
  ])
  func `a decoder's error says where it stopped and what was expected`(
    body: String, place: String, words: String
  ) throws {
    let failure = try Self.failure(body)
    #expect(failure.kind == .decoding && failure.codingPath == place, "\(failure)")
    #expect(failure.message.contains(place) && failure.message.contains(words), "\(failure)")
  }

  @Test func `an error about all of a body has no place`() throws {
    let failure = try Self.failure("{}")
    #expect(failure.codingPath == nil && failure.message.contains("the whole body"), "\(failure)")
  }

  private struct Unnamed: Error, CustomStringConvertible { let description = "it rains" }

  @Test func `other errors are of the kind that a caller acts on`() {
    #expect(ClientFailure(describing: URLError(.timedOut)).kind == .network)
    #expect(ClientFailure(describing: URLError(.cannotParseResponse)).kind == .decoding)
    #expect(ClientFailure(describing: URLError(.cancelled)).kind == .other)
    #expect(ClientFailure(describing: Unnamed()) == ClientFailure(.other, message: "it rains"))
    let error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no JSON"))
    #expect(ClientFailure(describing: error) == ClientFailure(decoding: error))
  }

  private static func answer(_ body: String) -> CallAnswer {
    CallAnswer(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(body.utf8))))
  }

  @Test(arguments: ["2026-11-20T08:30:00.25Z", "2026-11-20T16:30:00.250+08:00"])
  func `a date of an answer is read in any zone and to fractions`(text: String) throws {
    let date = try #require(Self.answer(#"{"at": "\#(text)"}"#).date(at: "/at"))
    #expect(abs(date.timeIntervalSince1970 - 1_795_163_400.25) < 0.001)
  }

  @Test func `a date that is off is said with both, and one that is right isn't`() throws {
    let answer = Self.answer(#"{"at": "2026-11-20T08:30:00Z", "word": "soon"}"#)
    let right = Date(timeIntervalSince1970: 1_795_163_400)
    #expect(answer.mistake(in: right, from: "/at") == nil)
    let mistake = answer.mistake(in: right.addingTimeInterval(3600), from: "/at")
    #expect(mistake == "/at is 2026-11-20T08:30:00Z, but the client has 2026-11-20T09:30:00Z")
    #expect(answer.mistake(in: nil, from: "/at") == "/at is 2026-11-20T08:30:00Z, but the client has no date")
    #expect(answer.mistake(in: right, from: "/word") == nil)
    #expect(answer.mistake(in: right, from: "/none") == nil)
  }
}
