import PlumblineContractModel
import PlumblineRecordings

/// The unparsed files of a service on disk.
package struct ServiceSources: Sendable {
  /// The contract's files. The array is empty if the service is described by a document.
  package let contract: [ContractLoader.File]
  package let recordings: [RecordingLoader.File]
}

extension Workspace {
  /// Reads the drafts that were recorded for a service's undocumented exchanges. If there is no folder for them, the
  /// result is empty.
  package func drafts(of home: ServiceHome) -> RecordingLoader.Result {
    let folder = home.folder(ofRecordings: RecordingPlan.undocumented)
    guard files.isFolder(folder) else { return RecordingLoader.Result(recordings: [], problems: []) }
    var reading = FileReading(workspace: self)
    let entry = FileReading.Entry(name: RecordingPlan.undocumented, path: folder, kind: .folder)
    let loaded = RecordingLoader.load(reading.recordingFiles(in: [entry]) { _ in })
    return RecordingLoader.Result(
      recordings: loaded.recordings, problems: (reading.problems + loaded.problems).sorted())
  }

  /// Reads a service's files without parsing them. Unreadable files are omitted. ``load(_:)`` reports them.
  package func sources(of home: ServiceHome) -> ServiceSources {
    var reading = FileReading(workspace: self)
    guard case .folder(let folder) = home.source else { return ServiceSources(contract: [], recordings: []) }
    let contract = reading.contractFiles(in: folder)
    let recordings = reading.recordingFiles(in: reading.recordingFolders(of: home)) { _ in }
    return ServiceSources(contract: contract, recordings: recordings)
  }
}
