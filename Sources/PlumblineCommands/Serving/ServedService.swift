import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineWorkspace
import Synchronization

/// One service that is served, and how it takes edits of its files.
package final class ServedService: Sendable {
  package let name: String
  package let directory: SessionDirectory

  /// Who answers in the mock's place, if somebody does.
  let realServer: RealServer?

  init(name: String, directory: SessionDirectory, realServer: RealServer? = nil) {
    self.name = name
    self.directory = directory
    self.realServer = realServer
  }

  /// Takes the service's files as they are now. When they are right, they answer from the next request on; when they
  /// are wrong, those before go on. Lines for the console.
  package func take(_ edited: LoadedService) -> [String] {
    let loaded = edited.whenServed
    let lines = loaded.problems.map { "\($0)" }
    guard !loaded.hasErrors, let contract = loaded.contract else {
      directory.keep(despite: loaded.problems)
      return lines + ["\(name): the files are wrong, so what was served before is still served."]
    }
    let library = MockLibrary(contract: contract, recordings: loaded.recordings)
    let broken = library.problems(with: directory.configuration.options)
      .map { Problem(contract.location, $0) }
    guard broken.isEmpty else {
      directory.keep(despite: loaded.problems + broken)
      return lines + broken.map { "\($0)" } + ["\(name): what was served before is still served."]
    }
    directory.adopt(library, problems: loaded.problems)
    return lines + [
      "\(name): loaded again, \(contract.endpoints.count) endpoints, \(loaded.recordings.count) recordings."
    ]
  }
}
