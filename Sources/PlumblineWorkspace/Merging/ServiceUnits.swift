import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A service's files, split into the units that an import creates and merges one by one.
struct ServiceUnits: Sendable {
  /// The content of a file, without the path of its schema and its endpoints.
  struct File: Sendable {
    let name: String
    let root: JSON
    /// The location of the file's beginning or of its source.
    let location: SourceLocation
  }

  struct Endpoint: Sendable {
    var id: String
    /// The file that contains the endpoint.
    var file: String
    let value: JSON
    let location: SourceLocation
  }

  struct Recording: Sendable {
    var endpoint: String
    let name: String
    /// The content of the recording's file, without the path of its schema and the day of the recording.
    let value: JSON
    /// The day of the recording, or `nil` if the file doesn't contain it.
    let day: JSON?
    let location: SourceLocation

    var key: String { "\(endpoint)/\(name)" }
  }

  var files: [File] = []
  var endpoints: [Endpoint] = []
  var recordings: [Recording] = []

  init() {}

  /// - Parameters:
  ///   - files: The files of a contract. Files with a different purpose and files that aren't JSON are ignored.
  ///   - recordings: The files of the recordings.
  init(_ files: [ContractLoader.File], recordings: [RecordingLoader.File]) {
    for file in files where !Self.isApart(file.name) {
      guard let root = file.root else { continue }
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

  /// Adds a recording from the content of its file.
  mutating func add(_ root: JSON, _ endpoint: String, _ name: String, at location: SourceLocation) {
    let bare = root.removing("/$schema") ?? root
    recordings.append(
      Recording(
        endpoint: endpoint, name: name, value: bare.removing("/provenance/on") ?? bare,
        day: bare.at("/provenance/on"), location: location))
  }

  /// Returns a Boolean value that indicates whether the files and endpoints equal those of other units.
  func hasSameContract(as other: ServiceUnits) -> Bool {
    files.elementsEqual(other.files) { $0.name == $1.name && $0.root == $1.root }
      && endpoints.elementsEqual(other.endpoints) { $0.id == $1.id && $0.file == $1.file && $0.value == $1.value }
  }

  /// Returns a Boolean value that indicates whether a file has a purpose that imports don't deal with.
  static func isApart(_ name: String) -> Bool { ContractFiles.reserved.contains(name) }
}

extension ContractLoader.File {
  /// The file's root with the new names of renamed keys, or `nil` if the file isn't JSON. Its values have their
  /// locations in the file.
  var root: JSON? { (document?.root ?? (try? JSON.parse(bytes, file: path)))?.withCurrentKeys }
}
