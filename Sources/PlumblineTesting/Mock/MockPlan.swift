import PlumblineMockEngine
import PlumblineWorkspace

/// The service to mock and the initial settings of its mock.
struct MockPlan: Sendable {
  let service: String
  let persona: String?
  let faults: [MockFault]
  let pace: MockPace
  /// The lowest severity of drift that fails the test, or `nil` if no drift does.
  let gate: DriftSeverity?
  let unmatched: UnmatchedRequests
  let unused: UnusedSteps
  let contracts: String?
  let recordings: String?
  /// The source file that requests the mock.
  let file: String

  /// Returns the service's files. They are read only once.
  func load() throws(MockError) -> MockedFiles {
    let workspace: Workspace
    do throws(WorkspaceError) {
      workspace = try Workspace.find(contracts: contracts, recordings: recordings, forSource: file)
    } catch {
      if case .noContracts(let folder) = error {
        throw MockError(
          "There is no Contracts folder beside or above \(file), or in or above \(folder). Pass one as contracts: on a device, "
            + "or wherever the sources aren't available, Bundle.module.path(forResource: \"Contracts\", ofType: nil).")
      }
      throw MockError(error.description)
    }
    return try MockedFiles.of(service, in: workspace)
  }

  /// Returns the configuration of the mock's sessions.
  func configuration(for library: MockLibrary, today: String) throws(MockError) -> SessionDirectory.Configuration {
    var configuration = SessionDirectory.Configuration()
    configuration.options = MockOptions(persona: persona, pace: pace.pace, today: today)
    configuration.faults = faults.map(\.rule)
    // Keep bodies of any size that the server accepts, so that they can be checked.
    configuration.journal.bytes = 64 << 20
    configuration.journal.largestBody = 16 << 20
    let problems =
      library.problems(with: configuration.options) + faults.compactMap { $0.problem(in: library) }
      + [pace.problem].compactMap { $0 }
    guard problems.isEmpty else { throw MockError(problems.joined(separator: "\n")) }
    return configuration
  }
}
