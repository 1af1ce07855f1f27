import PlumblineContractModel
import PlumblineDriftDetection

/// The location of a service's files.
package struct ServiceHome: Sendable, Hashable {
  /// The source of the service's contract.
  package enum Source: Sendable, Hashable {
    /// The absolute path of a folder of contract files.
    case folder(String)
    /// The absolute path of an OpenAPI document.
    ///
    /// - Parameter root: The absolute path of the folder that its references may read.
    case document(String, root: String)
  }

  /// The service's name, such as `truelog`.
  package let name: String
  package let source: Source
  /// The absolute path of the folder that contains one folder of recordings per endpoint. It may not exist yet.
  package let recordings: String

  /// Creates the home of a service in a workspace's folder of contracts.
  init(_ name: String, in workspace: Workspace) {
    self.name = name
    source = .folder("\(workspace.contracts)/\(name)")
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// Creates the home of a service whose folder may have a different name than the service.
  init(_ name: String, folder: String, in workspace: Workspace) {
    self.name = name
    source = .folder(folder)
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// Creates the home of a service that is described by an OpenAPI document.
  ///
  /// - Parameters:
  ///   - path: The document's absolute path.
  ///   - root: The folder that its references may read, or `nil` for the document's own folder.
  ///   - recordings: The folder for recordings, or `nil` for the `Recordings` folder next to the document.
  init(document path: String, root: String? = nil, recordings: String? = nil) {
    name = Self.name(ofDocument: path)
    source = .document(path, root: root ?? Path.parent(path))
    self.recordings = "\(recordings ?? Path.absolute("Recordings", in: Path.parent(path)))/\(name)"
  }

  /// The absolute path of the folder that contains the recordings of this and other services.
  package var allRecordings: String { Path.parent(recordings) }

  /// The absolute path of the document that describes the service, or `nil` if the service has contract files.
  package var document: String? {
    guard case .document(let path, _) = source else { return nil }
    return path
  }

  /// The absolute path of the service's waivers, which may not exist.
  package var waivers: String {
    switch source {
    case .folder(let folder): "\(folder)/\(WaiverLoader.fileName)"
    case .document(let path, _): "\(Path.parent(path))/\(Path.stem(path)).\(WaiverLoader.fileName)"
    }
  }

  /// The absolute paths to watch for changes to the service's files, excluding its recordings. For a document, these
  /// include all JSON and YAML files in its folder, because it may refer to them.
  var watched: [String] {
    switch source {
    case .folder(let folder): return [folder]
    case .document(let path, _):
      let folder = Path.parent(path)
      let names = (try? FileSystem.names(in: folder)) ?? []
      return [path] + names.filter(Path.isDocument).map { "\(folder)/\($0)" }
    }
  }

  /// Returns the absolute path of a recording, which may not exist.
  package func path(ofRecording name: String, of endpoint: String) -> String {
    "\(folder(ofRecordings: endpoint))/\(name).json"
  }

  /// Returns the absolute path of the folder for an endpoint's recordings, which may not exist.
  package func folder(ofRecordings endpoint: String) -> String { "\(recordings)/\(endpoint)" }

  /// Generic names of documents. If a document has one of them, the name of its folder is used instead.
  private static let plain: Set<String> = ["openapi", "swagger", "api", "spec", "index", "main", "document", "schema"]

  /// Returns the name for the service of a document, limited to characters that are allowed in folders and variables.
  /// It is the file's name, or the name of its folder if the file's name is generic.
  static func name(ofDocument path: String) -> String {
    let own = word(Path.stem(path))
    guard own.isEmpty || plain.contains(own) else { return own }
    let folder = word(Path.name(Path.parent(path)))
    return folder.isEmpty ? (own.isEmpty ? "api" : own) : folder
  }

  private static func word(_ text: String) -> String {
    var word = ""
    for letter in text.lowercased() {
      if letter.isASCII, letter.isLetter || letter.isNumber {
        word.append(letter)
      } else if !word.isEmpty, word.last != "-" {
        word.append("-")
      }
    }
    while word.last == "-" { word.removeLast() }
    return word.first?.isLetter == false ? "api-\(word)" : word
  }
}

extension ServiceHome {
  /// Returns a Boolean value that indicates whether a command-line argument is a document rather than the name of a
  /// service. It is if it contains a slash, has the extension of JSON or YAML, or contains a dot and is the name of an
  /// existing file.
  package static func isDocument(_ word: String) -> Bool {
    word.contains("/") || Path.isDocument(word)
      || word.contains(".") && FileSystem.isFile(Path.absolute(word, in: WorkingFolder.path))
  }
}
