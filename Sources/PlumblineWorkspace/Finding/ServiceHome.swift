import PlumblineContractModel
import PlumblineDriftDetection

/// Where a service's files stand.
package struct ServiceHome: Sendable, Hashable {
  /// What says what the service promises.
  package enum Source: Sendable, Hashable {
    /// A folder of contract files; absolute.
    case folder(String)
    /// An OpenAPI document; absolute.
    ///
    /// - Parameter root: the folder that its references may read; absolute.
    case document(String, root: String)
  }

  /// The service's name: `truelog`.
  package let name: String
  package let source: Source
  /// The folder that holds a folder of recordings an endpoint; absolute. It may not exist yet.
  package let recordings: String

  /// A service among the contracts of a workspace.
  init(_ name: String, in workspace: Workspace) {
    self.name = name
    source = .folder("\(workspace.contracts)/\(name)")
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// A service whose folder may have another name.
  init(_ name: String, folder: String, in workspace: Workspace) {
    self.name = name
    source = .folder(folder)
    recordings = "\(workspace.recordings)/\(name)"
  }

  /// The service of an OpenAPI document.
  ///
  /// - Parameters:
  ///   - path: the document's, absolute.
  ///   - root: the folder that its references may read; its own if nothing is said.
  ///   - recordings: the folder of recordings; `Recordings` beside the document if nothing is said.
  init(document path: String, root: String? = nil, recordings: String? = nil) {
    name = Self.name(ofDocument: path)
    source = .document(path, root: root ?? Path.parent(path))
    self.recordings = "\(recordings ?? Path.absolute("Recordings", in: Path.parent(path)))/\(name)"
  }

  /// The folder that its recordings share with those of other services; absolute.
  package var allRecordings: String { Path.parent(recordings) }

  /// The document that says what the service promises; absolute. `nil` where contract files do.
  package var document: String? {
    guard case .document(let path, _) = source else { return nil }
    return path
  }

  /// Where its waivers stand or would stand; absolute.
  package var waivers: String {
    switch source {
    case .folder(let folder): "\(folder)/\(WaiverLoader.fileName)"
    case .document(let path, _): "\(Path.parent(path))/\(Path.stem(path)).\(WaiverLoader.fileName)"
    }
  }

  /// What changes where the service's files do, without its recordings; absolute. Of a document it is the JSON and YAML
  /// files of its folder, which its references may lead to.
  var watched: [String] {
    switch source {
    case .folder(let folder): return [folder]
    case .document(let path, _):
      let folder = Path.parent(path)
      let names = (try? FileSystem.names(in: folder)) ?? []
      return [path] + names.filter(Path.isDocument).map { "\(folder)/\($0)" }
    }
  }

  /// Where a recording stands or would stand; absolute.
  package func path(ofRecording name: String, of endpoint: String) -> String {
    "\(folder(ofRecordings: endpoint))/\(name).json"
  }

  /// Where an endpoint's recordings stand or would stand; absolute.
  package func folder(ofRecordings endpoint: String) -> String { "\(recordings)/\(endpoint)" }

  /// Names that say nothing of the API, so that the folder's is taken.
  private static let plain: Set<String> = ["openapi", "swagger", "api", "spec", "index", "main", "document", "schema"]

  /// The name of a document's service: the file's, in letters that folders and variables can have; or its folder's, where
  /// the file is called like any other.
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
  /// Returns a Boolean value that indicates whether a word on the command line names a document and not a service: it has a
  /// slash or the ending of JSON or YAML, or is a file's, of whatever kind.
  package static func isDocument(_ word: String) -> Bool {
    word.contains("/") || Path.isDocument(word)
      || word.contains(".") && FileSystem.isFile(Path.absolute(word, in: WorkingFolder.path))
  }
}
