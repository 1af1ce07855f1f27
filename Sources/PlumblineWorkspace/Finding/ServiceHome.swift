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
    /// - Parameter root: The folder that its references may read, as an absolute path.
    case document(String, root: String)
  }

  /// The service's name, such as `truelog`.
  package let name: String
  package let source: Source
  /// The folder with one folder of recordings per endpoint, as an absolute path. It may not exist yet.
  package let recordings: String

  /// Creates the home of a service among the contracts of a workspace.
  init(_ name: String, in workspace: Workspace) {
    self.name = name
    source = .folder("\(workspace.contracts)/\(name)")
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// Creates the home of a service whose folder may have a different name.
  init(_ name: String, folder: String, in workspace: Workspace) {
    self.name = name
    source = .folder(folder)
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// Creates the home of the service of an OpenAPI document.
  ///
  /// - Parameters:
  ///   - path: The document's absolute path.
  ///   - root: The folder that its references may read. If omitted, it is the document's own.
  ///   - recordings: The folder of recordings. If omitted, it is `Recordings` next to the document.
  init(document path: String, root: String? = nil, recordings: String? = nil) {
    name = Self.name(ofDocument: path)
    source = .document(path, root: root ?? Path.parent(path))
    self.recordings = "\(recordings ?? Path.absolute("Recordings", in: Path.parent(path)))/\(name)"
  }

  /// The absolute path of the folder that the service's recordings share with those of other services.
  package var allRecordings: String { Path.parent(recordings) }

  /// The absolute path of the document that describes the service, or `nil` if there are contract files.
  package var document: String? {
    guard case .document(let path, _) = source else { return nil }
    return path
  }

  /// The absolute path of the service's waivers, whether or not they exist.
  package var waivers: String {
    switch source {
    case .folder(let folder): "\(folder)/\(WaiverLoader.fileName)"
    case .document(let path, _): "\(Path.parent(path))/\(Path.stem(path)).\(WaiverLoader.fileName)"
    }
  }

  /// The paths to watch for changes of the service's files, without its recordings, as absolute paths. For a document,
  /// these include the JSON and YAML files of its folder, because it may refer to them.
  var watched: [String] {
    switch source {
    case .folder(let folder): return [folder]
    case .document(let path, _):
      let folder = Path.parent(path)
      let names = (try? FileSystem.names(in: folder)) ?? []
      return [path] + names.filter(Path.isDocument).map { "\(folder)/\($0)" }
    }
  }

  /// Returns the absolute path of a recording, whether or not it exists.
  package func path(ofRecording name: String, of endpoint: String) -> String {
    "\(folder(ofRecordings: endpoint))/\(name).json"
  }

  /// Returns the absolute path of the folder of an endpoint's recordings, whether or not it exists.
  package func folder(ofRecordings endpoint: String) -> String { "\(recordings)/\(endpoint)" }

  /// Generic names of documents, for which the folder's name is used instead.
  private static let plain: Set<String> = ["openapi", "swagger", "api", "spec", "index", "main", "document", "schema"]

  /// Returns the name of a document's service. It is the file's name, or its folder's if the file has a generic name,
  /// in characters that folders and variables allow.
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
  /// Returns a Boolean value that indicates whether a word on the command line names a document rather than a service.
  /// It does if it has a slash or an extension of JSON or YAML, or is the name of any existing file.
  package static func isDocument(_ word: String) -> Bool {
    word.contains("/") || Path.isDocument(word)
      || word.contains(".") && FileSystem.isFile(Path.absolute(word, in: WorkingFolder.path))
  }
}
