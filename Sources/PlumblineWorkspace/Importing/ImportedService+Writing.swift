import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Why an import isn't written.
package struct ImportRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String
}

extension ImportedService {
  /// Writes the contract's files and the recordings of a service that isn't there yet. What is there is never touched.
  ///
  /// - Throws: ``ImportRefusal`` where the service has files already; what the system says where one can't be written.
  package func write(in workspace: Workspace) throws {
    guard case .folder(let folder) = home.source else { return }
    for taken in [folder, home.recordings] where Self.holdsAnything(taken) {
      throw ImportRefusal(
        description: "\(workspace.shown(taken)) has files already, and import makes new services only; nothing was "
          + "written. Name another service, or move that folder away.")
    }
    let schema = FileSystem.existing("../contract.schema.json", beside: "\(folder)/contract.json")
    // The shared file goes last: a folder is a service once it has one.
    for file in files.sorted(by: {
      ($0.name == "contract.json" ? 1 : 0, $0.name) < ($1.name == "contract.json" ? 1 : 0, $1.name)
    }) {
      try AtomicFile.write(try Self.text(of: file, schema: schema), to: "\(folder)/\(file.name)")
    }
    for recording in recordings {
      let path = home.path(ofRecording: recording.name, of: recording.endpoint)
      let schema = FileSystem.existing("../../recording.schema.json", beside: path)
      try AtomicFile.write(RecordingWriter.text(of: recording, schema: schema), to: path)
    }
  }

  /// A file's text, indented, with its schema first.
  private static func text(of file: ContractLoader.File, schema: String?) throws -> [UInt8] {
    let root = try JSON.parse(file.bytes, file: file.path)
    let members = root.members.filter { $0.key != "$schema" }.map { ($0.key, $0.value) }
    let head: [(String, JSON)] = schema.map { [("$schema", JSON($0))] } ?? []
    return JSON.object(head + members).serialized(.pretty) + [UInt8(ascii: "\n")]
  }

  private static func holdsAnything(_ folder: String) -> Bool {
    if FileSystem.isFile(folder) { return true }
    return !((try? FileSystem.names(in: folder)) ?? []).isEmpty
  }
}
