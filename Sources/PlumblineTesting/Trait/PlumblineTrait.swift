import Testing

/// A trait that provides each test, and each case of a parameterized test, with a mock of a service, and checks that
/// the client and the mock conform to the contract.
///
/// By the end of a test, every exchange has been inspected. Each drift is an issue at the test's source location, with
/// its rule, its location in the exchange, the expected and the actual value, and the contract's `file:line:column`. An
/// override or a fault that no request used is an issue at the line that created it.
public struct PlumblineTrait: TestTrait, SuiteTrait, TestScoping {
  let plan: MockPlan

  /// The trait of a suite applies to each of its tests.
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
  /// Records an issue for each drift that fails the test.
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
  ///   @Test func `a missing ticket is an error`() async throws {
  ///     let mock = try MockedService.current
  ///     try mock.override("tickets.get", with: .failure("notFound"))
  ///     let api = TicketAPI(baseURL: mock.baseURL, key: try mock.credentials()["apiKey"])
  ///     await #expect(throws: TicketError.notFound) { try await api.ticket(1042) }
  ///   }
  /// }
  /// ```
  ///
  /// The contracts are read once per process. Tests may run in parallel: each has its own port, state, and journal. The
  /// suite's `init` runs within the test, so it can store the client in a property.
  ///
  /// - Parameters:
  ///   - service: The name of the service's folder in the contracts folder.
  ///   - persona: The persona of all callers, who then need no credentials. If omitted, callers identify themselves
  ///     with ``MockedService/credentials(of:)``.
  ///   - faults: The initial faults. If several match a request, the first wins.
  ///   - pace: The pace of streamed events. By default, they are sent all at once.
  ///   - gate: The lowest severity of drift that fails the test, or `nil` if no drift does.
  ///   - unmatched: The effect of a request that no endpoint documents.
  ///   - unused: The effect of an override or a fault that no request has used by the end of the test.
  ///   - contracts: The folder that contains a folder for each service, relative to the source file's own folder. If
  ///     omitted, it is the nearest `Contracts` folder in the source file's folder or above.
  ///   - recordings: The folder that contains the recordings. If omitted, it is `Recordings` next to the contracts
  ///     folder.
  ///   - file: The source file that the search for folders starts from.
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
