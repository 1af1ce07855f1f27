import ContractModel
import Dispatch
import DriftDetection
import JSONTree
import Recordings
import Synchronization

extension Workspace {
  /// So many recordings are worth being read on a thread of their own.
  private static let batch = 32

  /// Reads a service: its contract, its recordings, and what is wrong with them.
  ///
  /// A file that can't be read is a problem like any other; the rest is read all the same. The contract and batches of
  /// recordings are read at the same time, on as many cores as there are; what comes out is the same in any case.
  package func load(_ service: String) -> LoadedService {
    var reading = FileReading(workspace: self)
    let contractFiles = reading.contractFiles(of: service)
    var emptyFolders: [(name: String, path: String)] = []
    let entries = reading.recordingEntries(of: service) { emptyFolders.append(($0, $1)) }
    let read = read(contractFiles, entries)
    let recordings = read.recordings.flatMap(\.found).sorted { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
    var contract = read.contract?.contract
    if let contract {
      let endpoints = contract.endpoints.map(\.id)
      for (name, path) in emptyFolders where !endpoints.contains(name) {
        let hint = Spelling.suggestion(for: name, among: endpoints)
        reading.warn(path, "The folder \"\(name)\" names no endpoint of \(service)\(hint)")
      }
    }
    var problems = reading.problems + (read.contract?.problems ?? []) + read.recordings.flatMap(\.problems)
    if let name = contract?.service, name != service, let location = contract?.location {
      problems.append(
        Problem(location, "The contract's service is \"\(name)\" and its folder is \"\(service)\"; name them alike."))
      contract = nil
    }
    let waivers = contractFiles.first { $0.name == WaiverLoader.fileName }.map { file in
      WaiverLoader.load(
        file.bytes, path: file.path, service: service,
        endpoints: contract.map { $0.endpoints.map(\.id) + $0.links.map(\.id) } ?? [])
    }
    problems += waivers?.problems ?? []
    if let contract { problems += RecordingLint.problems(in: recordings, contract: contract) }
    return LoadedService(
      name: service, contract: reading.hasErrorsInContract ? nil : contract, recordings: recordings,
      waivers: waivers?.policy, sensitivity: contractFiles.first { $0.name == Self.sensitivityName },
      problems: problems.sorted())
  }

  /// What the threads have read.
  private struct Parts {
    var contract: ContractLoader.Result?
    var recordings: [(found: [Recording], problems: [Problem])]

    init(batches: Int) { recordings = Array(repeating: ([], []), count: batches) }
  }

  /// Reads the contract and batches of recordings, each on whatever thread is free.
  private func read(_ contractFiles: [ContractLoader.File], _ entries: [FileReading.RecordingEntry]) -> Parts {
    let batches = stride(from: 0, to: entries.count, by: Self.batch).map { start in
      entries[start..<min(start + Self.batch, entries.count)]
    }
    let parts = Mutex(Parts(batches: batches.count))
    DispatchQueue.concurrentPerform(iterations: batches.count + 2) { number in
      if number == 0 {
        let result = ContractLoader.load(contractFiles)
        return parts.withLock { $0.contract = result }
      }
      // The contract comes first, as it takes longest, and what it needs last next to it.
      if number == 1 { return ContractLoader.prepare() }
      var reading = FileReading(workspace: self)
      let result = RecordingLoader.load(reading.recordingFiles(batches[number - 2]))
      let problems = reading.problems + result.problems
      parts.withLock { $0.recordings[number - 2] = (result.recordings, problems) }
    }
    return parts.withLock { $0 }
  }

  private static let sensitivityName = "sensitivity.json"

  /// Where a service's waivers stand or would stand; absolute.
  package func path(ofWaiversIn service: String) -> String { "\(contracts)/\(service)/\(WaiverLoader.fileName)" }

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
