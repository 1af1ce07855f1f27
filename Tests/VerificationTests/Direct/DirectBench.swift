import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineProxying
import PlumblineRecordings
import PlumblineVerification
import Testing

/// A contract with recordings, verified without a client.
struct DirectBench {
  let contract: Contract
  var recordings: [Recording] = []

  /// - Parameters:
  ///   - endpoints: The members of `endpoints`.
  ///   - more: Additional members of the contract, each followed by a comma.
  init(_ endpoints: String, more: String = "", recordings: [Recording] = []) throws {
    let text = """
      { "plumbline": 1, "service": "store", "title": "Store", "envelope": null, \(more)
        "endpoints": { \(endpoints) } }
      """
    let file = ContractLoader.File(name: "contract.json", path: "store/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    contract = try #require(result.contract, "\(result.problems)")
    self.recordings = recordings
  }

  /// Returns a recorded exchange as a file contains it.
  static func recording(
    _ endpoint: String, _ name: String, _ request: String, _ response: String
  ) throws -> Recording {
    let text = """
      { "provenance": { "kind": "authored", "on": "2026-11-23" }, "request": { \(request) }, "response": { \(response) } }
      """
    let file = RecordingLoader.File(
      endpoint: endpoint, name: name, path: "\(endpoint)/\(name).json", bytes: Array(text.utf8))
    let result = RecordingLoader.load([file])
    return try #require(result.recordings.first, "\(result.problems)")
  }

  /// Returns the outcomes of the calls with the embedded mock, or with a server that is treated as a real one.
  func outcomes(
    at server: (any Responder)? = nil, variables: [String: String] = [:], environment: [String: String] = [:],
    allowsWrites: Bool = false, allowsUnknownWrites: Bool = false
  ) async throws -> [CallOutcome] {
    let url = try BaseURL(parsing: "http://127.0.0.1:1")
    let target: Target =
      server.map { .server(url, $0) } ?? .mock(MockLibrary(contract: contract, recordings: recordings))
    let client = try UpstreamClient()
    let http = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    var options = VerifierOptions(
      allowsWrites: allowsWrites, variables: variables, environment: environment
    ).patient
    options.allowsUnknownWrites = allowsUnknownWrites
    let verifier = Verifier(
      suite: DirectSuite(contract: contract, recordings: recordings, client: client), contract: contract,
      target: target, options: options, server: http)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await client.shutdown()
    await http.shutdown(grace: .zero)
    return try result.get()
  }

  /// Returns the outcomes as lines, such as `skipped tables.get: why`.
  func lines(
    at server: (any Responder)? = nil, variables: [String: String] = [:], environment: [String: String] = [:],
    allowsWrites: Bool = false, allowsUnknownWrites: Bool = false
  ) async throws -> [String] {
    let outcomes = try await outcomes(
      at: server, variables: variables, environment: environment, allowsWrites: allowsWrites,
      allowsUnknownWrites: allowsUnknownWrites)
    return outcomes.map { "\($0.line.outcome) \($0.line.endpoint): \($0.line.reason ?? $0.line.name)" }
  }
}

/// Returns a JSON response.
func json(_ status: Int, _ body: String, _ headers: HeaderFields = [:]) -> OutgoingResponse {
  var headers = headers
  headers["content-type"] = "application/json"
  return OutgoingResponse(Response(status: status, headers: headers, body: Body(body)))
}
