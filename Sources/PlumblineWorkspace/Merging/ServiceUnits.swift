import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A service's files as what an import makes and merges one by one.
struct ServiceUnits: Sendable {
  /// What a file holds, but its schema's path and its endpoints.
  struct File: Sendable {
    let name: String
    let root: JSON
    /// Where the file begins, or what it was made of.
    let location: SourceLocation
  }

  struct Endpoint: Sendable {
    var id: String
    /// The file that it stands in.
    var file: String
    let value: JSON
    let location: SourceLocation
  }

  struct Recording: Sendable {
    var endpoint: String
    let name: String
    /// Its file's, without the schema's path and the day of its making.
    let value: JSON
    /// The day of its making; `nil` where the file doesn't say.
    let day: JSON?
    let location: SourceLocation

    var key: String { "\(endpoint)/\(name)" }
  }

  var files: [File] = []
  var endpoints: [Endpoint] = []
  var recordings: [Recording] = []

  init() {}

  /// - Parameters:
  ///   - files: a contract's; those with another purpose, and those that aren't JSON, are left out.
  ///   - recordings: files of recordings.
  init(_ files: [ContractLoader.File], recordings: [RecordingLoader.File]) {
    for file in files where !Self.isApart(file.name) {
      guard let root = Self.root(of: file) else { continue }
      let members = root.members.filter { $0.key != "$schema" && $0.key != "endpoints" }
      self.files.append(
        File(name: file.name, root: .object(members.map { ($0.key, $0.value) }), location: root.location))
      for (id, value) in root["endpoints"]?.members.map({ $0 }) ?? [] {
        endpoints.append(Endpoint(id: id, file: file.name, value: value, location: value.location))
      }
    }
    for file in recordings {
      guard let root = try? JSON.parse(file.bytes, file: file.path) else { continue }
      add(root, file.endpoint, file.name, at: root.location)
    }
  }

  /// Adds a recording as its file has it.
  mutating func add(_ root: JSON, _ endpoint: String, _ name: String, at location: SourceLocation) {
    let bare = root.removing("/$schema") ?? root
    recordings.append(
      Recording(
        endpoint: endpoint, name: name, value: bare.removing("/provenance/on") ?? bare,
        day: bare.at("/provenance/on"), location: location))
  }

  /// A file's root, which knows where its values come from.
  private static func root(of file: ContractLoader.File) -> JSON? {
    if let provenance = file.provenance {
      return try? JSONDocument.parse(file.bytes, file: file.path, provenance: provenance).root
    }
    return try? JSON.parse(file.bytes, file: file.path)
  }

  /// Whether a file of the folder is none of those that an import makes.
  static func isApart(_ name: String) -> Bool { ContractFiles.reserved.contains(name) }
}
