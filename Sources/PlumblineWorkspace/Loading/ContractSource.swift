import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The location of contracts to compare. They are on disk or in a commit, and are a single service or all services in a
/// folder.
package struct ContractSource: Sendable {
  /// The display name, such as `main`, `Contracts`, or `v2.1:api/openapi.yaml`.
  package let name: String
  /// A Boolean value that indicates whether the source is a single service: a document, or the folder of one service.
  package let isSingle: Bool
  package var workspace: Workspace
  package let homes: [ServiceHome]

  /// Reads and checks services from this source.
  ///
  /// - Parameter withRecordings: A Boolean value that indicates whether to read the services' recordings as well.
  package func load(_ homes: [ServiceHome], withRecordings: Bool) -> [LoadedService] {
    if withRecordings, case .commit(let files) = workspace.files {
      files.fetch(homes.flatMap { files.paths(in: $0.recordings) }.filter { Path.jsonName($0) != nil })
    }
    return workspace.load(all: homes, withRecordings: withRecordings)
  }

  /// Returns the errors in a service's contract that prevent a comparison. Errors in its recordings don't, because the
  /// comparison also reports the recordings of removed endpoints.
  package func errors(of service: LoadedService) -> [Problem] {
    let recordings = workspace.shown(service.home.recordings) + "/"
    let errors = service.pressing.filter { $0.level == .error && !$0.location.file.hasPrefix(recordings) }
    guard !errors.isEmpty, let contract = service.contract else { return errors }
    // Recordings that are missing although the contract names them are reported at a location in the contract.
    let lint = Set(RecordingLint.problems(in: service.recordings, contract: contract).map(\.description))
    return errors.filter { !lint.contains($0.description) }
  }

  /// Returns the text of a file by its display name, or `nil` if the file isn't part of this source.
  package func text(ofShown file: String) -> String? {
    let prefix = workspace.files.prefix
    guard file.hasPrefix(prefix) else { return nil }
    let path = Path.absolute(String(file.dropFirst(prefix.count)), in: workspace.base)
    return (try? workspace.files.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ContractSource {
  /// Creates a source from a folder on disk. The folder contains services or is that of a single service.
  ///
  /// - Throws: An error if the folder contains no contract.
  package init(folder: String, recordings: String? = nil) throws(WorkspaceError) {
    let path = Path.absolute(folder, in: WorkingFolder.path)
    try self.init(Self.shown(folder), path) { Workspace(contracts: $0, recordings: recordings) }
  }

  /// Creates a source from a folder in a commit, with the recordings next to it.
  ///
  /// - Parameters:
  ///   - folder: The folder's path in the repository.
  ///   - name: The display name.
  /// - Throws: ``WorkspaceError`` if the folder contains no contract, or ``GitError`` if it can't be read.
  package init(folder: String, at revision: Revision, in repository: GitRepository, name: String) throws {
    let path = folder.isEmpty ? "/" : "/\(folder)"
    // The folder may contain all services or be that of a single service, so try both.
    let recordings = [path, Path.parent(path)].filter { !$0.isEmpty }.map {
      Workspace(contracts: $0, base: "/").recordings
    }
    let files = try repository.files(in: folder, andIn: recordings.map { String($0.dropFirst()) }, of: revision)
    files.fetch(files.paths(in: path).filter { Path.jsonName($0) != nil })
    try self.init(name, path) { Workspace(contracts: $0, at: files) }
  }

  /// Creates a source from an OpenAPI document on disk.
  package init(document path: String, root: String?, recordings: String? = nil) {
    let whole = Path.absolute(path, in: WorkingFolder.path)
    var workspace = Workspace(contracts: Path.parent(whole), recordings: recordings)
    workspace.root = root.map { Path.absolute($0, in: workspace.base) }
    let own = recordings.map { Path.absolute($0, in: workspace.base) }
    self.init(
      name: Self.shown(path), isSingle: true, workspace: workspace,
      homes: [ServiceHome(document: whole, root: workspace.root, recordings: own)])
  }

  /// Creates a source from an OpenAPI document in a commit.
  ///
  /// - Parameters:
  ///   - path: The document's path in the repository.
  ///   - root: The path in the repository of the folder that references may read, or `nil` for the document's own
  ///     folder.
  ///   - name: The display name.
  package init(
    document path: String, root: String?, at revision: Revision, in repository: GitRepository, name: String
  ) throws(GitError) {
    let whole = "/\(path)"
    let folder = root.map { Path.absolute($0, in: "/") } ?? Path.parent(whole)
    let workspace = Workspace(
      contracts: folder, at: try repository.files(in: String(folder.dropFirst()), of: revision))
    self.init(
      name: name, isSingle: true, workspace: workspace, homes: [ServiceHome(document: whole, root: folder)])
  }

  private init(_ name: String, _ path: String, _ make: (_ contracts: String) -> Workspace) throws(WorkspaceError) {
    let workspace = make(path)
    let main = "\(path == "/" ? "" : path)/contract.json"
    guard workspace.files.isFile(main) else {
      self.init(name: name, isSingle: false, workspace: workspace, homes: try workspace.homes(named: []))
      return
    }
    // Take the service's name from the contract, because a copied folder may have any name.
    let own = (try? workspace.files.read(main)).flatMap { try? JSON.parse($0) }?["service"]?.string
    let parent = make(Path.parent(path))
    let home = ServiceHome(own ?? Path.name(path), folder: path, in: parent)
    self.init(name: name, isSingle: true, workspace: parent, homes: [home])
  }

  /// Returns the name of a folder or file as the user typed it, but without a trailing slash.
  private static func shown(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

extension Workspace {
  /// Creates the workspace for a folder of contracts in a commit, with the recordings next to it.
  fileprivate init(contracts: String, at files: CommitFiles) {
    self.init(contracts: contracts, base: "/")
    self.files = .commit(files)
  }
}
