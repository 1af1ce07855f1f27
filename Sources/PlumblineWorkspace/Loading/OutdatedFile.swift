import PlumblineContractModel
import PlumblineJSONTree

/// A file of a contract in which keys have old names.
package struct OutdatedFile: Sendable {
  /// The path that notices show: `Contracts/truelog/tickets.json`.
  package let path: String
  /// The renamed keys that it uses, each once, in the order of the file.
  package let keys: [RenamedKey]
  /// The absolute path.
  private let target: String
  /// The file with the new names; everything else is unchanged.
  private let text: [UInt8]

  /// Creates an outdated file; `nil` if the file has only new names, or isn't JSON.
  fileprivate init?(_ file: ContractLoader.File, target: String) {
    guard let document = try? JSONDocument.parse(file.bytes, file: file.path) else { return nil }
    let current = CurrentKeys(document)
    var known: Set<RenamedKey> = []
    keys = current.uses.map(\.key).filter { known.insert($0).inserted }
    if keys.isEmpty { return nil }
    path = file.path
    self.target = target
    text = current.document.bytes
  }

  /// Replaces the file by one with the new names.
  package func rewrite() throws(FileError) {
    try AtomicFile.write(text, to: target)
  }
}

extension Workspace {
  /// Returns the files of a service's contract in which keys have old names; none for an OpenAPI document.
  package func outdatedFiles(of home: ServiceHome) -> [OutdatedFile] {
    guard case .folder(let folder) = home.source else { return [] }
    var reading = FileReading(workspace: self)
    return reading.contractFiles(in: folder).filter { !ContractFiles.reserved.contains($0.name) }
      .compactMap { OutdatedFile($0, target: "\(folder)/\($0.name)") }
  }
}
