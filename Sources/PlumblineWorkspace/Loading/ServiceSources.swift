import PlumblineContractModel
import PlumblineRecordings

/// The files of a service as they are on disk.
package struct ServiceSources: Sendable {
  /// The contract's; empty where a document says what is promised.
  package let contract: [ContractLoader.File]
  package let recordings: [RecordingLoader.File]
}

extension Workspace {
  /// Reads a service's files without looking into them. Those that can't be read are left out; ``load(_:)`` tells them.
  package func sources(of home: ServiceHome) -> ServiceSources {
    var reading = FileReading(workspace: self)
    guard case .folder(let folder) = home.source else { return ServiceSources(contract: [], recordings: []) }
    let contract = reading.contractFiles(in: folder)
    let recordings = reading.recordingFiles(in: reading.recordingFolders(of: home)) { _ in }
    return ServiceSources(contract: contract, recordings: recordings)
  }
}
