import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine
import Synchronization
import Testing

@testable import PlumblineVerification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Complete runs of clients that read streams of events or lines.
struct StreamRunTests {
  private static let contract: Contract = {
    let text = """
      { "plumbline": 1, "service": "feeds", "title": "Feeds", "servers": {}, "credentials": {}, "authentication": [],
        "envelope": null, "endpoints": {
        "feed.watch": { "summary": "Watch", "request": "GET /feed", "source": "Handbook", "success": { "200": { "content": {
          "text/event-stream": { "itemSchema": { "oneOf": [
            { "type": "object", "required": ["event", "data"], "properties": { "event": { "const": "reading" },
              "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": {
                "type": "object", "required": ["n"], "properties": {
                  "n": { "type": "integer" }, "note": { "type": "string" } } } } } },
            { "type": "object", "required": ["event", "data"], "properties": { "event": { "const": "done" },
              "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": {
                "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } } } } ] } } } } } },
        "feed.lines": { "summary": "List", "request": "GET /lines", "source": "Handbook", "success": { "200": { "content": {
          "application/x-ndjson": { "itemSchema": { "type": "object", "required": ["n"], "properties": {
            "n": { "type": "integer" }, "text": { "type": "string" } } } } } } } } } }
      """
    return Store.load(text, folder: "feeds")
  }()

  private static func library() throws -> MockLibrary {
    let events = #"event: reading\ndata: {\"n\":1,\"note\":\"a\"}\n\nevent: done\ndata: {\"n\":2}\n\n"#
    let lines = #"{\"n\":1}\n{\"n\":2,\"text\":\"b\"}\n"#
    return MockLibrary(
      contract: contract,
      recordings: [
        try DirectBench.recording(
          "feed.watch", "success", #""method": "GET", "path": "/feed""#,
          #""status": 200, "headers": { "content-type": "text/event-stream" }, "body": "\#(events)", "encoding": "text""#
        ),
        try DirectBench.recording(
          "feed.lines", "success", #""method": "GET", "path": "/lines""#,
          #""status": 200, "headers": { "content-type": "application/x-ndjson" }, "body": "\#(lines)", "encoding": "text""#
        ),
      ])
  }

  private struct Suite: CallSuite {
    let service = "feeds"
    let calls: [Call]

    func failure(of error: any Error) -> ClientFailure {
      switch error {
      case let status as Status: ClientFailure(.server, message: "\(status.code)")
      case is DecodingError, is Incomplete: ClientFailure(.decoding, message: "\(error)")
      default: ClientFailure(.network, message: "\(error)")
      }
    }
  }

  private struct Status: Error { let code: Int }

  /// An error for a response that isn't a stream, or for a stream that ends too early.
  private struct Incomplete: Error {}

  private struct Reading: Decodable, Sendable {
    let n: Int
    /// The contract doesn't require this member.
    let note: String
  }

  private struct Line: Decodable, Sendable {
    let n: Int
    let text: String?
  }

  private static func text(_ url: String, _ type: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(for: URLRequest(url: url))
    let answer = response as? HTTPURLResponse
    guard let code = answer?.statusCode, code < 300 else { throw Status(code: answer?.statusCode ?? 0) }
    guard answer?.value(forHTTPHeaderField: "Content-Type")?.lowercased().hasPrefix(type) == true else {
      throw Incomplete()
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the readings of a stream, which has a special last event. Other events are skipped.
  private static func watch(_ baseURL: String) async throws -> [Reading] {
    var readings: [Reading] = []
    var isDone = false
    for event in try await text(baseURL + "/feed", "text/event-stream").components(separatedBy: "\n\n") {
      let lines = event.components(separatedBy: "\n")
      switch lines.first(where: { $0.hasPrefix("event: ") }) {
      case "event: reading":
        let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }.joined(separator: "\n")
        readings.append(try JSONDecoder().decode(Reading.self, from: Data(data.utf8)))
      case "event: done": isDone = true
      default: break
      }
    }
    guard isDone else { throw Incomplete() }
    return readings
  }

  private static func lines(_ baseURL: String) async throws -> [Line] {
    try await text(baseURL + "/lines", "application/x-ndjson").split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private typealias Played = (variant: Variant, result: VariantResult)

  /// Plays all variants to one client.
  private static func play(
    _ call: Call
  ) async throws -> (outcome: VariantOutcome, needs: [String: String], played: [String: Played]) {
    let server = try HTTPServer(configuration: .init(loops: 1))
    let verifier = VariantVerifier(
      suite: Suite(calls: [call]), library: try library(), options: VerifierOptions().patient, server: server, lanes: 1)
    let played = Mutex<[String: Played]>([:])
    let result: Result<[VariantOutcome], any Error>
    do {
      result = .success(
        try await verifier.run(observe: { variant, result in
          played.withLock { $0[variant.title] = (variant, result) }
        }))
    } catch {
      result = .failure(error)
    }
    await server.shutdown(grace: .zero)
    let outcomes = try result.get()
    let map = SensitivityMap(service: "feeds", outcomes: outcomes)
    let needs = map.calls.flatMap { call in call.fields.map { ("\($0.field)", $0.need) } }
    return (
      try #require(outcomes.first), Dictionary(needs, uniquingKeysWith: { first, _ in first }),
      played.withLock { $0 }
    )
  }

  /// Returns the fields that the client needs, although the contract allows responses without them or with different
  /// values.
  private static func strictness(_ outcome: VariantOutcome) -> [[String]] {
    outcome.drift.filter { $0.rule == Rule.client.stricterThanContract }.compactMap { $0.pointer?.tokens.suffix(2) }
      .map(Array.init)
  }

  @Test func `events get variants, findings, and the needs of their fields`() async throws {
    let (outcome, needs, played) = try await Self.play(
      Call("feed.watch", "watches") { try await Self.watch($0.baseURL) })
    #expect(outcome.reason == nil)
    #expect(needs["/*/data/n"] == "must exist · not null · integer", "\(needs)")
    #expect(needs["/*/data/note"] == "must exist · not null · string", "\(needs)")
    #expect(needs["/*(done)/data/n"] == "never read", "\(needs)")
    #expect(Self.strictness(outcome).contains(["data", "note"]), "\(outcome.drift.map(\.message))")
    #expect(!Self.strictness(outcome).contains(["data", "n"]))
    #expect(played["/0/data/note: absent"]?.variant.standing == .allowed)
    #expect(played["/0/data/n: absent"]?.variant.standing == .forbidden)
    // An event with an unknown name is skipped, and a stream that ends before its last event is noticed.
    #expect(played["an event of an unknown name"]?.result.isSuccess == true)
    #expect(played["the stream ends after part 1"]?.result.isSuccess == false)
    #expect(outcome.drift.filter { $0.rule == Rule.client.swallowedError }.map(\.message) == [])
  }

  @Test func `lines get variants, and the needs of their fields`() async throws {
    let (outcome, needs, played) = try await Self.play(
      Call("feed.lines", "lists") { try await Self.lines($0.baseURL) })
    #expect(outcome.reason == nil)
    #expect(needs["/*/n"] == "must exist · not null · integer", "\(needs)")
    #expect(needs["/*/text"] == "may be absent · may be null · string", "\(needs)")
    #expect(Self.strictness(outcome) == [], "\(outcome.drift.map(\.message))")
    #expect(played["/1/text: absent"]?.result.isSuccess == true)
    #expect(played["/0/n: absent"]?.result.isSuccess == false)
  }
}
