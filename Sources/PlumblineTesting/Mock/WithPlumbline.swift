/// Runs a test with the mock of a service, and checks that the client and the mock conform to the contract. Use it with
/// XCTest, and wherever a Swift Testing trait isn't available.
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
/// On Linux, XCTest shows no location for a thrown error. There, drift is recorded as failures at the line of this
/// call, each unused override or fault is recorded at its own line, and nothing is thrown for them.
///
/// The parameters are those of
/// ``MockedService/start(_:persona:faults:pace:gate:unmatched:unused:contracts:recordings:file:)``. Within the body,
/// ``MockedService/current`` also returns the mock.
///
/// - Throws: ``DriftError`` with all drift and with the body's error, the body's error if nothing drifted, or
///   ``MockError`` if the mock can't start.
public func withPlumbline<Result>(
  _ service: String, persona: String? = nil, faults: [MockFault] = [], pace: MockPace = .immediate,
  gate: DriftSeverity? = .warning,
  unmatched: UnmatchedRequests = .failing, unused: UnusedSteps = .failing, contracts: String? = nil,
  recordings: String? = nil,
  file: String = #filePath, testFile: StaticString = #filePath, line: Int = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (MockedService) async throws -> Result
) async throws -> Result {
  let mock = try MockedService.start(
    service, persona: persona, faults: faults, pace: pace, gate: gate, unmatched: unmatched, unused: unused,
    contracts: contracts,
    recordings: recordings, file: file)
  let place = CodePlace(fileID: testFile, filePath: testFile, line: line, column: 1)
  let result: Result
  do {
    result = try await mock.scoped { try await body(mock) }
  } catch {
    await mock.stop()
    let findings = mock.failing.filter { !TestFailure.recordFailure($0.description, at: place) }
    // A test that ended early couldn't use all of its overrides and faults.
    try mock.fail(with: findings, unused: [], underlying: error)
    throw error
  }
  await mock.stop()
  try mock.conclude(at: place)
  return result
}
