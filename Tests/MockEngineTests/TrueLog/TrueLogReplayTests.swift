import ContractModel
import DriftDetection
import HTTPMessages
import JSONTree
import MockEngine
import Recordings
import Testing

@Suite struct TrueLogReplayTests {
  @Test func `the recordings keep to the contract's names`() throws {
    let library = try TrueLog.library.get()
    #expect(library.recordings.count > 100)
    #expect(RecordingLint.problems(in: library.recordings, contract: library.contract) == [])
  }

  @Test func `every recording's own request is answered with it`() throws {
    let library = try TrueLog.library.get()
    for recording in library.recordings {
      let session = MockSession(library: library)
      let needsOverride = recording.response.status >= 500 || isExpired(recording)
      if needsOverride { session.add(Override(endpoint: recording.endpoint, plays: .recording(recording.name))) }
      let seen = Seen(session.answer(to: recording.request(in: library.contract)))
      #expect(seen.status == recording.response.status, "\(recording.id): \(seen)")
      #expect(seen.from == recording.id, "\(recording.id): \(session.explain(recording.request(in: library.contract)))")
      #expect(seen.response.body.bytes == recording.response.body.bytes, "\(recording.id)")
      #expect(seen.isRendered, "\(recording.id)")
    }
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
      #expect(seen.from == "synthesised", "\(recording.id)")
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
        // A recorded request may be wrong on purpose; what answers it may not be.
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

  @Test func `bindings carry what was asked for into the answer`() throws {
    let session = MockSession(library: try TrueLog.library.get(), options: MockOptions(persona: "agent"))
    let seen = session.send(
      .put, "/api/v2/tickets/1042/comments/77", as: nil, body: #"{ "content": "Charger is on its way." }"#)
    #expect(seen.status == 200)
    #expect(seen.json?["data"]?["id"]?.int == 77)
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
