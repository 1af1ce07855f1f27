/// Runs a test with the mock of a service, and makes sure that client and mock kept to the contract. For XCTest, and for
/// everything else that isn't a Swift Testing trait.
///
/// ```swift
/// func testATicketIsRead() async throws {
///   try await withPlumbline("truelog") { mock in
///     let api = TicketAPI(baseURL: mock.baseURL, key: try mock.credentials()["apiKey"])
///     let ticket = try await api.ticket(1042)
///     XCTAssertEqual(ticket.priority, .high)
///   }
/// }
/// ```
///
/// The parameters are those of ``MockedService/start(_:persona:faults:gate:unmatched:contracts:recordings:file:)``. Within
/// the body the mock is ``MockedService/current`` too.
///
/// - Throws: ``DriftError`` with every drift and with what the body threw; what the body threw where nothing drifted;
///   ``MockError`` where the mock can't start.
public func withPlumbline<Result>(
  _ service: String, persona: String? = nil, faults: [MockFault] = [], gate: DriftSeverity? = .warning,
  unmatched: UnmatchedRequests = .failing, contracts: String? = nil, recordings: String? = nil,
  file: String = #filePath, isolation: isolated (any Actor)? = #isolation,
  _ body: (MockedService) async throws -> Result
) async throws -> Result {
  let mock = try MockedService.start(
    service, persona: persona, faults: faults, gate: gate, unmatched: unmatched, contracts: contracts,
    recordings: recordings, file: file)
  let result: Result
  do {
    result = try await mock.scoped { try await body(mock) }
  } catch {
    await mock.stop()
    let findings = mock.failing
    throw findings.isEmpty ? error : DriftError(findings: findings, underlying: error)
  }
  await mock.stop()
  try mock.verify()
  return result
}
