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
  /// Plays variants of TrueLog's calls.
  private func outcomes(
    only: [String] = [], sample: VariantSample = .all, lanes: Int = 6, isReversed: Bool = false
  ) async throws -> [VariantOutcome] {
    let server = try HTTPServer()
    let verifier = VariantVerifier(
      suite: Reordered(isReversed: isReversed), library: try TrueLog.library.get(),
      options: VerifierOptions(only: only.map(Pattern.init)), server: server, lanes: lanes, sample: sample)
    let result: Result<[VariantOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  /// TrueLog's calls, forwards or backwards.
  private struct Reordered: CallSuite {
    let isReversed: Bool
    let service = "truelog"

    var calls: [Call] { isReversed ? Suite.calls.reversed() : Suite.calls }

    func failure(of error: any Error) -> ClientFailure { TrueLogSuite().failure(of: error) }
  }

  @Test func `a sample of all variants finds no weakness, and what the committed map says`() async throws {
    let outcomes = try await outcomes(sample: VariantSample(oneIn: 40))
    #expect(outcomes.compactMap(\.reason) == [])
    let drift = DriftMerge.merged(outcomes.flatMap(\.drift))
    #expect(drift.map { "\($0.rule) \($0.endpoint) \($0.pointer?.description ?? ""): \($0.message)" } == [])
    let committed = try CommittedMap()
    var compared = 0
    for call in SensitivityMap(service: "truelog", outcomes: outcomes).calls {
      let needs = committed.needs(of: call.call, at: call.endpoint)
      for field in call.fields {
        #expect(needs[field.field.description] == field.need, "\(call.endpoint): \(call.call): \(field.field)")
        compared += 1
      }
    }
    #expect(compared > 40)
  }

  @Test func `the map doesn't depend on the order of calls, and is the committed one`() async throws {
    let slice = ["users.list: lists users", "reports.templates"]
    let forwards = SensitivityMap(service: "truelog", outcomes: try await outcomes(only: slice))
    let backwards = SensitivityMap(
      service: "truelog", outcomes: try await outcomes(only: slice, lanes: 1, isReversed: true))
    #expect(forwards.json.prettyText == backwards.json.prettyText)
    let committed = try CommittedMap()
    #expect(!forwards.endpoints.isEmpty)
    for call in forwards.calls {
      let needs = Dictionary(uniqueKeysWithValues: call.fields.map { ($0.field.description, $0.need) })
      #expect(needs == committed.needs(of: call.call, at: call.endpoint), "\(call.endpoint)")
    }
  }

  @Test func `every documented field of every endpoint has an entry in the committed map`() throws {
    let committed = try CommittedMap()
    let documented = try DocumentedFields()
    #expect(!documented.fields(of: "tickets.get").isEmpty)
    #expect(committed.endpoints == (try TrueLog.contract.endpoints.map(\.id).sorted()))
    for endpoint in committed.endpoints {
      let missing = documented.fields(of: endpoint).subtracting(committed.fields(of: endpoint))
      #expect(missing.isEmpty, "\(endpoint): \(missing.sorted())")
    }
  }

  @Test(arguments: ["tickets.get", "assets.get", "customers.list", "users.list"])
  func `answers changed by hand confirm the committed map`(endpoint: String) async throws {
    let call = try #require(Suite.calls.first { $0.endpoint == endpoint && $0.expectation == .success })
    let needs = try CommittedMap().needs(of: call.name, at: endpoint)
    let answer = Mutex<[UInt8]>([])
    let desk = FixedAnswer { answer.withLock { $0 } }
    let server = try HTTPServer(configuration: .init(loops: 1))
    let listener = try server.listen(host: "127.0.0.1", port: 0, responder: desk)
    let context = CallContext(baseURL: listener.baseURL)
    let ordinary = try await Self.body(of: call, endpoint)
    var confirmed = 0
    for (field, need) in needs.sorted(by: { $0.key < $1.key }) {
      let tokens = field.split(separator: "/").map(String.init)
      let words = need.components(separatedBy: " · ")
      for change in [Change.removed, .null] {
        let expected: Bool
        switch change {
        case .removed where words.contains("must exist"), .null where words.contains("not null"): expected = true
        case .removed where words.contains("may be absent"), .null where words.contains("may be null"):
          expected = false
        case _ where need == "never read": expected = false
        default: continue
        }
        guard let body = Self.changed(ordinary, tokens[...], change) else { continue }
        answer.withLock { $0 = body }
        var failed = false
        do { _ = try await call.run(context) } catch { failed = true }
        #expect(failed == expected, "\(endpoint) \(field) \(change): the map says \(need)")
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
