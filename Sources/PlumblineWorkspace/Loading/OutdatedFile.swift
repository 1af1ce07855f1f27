import PlumblineContractModel
import PlumblineJSONTree

/// A file of a contract's folder that has an old name, or that has keys with old names.
package struct OutdatedFile: Sendable {
  /// The path that notices show, such as `Contracts/truelog/tickets.json`.
  package let path: String
  /// The renamed keys that the file uses or refers to, without duplicates, in file order.
  package let keys: [RenamedKey]
  /// The file's new name, or `nil` if it already has it.
  package let newName: String?
  /// The absolute path of the file's folder.
  private let folder: String
  private let name: String
  /// The file with the new names of its keys. Everything else is unchanged.
  private let text: [UInt8]

  /// Creates an outdated file. Returns `nil` if the file has only new names, or isn't JSON.
  ///
  /// - Parameter names: The names of all files of the folder.
  fileprivate init?(_ file: ContractLoader.File, in folder: String, among names: Set<String>) {
    self.folder = folder
    path = file.path
    name = file.name
    if let renamed = RenamedFile.all.first(where: { $0.old == file.name }) {
      // Two files aren't merged into one, but reported by the loader.
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

  /// Replaces the file by one with the new names.
  package func rewrite() throws(FileError) {
    guard let newName else { return try AtomicFile.write(text, to: "\(folder)/\(name)") }
    try AtomicFile.create(text, at: "\(folder)/\(newName)")
    try FileSystem.remove("\(folder)/\(name)")
  }
}

extension Workspace {
  /// Returns the files of a service's contract that have old names, or keys with old names. There are none for an
  /// OpenAPI document.
  package func outdatedFiles(of home: ServiceHome) -> [OutdatedFile] {
    guard case .folder(let folder) = home.source else { return [] }
    var reading = FileReading(workspace: self)
    let files = reading.contractFiles(in: folder)
    let names = Set(files.map(\.name))
    return files.compactMap { OutdatedFile($0, in: folder, among: names) }
  }
}
