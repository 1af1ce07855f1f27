import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A service's files before an import.
struct PresentFiles: Sendable {
  /// All JSON files of the contract's folder.
  let contract: [ContractLoader.File]
  let recordings: [RecordingLoader.File]
  let units: ServiceUnits
  /// The errors of the files.
  let errors: [Problem]

  /// Creates the files of a service that doesn't exist yet, which are none.
  init() {
    contract = []
    recordings = []
    units = ServiceUnits()
    errors = []
  }

  init(_ home: ServiceHome, in workspace: Workspace) {
    let folder: String? = if case .folder(let folder) = home.source { folder } else { nil }
    var reading = FileReading(workspace: workspace)
    contract = folder.map { reading.contractFiles(in: $0) } ?? []
    let folders = reading.recordingFolders(of: home)
    recordings = reading.recordingFiles(in: folders) { _ in }
    units = ServiceUnits(contract, recordings: recordings)
    let problems = reading.problems + ContractLoader.load(contract).problems + RecordingLoader.load(recordings).problems
    errors = problems.filter { $0.level == .error }.sorted()
  }
}
