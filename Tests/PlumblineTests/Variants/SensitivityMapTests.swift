import PlumblineContractModel
import Foundation
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

@Suite struct SensitivityMapTests {
  /// Returns the outcomes of variants of a service's calls.
  private func outcomes(
    of service: Service, only: [String] = [], sample: VariantSample = .all, lanes: Int = 6, isReversed: Bool = false
  ) async throws -> [VariantOutcome] {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = VariantVerifier(
      suite: Reordered(suite: service.suite, isReversed: isReversed), library: try service.library.get(),
      options: VerifierOptions(only: only.map(Wildcard.init), deadline: .seconds(3600)), server: server, lanes: lanes,
      sample: sample)
    let result: Result<[VariantOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  /// A service's calls in forward or reverse order.
  private struct Reordered: CallSuite {
    let suite: any CallSuite
    let isReversed: Bool
    var service: String { suite.service }
    var calls: [Call] { isReversed ? suite.calls.reversed() : suite.calls }

    func failure(of error: any Error) -> ClientFailure { suite.failure(of: error) }
  }

  @Test(arguments: zip([Service.trueLog, .realityPortal], [40, 60]))
  func `a sample of all variants finds no weakness, and what the committed map says`(
    service: Service, share: Int
  ) async throws {
    let outcomes = try await outcomes(of: service, sample: VariantSample(oneIn: share))
    #expect(outcomes.compactMap(\.reason) == [])
    let drift = DriftMerge.merged(outcomes.flatMap(\.drift))
    #expect(drift.map { "\($0.rule) \($0.endpoint) \($0.pointer?.description ?? ""): \($0.message)" } == [])
    let committed = try CommittedMap(service.suite.service)
    var compared = 0
    for call in SensitivityMap(service: service.suite.service, outcomes: outcomes).calls {
      let needs = committed.needs(of: call.call, at: call.endpoint)
      for field in call.fields {
        #expect(needs[field.field.description] == field.need, "\(call.endpoint): \(call.call): \(field.field)")
        compared += 1
      }
    }
    #expect(compared > 12)
  }

  @Test(arguments: [
    (Service.trueLog, ["users.list: lists users", "reports.templates"]),
    (.realityPortal, ["preferences.get: *", "auth.register: opens an account"]),
    (.photoScout, ["plans.get: reads a plan without a place", "conversations.list: lists conversations"]),
  ])
  func `the map doesn't depend on the order of calls, and is the committed one`(
    service: Service, slice: [String]
  ) async throws {
    let name = service.suite.service
    let forwards = SensitivityMap(service: name, outcomes: try await outcomes(of: service, only: slice))
    let backwards = SensitivityMap(
      service: name, outcomes: try await outcomes(of: service, only: slice, lanes: 1, isReversed: true))
    #expect(forwards.json().prettyText == backwards.json().prettyText)
    let committed = try CommittedMap(name)
    #expect(forwards.endpoints.count >= 2)
    for call in forwards.calls {
      let needs = Dictionary(uniqueKeysWithValues: call.fields.map { ($0.field.description, $0.need) })
      #expect(needs == committed.needs(of: call.call, at: call.endpoint), "\(call.endpoint)")
    }
  }

  @Test(arguments: Service.all)
  func `every documented field of every endpoint has an entry in the committed map`(service: Service) throws {
    let committed = try CommittedMap(service.suite.service)
    let documented = try DocumentedFields(service.suite.service)
    #expect(committed.endpoints == (try service.library.get().contract.endpoints.map(\.id).sorted()))
    var count = 0
    for endpoint in committed.endpoints {
      let fields = documented.fields(of: endpoint)
      let missing = fields.subtracting(committed.fields(of: endpoint))
      #expect(missing.isEmpty, "\(endpoint): \(missing.sorted())")
      count += fields.count
    }
    #expect(count > 20)
  }

  @Test(arguments: [
    (Service.trueLog, "tickets.get"), (.trueLog, "assets.get"), (.trueLog, "customers.list"), (.trueLog, "users.list"),
    (.realityPortal, "listings.get"), (.realityPortal, "favorites.list"), (.realityPortal, "inquiries.messages"),
    (.realityPortal, "profile.get"), (.photoScout, "plans.get"), (.photoScout, "conversations.get"),
  ])
  func `answers changed by hand confirm the committed map`(service: Service, endpoint: String) async throws {
    let call = try #require(service.suite.calls.first { $0.endpoint == endpoint && $0.expectation == .success })
    let needs = try CommittedMap(service.suite.service).needs(of: call.name, at: endpoint)
    let answer = Mutex<[UInt8]>([])
    let desk = FixedAnswer { answer.withLock { $0 } }
    let server = try HTTPServer(configuration: .init(loops: 1))
    let listener = try server.listen(host: "127.0.0.1", port: 0, responder: desk)
    let context = CallContext(baseURL: listener.baseURL)
    let ordinary = try Self.body(of: service, endpoint)
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
    #expect(confirmed > 6)
  }

  enum Change { case removed, null }

  /// Returns the mock's response to a call, as Foundation reads it.
  private static func body(of service: Service, _ endpoint: String) throws -> Any {
    let library = try service.library.get()
    let recording = try #require(library.recordings.first { $0.endpoint == endpoint && $0.name == "success" })
    let bytes = try #require(recording.exchange.response?.body.bytes)
    return try JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// Returns the response with one field changed in every element of an array, or `nil` if the field doesn't exist.
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

/// A server that always sends the same body.
private struct FixedAnswer: Responder {
  let body: @Sendable () -> [UInt8]

  func respond(to request: Request, completion: Completion) -> Reply {
    .now(OutgoingResponse(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body()))))
  }
}
