import DriftDetection
import Foundation
import HTTPMessages
import HTTPServer
import MockEngine
import Synchronization
import Testing
import TrueLogSuite
import Verification

@Suite struct SensitivityMapTests {
  /// All variants of every TrueLog call, played once for all tests.
  private static let outcomes = Task { () async throws -> [VariantOutcome] in
    let server = try HTTPServer()
    let verifier = VariantVerifier(
      suite: TrueLogSuite(), library: try TrueLog.library.get(), options: VerifierOptions(), server: server)
    let outcomes = try await verifier.run()
    await server.shutdown(grace: .zero)
    return outcomes
  }

  @Test func `the TrueLog client has no weakness that variants find`() async throws {
    let drift = DriftMerge.merged(try await Self.outcomes.value.flatMap(\.drift))
    #expect(drift.map { "\($0.rule) \($0.endpoint) \($0.pointer?.description ?? ""): \($0.actual ?? "")" } == [])
  }

  @Test func `every documented field of every endpoint with a call has an entry`() async throws {
    let outcomes = try await Self.outcomes.value
    #expect(outcomes.compactMap(\.reason) == [])
    let map = SensitivityMap(service: "truelog", outcomes: outcomes)
    let documented = try DocumentedFields()
    #expect(!documented.fields(of: "tickets.get").isEmpty)
    for endpoint in map.endpoints {
      let entries = Set(map.calls.filter { $0.endpoint == endpoint }.flatMap(\.fields).map(\.field.description))
      let missing = documented.fields(of: endpoint).subtracting(entries)
      #expect(missing.isEmpty, "\(endpoint): \(missing.sorted())")
    }
  }

  @Test(arguments: ["tickets.get", "assets.get", "customers.list", "users.list"])
  func `answers changed by hand confirm the map`(endpoint: String) async throws {
    let map = SensitivityMap(service: "truelog", outcomes: try await Self.outcomes.value)
    let call = try #require(TrueLogSuite().calls.first { $0.endpoint == endpoint && $0.expectation == .success })
    let entry = try #require(map.calls.first { $0.endpoint == endpoint && $0.call == call.name })
    let answer = Mutex<[UInt8]>([])
    let desk = FixedAnswer { answer.withLock { $0 } }
    let server = try HTTPServer(configuration: .init(loops: 1))
    let listener = try server.listen(host: "127.0.0.1", port: 0, responder: desk)
    let context = CallContext(baseURL: listener.baseURL)
    let ordinary = try await Self.body(of: call, endpoint)
    var confirmed = 0
    for field in entry.fields {
      let tokens = field.field.tokens
      for change in [Change.removed, .null] {
        let expected = change == .removed ? field.mustExist : field.mayBeNull.map { !$0 }
        guard let expected, let body = Self.changed(ordinary, tokens[...], change) else { continue }
        answer.withLock { $0 = body }
        var failed = false
        do { _ = try await call.run(context) } catch { failed = true }
        #expect(failed == expected, "\(endpoint) \(field.field) \(change): the map says \(field.need)")
        confirmed += 1
      }
    }
    listener.close()
    await server.shutdown(grace: .zero)
    #expect(confirmed > 8)
  }

  enum Change { case removed, null }

  /// The mock's answer to a call, as Foundation reads it.
  private static func body(of call: Call, _ endpoint: String) async throws -> Any {
    let library = try TrueLog.library.get()
    let recording = try #require(library.recordings.first { $0.endpoint == endpoint && $0.name == "success" })
    let bytes = try #require(recording.exchange.response?.body.bytes)
    return try JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// The answer with one field changed, in every element of an array; `nil` where there is no such field.
  private static func changed(_ value: Any, _ tokens: ArraySlice<String>, _ change: Change) -> [UInt8]? {
    var found = false
    let result = edit(value, tokens, change, &found)
    guard found, let data = try? JSONSerialization.data(withJSONObject: result) else { return nil }
    return Array(data)
  }

  private static func edit(_ value: Any, _ tokens: ArraySlice<String>, _ change: Change, _ found: inout Bool) -> Any {
    guard let token = tokens.first else { return value }
    if token == "*", let elements = value as? [Any] {
      if tokens.count == 1 {
        found = change == .null && !elements.isEmpty
        return elements.map { _ in NSNull() }
      }
      return elements.map { edit($0, tokens.dropFirst(), change, &found) }
    }
    guard var object = value as? [String: Any], let member = object[token] else { return value }
    if tokens.count == 1 {
      found = true
      object[token] = change == .removed ? nil : NSNull()
    } else {
      object[token] = edit(member, tokens.dropFirst(), change, &found)
    }
    return object
  }
}

/// Answers everything with one body.
private struct FixedAnswer: Responder {
  let body: @Sendable () -> [UInt8]

  func respond(to request: Request, completion: Completion) -> Reply {
    .now(Answer(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body()))))
  }
}
