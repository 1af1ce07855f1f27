import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct TrueLogReplayTests {
  @Test func `the recordings keep to the contract's names`() throws {
    let library = try TrueLog.library.get()
    #expect(library.recordings.count > 100)
    #expect(RecordingLint.problems(in: library.recordings, contract: library.contract) == [])
  }

  /// The time at which the recordings were written.
  static let clock = MockClock.fixed(1_795_227_300)

  @Test func `every recording's own request is answered with it`() throws {
    let library = try TrueLog.library.get()
    for recording in library.recordings {
      let session = MockSession(library: library, clock: Self.clock)
      let needsOverride = recording.response.status >= 500 || isExpired(recording)
      if needsOverride { session.add(Override(endpoint: recording.endpoint, plays: .recording(recording.name))) }
      let request = recording.request(in: library.contract)
      let seen = Seen(session.answer(to: request))
      #expect(seen.status == recording.response.status, "\(recording.id): \(seen)")
      if seen.from == "state", recording.response.status < 300 {
        // The response to a write is computed, but equals the recorded one.
        #expect(same(seen.json, recording), "\(recording.id): \(seen)")
        continue
      }
      #expect(seen.from == recording.id, "\(recording.id): \(session.explain(request))")
      #expect(seen.response.body.bytes == recording.response.body.bytes, "\(recording.id)")
      #expect(seen.isRendered, "\(recording.id)")
    }
  }

  @Test func `what the collections hold is what is recorded`() throws {
    let library = try TrueLog.library.get()
    let session = MockSession(library: library, clock: Self.clock)
    // After the first change, recordings that depend on a collection aren't replayed. This change affects only the
    // viewer.
    let preferences = session.sendTrueLog(
      .put, "/api/v2/user/preferences", as: "viewer-token", body: #"{ "theme": { "mode": "dark" } }"#)
    #expect(preferences.from == "state")
    var seenFromState = 0
    for recording in library.recordings where recording.response.status < 300 {
      guard let rule = library.contract.endpoint(recording.endpoint)?.state else { continue }
      guard rule.action == .read || rule.action == .list else { continue }
      let seen = Seen(session.answer(to: recording.request(in: library.contract)))
      #expect(seen.from == "state", "\(recording.id)")
      #expect(same(seen.json, recording), "\(recording.id): \(seen)")
      seenFromState += 1
    }
    #expect(seenFromState > 40)
  }

  /// Returns a Boolean value that indicates whether a response equals the recorded one. A login's token is ignored,
  /// because it's always new.
  private func same(_ json: JSON?, _ recording: Recording) -> Bool {
    let token: JSONPointer = "/data/token"
    guard let json, let recorded = recording.responseBody else { return json == nil && recording.responseBody == nil }
    return (json.replacing(token, with: "t") ?? json) == (recorded.replacing(token, with: "t") ?? recorded)
  }

  private func isExpired(_ recording: Recording) -> Bool {
    recording.responseBody?["error"]?.string == "TOKEN_EXPIRED"
  }

  @Test func `every documented endpoint answers, recorded or not`() throws {
    let contract = try TrueLog.library.get().contract
    let session = MockSession(library: MockLibrary(contract: contract, recordings: []))
    for recording in try TrueLog.library.get().recordings where recording.response.status < 300 {
      let seen = Seen(session.answer(to: recording.request(in: contract)))
      #expect(seen.status == recording.response.status, "\(recording.id): \(seen)")
      #expect(seen.from == "synthesised" || recording.endpoint == "session.login", "\(recording.id)")
      #expect(seen.response.mediaType == recording.response.mediaType, "\(recording.id)")
      #expect(seen.json?["data"] != JSON.null, "\(recording.id): \(seen)")
    }
  }

  @Test func `what the mock makes itself keeps the contract`() throws {
    let library = try TrueLog.library.get()
    let contract = library.contract
    for recordings in [[], library.recordings] {
      let session = MockSession(library: MockLibrary(contract: contract, recordings: recordings))
      for recording in library.recordings {
        let request = recording.request(in: contract)
        let plain = Exchange(request: request, response: session.answer(to: request).response)
        // A recorded request may be intentionally invalid, but its response may not.
        let drift = inspect(plain, contract).filter { $0.rule.id.hasPrefix("response.") }
        #expect(drift.isEmpty, "\(recording.id): \(drift.map { "\($0.rule.id) \($0.message)" })")
      }
      for endpoint in contract.endpoints {
        let samples = library.recordings.filter { $0.endpoint == endpoint.id && $0.response.status < 300 }
        let sample = try #require(samples.first, "\(endpoint.id) has no recorded success")
        for failure in endpoint.failures {
          session.removeOverrides()
          session.add(Override(endpoint: endpoint.id, plays: .failure(failure.name)))
          let request = sample.request(in: contract)
          let exchange = Exchange(request: request, response: session.answer(to: request).response)
          #expect(exchange.response?.status == failure.status, "\(endpoint.id) \(failure.name)")
          let drift = inspect(exchange, contract).filter { $0.rule.id.hasPrefix("response.") }
          #expect(drift.isEmpty, "\(endpoint.id) \(failure.name): \(drift.map(\.message))")
        }
      }
    }
  }

  @Test func `what was sent is in the answer`() throws {
    let session = MockSession(library: try TrueLog.library.get(), options: MockOptions(persona: "agent"))
    let seen = session.send(
      .put, "/api/v2/tickets/1042/comments/7", as: nil, body: #"{ "content": "Charger is on its way." }"#)
    #expect(seen.status == 200)
    #expect(seen.json?["data"]?["id"]?.int == 7)
    #expect(seen.json?["data"]?["content"]?.string == "Charger is on its way.")
  }

  @Test func `a viewer may look but not touch`() throws {
    let session = MockSession(library: try TrueLog.library.get(), options: MockOptions(persona: "viewer"))
    #expect(session.send(.get, "/api/v2/tickets/1042", as: nil).status == 200)
    let seen = session.send(.put, "/api/v2/tickets/1042", as: nil, body: #"{ "priority": "LOW" }"#)
    #expect((seen.status, seen.code) == (403, "FORBIDDEN"))
  }

  @Test func `the printed curl line's request works`() throws {
    let library = try TrueLog.library.get()
    let line = try #require(CurlLine.text(for: library, baseURL: "http://127.0.0.1:8080"))
    #expect(line.hasPrefix("curl -H 'X-API-Key: demo-key' -H 'Authorization: Bearer "))
    #expect(line.contains(" http://127.0.0.1:8080/api/v"))
  }
}
