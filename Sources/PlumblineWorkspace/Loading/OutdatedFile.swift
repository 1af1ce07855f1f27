import PlumblineContractModel
import PlumblineJSONTree

/// A file in a contract's folder that has an old name or contains keys with old names.
package struct OutdatedFile: Sendable {
  /// The path to display, such as `Contracts/truelog/tickets.json`.
  package let path: String
  /// The renamed keys that the file contains or refers to, without duplicates, in the order of the file.
  package let keys: [RenamedKey]
  /// The new name of the file, or `nil` if the name stays the same.
  package let newName: String?
  /// The absolute path of the folder that contains the file.
  private let folder: String
  private let name: String
  /// The text of the file with the new names of its keys, and otherwise unchanged.
  private let text: [UInt8]

  /// Creates an outdated file, or returns `nil` if the file uses only new names or isn't JSON.
  ///
  /// - Parameter names: The names of all files in the folder.
  fileprivate init?(_ file: ContractLoader.File, in folder: String, among names: Set<String>) {
    self.folder = folder
    path = file.path
    name = file.name
    if let renamed = RenamedFile.all.first(where: { $0.old == file.name }) {
      // Don't merge two files. The loader reports them.
      if names.contains(renamed.new) { return nil }
      newName = renamed.new
      keys = []
      text = file.bytes
      return
    }
    guard !ContractFiles.reserved.contains(file.name),
      let document = try? JSONDocument.parse(file.bytes, file: file.path)
    else { return nil }
    let current = CurrentKeys(document)
    let uses = (current.uses + current.references).sorted { $0.location < $1.location }
    if uses.isEmpty { return nil }
    var known: Set<RenamedKey> = []
    keys = uses.map(\.key).filter { known.insert($0).inserted }
    newName = nil
    text = current.document.bytes
  }

  /// Replaces the file with one that uses the new names.
  package func rewrite() throws(FileError) {
    guard let newName else { return try AtomicFile.write(text, to: "\(folder)/\(name)") }
    try AtomicFile.create(text, at: "\(folder)/\(newName)")
    try FileSystem.remove("\(folder)/\(name)")
  }
}

extension Workspace {
  /// Returns the contract files of a service that have old names or contain keys with old names. For an OpenAPI
  /// document, there are none.
  package func outdatedFiles(of home: ServiceHome) -> [OutdatedFile] {
    guard case .folder(let folder) = home.source else { return [] }
    var reading = FileReading(workspace: self)
    let files = reading.contractFiles(in: folder)
    let names = Set(files.map(\.name))
    return files.compactMap { OutdatedFile($0, in: folder, among: names) }
  }
}
