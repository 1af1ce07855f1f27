import Testing

/// Gives each test, and each case of a parameterised one, a mock of a service, and holds client and mock to the contract.
///
/// At the end of a test every exchange has been inspected. Each drift is an issue at the test's place in the source, with
/// its rule, its place in the exchange, what was promised beside what came, and the contract's `file:line:column`. An
/// override or a fault of the test's that no request used is an issue at the line that made it.
public struct PlumblineTrait: TestTrait, SuiteTrait, TestScoping {
  let plan: MockPlan

  /// A suite's trait is that of each of its tests.
  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let mock = try MockedService(plan)
    do {
      try await mock.scoped { try await function() }
    } catch {
      await mock.stop()
      mock.recordIssues(at: test)
      throw error
    }
    await mock.stop()
    mock.recordIssues(at: test)
    for step in mock.unused where !TestFailure.recordIssue(step.text, at: step.place) {
      Issue.record("\(step.text)", sourceLocation: test.sourceLocation)
    }
  }
}

extension MockedService {
  /// An issue for each drift that fails the test.
  fileprivate func recordIssues(at test: Test) {
    for finding in failing {
      Issue.record("\(finding.description)", sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == PlumblineTrait {
  /// Starts a service's mock for each test and fails the test on any drift.
  ///
  /// ```swift
  /// import PlumblineTesting
  /// import Testing
  ///
  /// @Suite(.plumbline("truelog")) struct TicketTests {
  ///   @Test func `a ticket that isn't there is told`() async throws {
  ///     let mock = try MockedService.current
  ///     try mock.override("tickets.get", with: .failure("notFound"))
  ///     let api = TicketAPI(baseURL: mock.baseURL, key: try mock.credentials()["apiKey"])
  ///     await #expect(throws: TicketError.notFound) { try await api.ticket(1042) }
  ///   }
  /// }
  /// ```
  ///
  /// The contracts are read once a process. Tests may run in parallel: each has a port, state and a journal of its own.
  /// The suite's `init` runs within the test too, so the client can be a property that it sets.
  ///
  /// - Parameters:
  ///   - service: the folder's name among the contracts.
  ///   - persona: everyone is this persona, and credentials are not asked for. Without one callers say who they are, by
  ///     ``MockedService/credentials(of:)``.
  ///   - faults: what goes wrong from the beginning; of several for one request the first counts.
  ///   - pace: when the events of a stream go out; all at once if nothing is said.
  ///   - gate: from which severity on drift fails the test; `nil`: no drift does.
  ///   - unmatched: what a request means that no endpoint documents.
  ///   - unused: what it means that the test makes an override or a fault which no request uses by its end.
  ///   - contracts: the folder that holds a folder a service, from the source file's own folder on; the nearest `Contracts`
  ///     beside or above the source file if nothing is said.
  ///   - recordings: the folder of the recordings; `Recordings` beside the contracts if nothing is said.
  ///   - file: the source file from which the folders are looked for.
  public static func plumbline(
    _ service: String, persona: String? = nil, faults: [MockFault] = [], pace: MockPace = .immediate,
    gate: DriftSeverity? = .warning,
    unmatched: UnmatchedRequests = .failing, unused: UnusedSteps = .failing, contracts: String? = nil,
    recordings: String? = nil,
    file: String = #filePath
  ) -> Self {
    PlumblineTrait(
      plan: MockPlan(
        service: service, persona: persona, faults: faults, pace: pace, gate: gate, unmatched: unmatched,
        unused: unused,
        contracts: contracts,
        recordings: recordings, file: file))
  }
}
