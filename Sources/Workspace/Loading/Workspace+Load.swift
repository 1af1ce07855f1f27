import ContractModel
import JSONTree
import Recordings

extension Workspace {
  /// Reads a service: its contract, its recordings, and what is wrong with them.
  ///
  /// A file that can't be read is a problem like any other; the rest is read all the same.
  package func load(_ service: String) -> LoadedService {
    var reading = FileReading(workspace: self)
    let loaded = ContractLoader.load(reading.contractFiles(of: service))
    let recorded = RecordingLoader.load(reading.recordingFiles(of: service, endpoints: loaded.contract?.endpoints))
    var problems = reading.problems + loaded.problems + recorded.problems
    var contract = loaded.contract
    if let name = contract?.service, name != service, let location = contract?.location {
      problems.append(
        Problem(location, "The contract's service is \"\(name)\" and its folder is \"\(service)\"; name them alike."))
      contract = nil
    }
    if let contract { problems += RecordingLint.problems(in: recorded.recordings, contract: contract) }
    return LoadedService(
      name: service, contract: reading.hasErrorsInContract ? nil : contract, recordings: recorded.recordings,
      problems: problems.sorted())
  }

  /// Reads the services that somebody named, all of them if nobody named any, in order.
  package func load(named names: [String] = []) throws(WorkspaceError) -> [LoadedService] {
    try services(named: names).map { load($0) }
  }

  /// Files and folders that belong to no service, as warnings.
  package var strays: [Problem] {
    var reading = FileReading(workspace: self)
    let services = Set(self.services)
    for entry in reading.entries(of: contracts) where entry.kind == .folder && !services.contains(entry.name) {
      reading.warn(entry.path, "The folder \"\(entry.name)\" holds no contract.json, so it is no service.")
    }
    if FileSystem.isFolder(recordings) {
      for entry in reading.entries(of: recordings) where entry.kind == .folder && !services.contains(entry.name) {
        let hint = Spelling.suggestion(for: entry.name, among: services.sorted())
        reading.warn(entry.path, "The folder \"\(entry.name)\" names no service\(hint)")
      }
    }
    return reading.problems.sorted()
  }
}
