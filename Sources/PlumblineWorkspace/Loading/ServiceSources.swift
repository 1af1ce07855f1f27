import PlumblineContractModel
import PlumblineRecordings

/// The files of a service as they are on disk.
package struct ServiceSources: Sendable {
  /// The contract's; empty where a document says what is promised.
  package let contract: [ContractLoader.File]
  package let recordings: [RecordingLoader.File]
}

extension Workspace {
  /// Reads the drafts of what no endpoint of a service has; none where there is no folder of them.
  package func drafts(of home: ServiceHome) -> RecordingLoader.Result {
    let folder = home.folder(ofRecordings: RecordingPlan.undocumented)
    guard files.isFolder(folder) else { return RecordingLoader.Result(recordings: [], problems: []) }
    var reading = FileReading(workspace: self)
    let entry = FileReading.Entry(name: RecordingPlan.undocumented, path: folder, kind: .folder)
    let loaded = RecordingLoader.load(reading.recordingFiles(in: [entry]) { _ in })
    return RecordingLoader.Result(
      recordings: loaded.recordings, problems: (reading.problems + loaded.problems).sorted())
  }

  /// Reads a service's files without looking into them. Those that can't be read are left out; ``load(_:)`` tells them.
  package func sources(of home: ServiceHome) -> ServiceSources {
    var reading = FileReading(workspace: self)
    guard case .folder(let folder) = home.source else { return ServiceSources(contract: [], recordings: []) }
    let contract = reading.contractFiles(in: folder)
    let recordings = reading.recordingFiles(in: reading.recordingFolders(of: home)) { _ in }
    return ServiceSources(contract: contract, recordings: recordings)
  }
}
