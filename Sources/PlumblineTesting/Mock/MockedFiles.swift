import PlumblineDriftDetection
import PlumblineMockEngine
import PlumblineWorkspace
import Synchronization

/// A service's files, read once per process and shared by its tests. Changes that a test makes don't affect other
/// tests.
struct MockedFiles: Sendable {
  let library: MockLibrary
  let waivers: WaiverPolicy?

  private struct Key: Hashable {
    let service: String
    let workspace: Workspace
  }

  private static let known = Mutex<[Key: Result<MockedFiles, MockError>]>([:])

  /// Returns the files of a service. If another test is already reading them, waits until they have been read.
  static func of(_ service: String, in workspace: Workspace) throws(MockError) -> MockedFiles {
    let key = Key(service: service, workspace: workspace)
    return try known.withLock { known in
      if let files = known[key] { return files }
      let files = Result { () throws(MockError) in try MockedFiles(service, in: workspace) }
      known[key] = files
      return files
    }.get()
  }

  private init(_ service: String, in workspace: Workspace) throws(MockError) {
    do throws(WorkspaceError) { _ = try workspace.services(named: [service]) } catch {
      throw MockError(error.description)
    }
    let loaded = workspace.load(service).whenServed
    guard !loaded.hasErrors, let contract = loaded.contract else {
      let problems = loaded.problems.filter { $0.level == .error }.map(\.description)
      throw MockError((["The contract of \(service) can't be used:"] + problems).joined(separator: "\n"))
    }
    library = MockLibrary(contract: contract, recordings: loaded.recordings)
    waivers = loaded.waivers
  }
}
