import Dispatch
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import Synchronization

/// The parts of a service that have been read so far.
struct ServiceParts: Sendable {
  /// The location of the service's files.
  let home: ServiceHome
  /// The folders that contain its recordings, one per endpoint.
  let recordingFolders: [FileReading.Entry]

  private var contract: Contract?
  private var contractFiles: [ContractLoader.File] = []
  private var releases: [ContractLoader.File] = []
  /// The recordings, in the order in which they were read.
  private var recordings: [Recording] = []
  /// The recordings made from the examples in a document.
  private var examples: [Recording] = []
  private var emptyFolders: [FileReading.Entry] = []
  private var problems: [Problem]
  private var notes: [Problem] = []
  /// A Boolean value that indicates whether the contract comes from a document. In that case, anything that it doesn't
  /// mention is allowed.
  private var isOpen = false

  /// - Parameter withRecordings: A Boolean value that indicates whether to read the service's recordings.
  init(_ home: ServiceHome, in workspace: Workspace, withRecordings: Bool) {
    var reading = FileReading(workspace: workspace)
    self.home = home
    recordingFolders = withRecordings ? reading.recordingFolders(of: home) : []
    problems = reading.problems
  }

  /// - Parameter releases: The field usage maps of released versions. Their names are the versions.
  mutating func add(
    _ result: ContractLoader.Result, of files: [ContractLoader.File], _ fileProblems: [Problem],
    releases: [ContractLoader.File] = []
  ) {
    self.releases = releases
    // If a file is missing, the contract isn't the intended one.
    contract = fileProblems.contains { $0.level == .error } ? nil : result.contract
    contractFiles = files
    problems += fileProblems + result.problems
  }

  /// Adds the result of reading a document, including the recordings made from its examples.
  mutating func add(_ document: DocumentReading, _ fileProblems: [Problem]) {
    add(document.result, of: document.files, fileProblems)
    problems += document.errors
    notes = document.notes
    isOpen = !document.isExported
    examples = document.recordings
    if !document.errors.allSatisfy(\.isServable) { contract = nil }
  }

  mutating func add(
    _ recordings: [Recording], _ problems: [Problem], emptyFolders: [FileReading.Entry]
  ) {
    self.recordings += recordings
    self.problems += problems
    self.emptyFolders += emptyFolders
  }

  /// Returns the service once all parts have been read. Its recordings are checked against the contract.
  mutating func loaded(in workspace: Workspace) -> LoadedService {
    var problems = problems
    var contract = contract
    if workspace.operations != nil, let contract { leaveOutRecordings(of: contract) }
    // A recording in a file replaces the example that it was made from.
    let own = Set(recordings.map(\.id))
    recordings += examples.filter { !own.contains($0.id) }
    recordings.sort { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
    var assumptions: [String] = []
    if let stated = contract, isOpen, workspace.liftsState {
      let files = contractFiles.filter { $0.name != WaiverLoader.fileName }
      let lifting = ImportAssumptions(files, stated, recordings, liftsEnvelope: false, limit: 10)
      contract = lifting.contract
      assumptions = lifting.proposals
    }
    if let contract {
      var reading = FileReading(workspace: workspace)
      let endpoints = contract.endpoints.map(\.id)
      for folder in emptyFolders where !endpoints.contains(folder.name) {
        let hint = Spelling.suggestion(for: folder.name, among: endpoints)
        reading.warn(folder.path, "The folder \"\(folder.name)\" isn't named after an endpoint of \(home.name)\(hint)")
      }
      problems += reading.problems
    }
    let name = home.name
    if let service = contract?.service, service != name, let location = contract?.location {
      problems.append(
        Problem(
          location, "The contract's service is \"\(service)\", but its folder is \"\(name)\"; give both the same name.")
      )
      contract = nil
    }
    let waivers = contractFiles.first { $0.name == WaiverLoader.fileName }.map { file in
      // A waiver may refer to an operation that wasn't selected, so don't check its names in that case.
      let known = workspace.operations == nil ? contract : nil
      return WaiverLoader.load(
        file.bytes, path: file.path, service: name,
        endpoints: known.map { $0.endpoints.map(\.id) + $0.links.map(\.id) } ?? [])
    }
    problems += waivers?.problems ?? []
    if let conflict = RenamedFile.fieldUsage.conflict(in: contractFiles) { problems.append(conflict) }
    let refused = refusedRecordings(in: workspace)
    if let contract { problems += recordingProblems(of: contract, refused: refused) }
    return LoadedService(
      home: home, contract: contract, recordings: recordings, waivers: waivers?.policy,
      sensitivity: RenamedFile.fieldUsage.find(in: contractFiles), releases: releases,
      refusedRecordings: refused, problems: problems.sorted(), notes: notes, assumptions: assumptions)
  }

  /// Leaves out the recordings of operations that weren't selected and therefore aren't in the contract.
  private mutating func leaveOutRecordings(of contract: Contract) {
    let ids = Set(contract.endpoints.map(\.id))
    recordings.removeAll { !ids.contains($0.endpoint) }
    emptyFolders.removeAll { !ids.contains($0.name) }
  }

  /// Returns the ids of recordings that exist but couldn't be read because their files have problems.
  private func refusedRecordings(in workspace: Workspace) -> Set<String> {
    let folder = workspace.shown(home.recordings) + "/"
    let read = Set(recordings.map(\.id))
    let ids = problems.lazy.filter { $0.location.file.hasPrefix(folder) }
      .compactMap { Path.jsonName(String($0.location.file.dropFirst(folder.count))) }
    return Set(ids).subtracting(read)
  }

  /// Returns the problems of the recordings. They are checked on all cores.
  private func recordingProblems(of contract: Contract, refused: Set<String>) -> [Problem] {
    let checks = RecordingLint.checks(refused: refused)
    let found = Mutex([[Problem]](repeating: [], count: checks.count))
    DispatchQueue.concurrentPerform(iterations: checks.count) { [recordings] number in
      let problems = checks[number](recordings, contract)
      found.withLock { $0[number] = problems }
    }
    return found.withLock { $0.flatMap { $0 } }
  }
}
