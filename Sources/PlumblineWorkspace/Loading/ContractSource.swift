import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The location of contracts to compare, on disk or in a commit, and a single service or all of those in a folder.
package struct ContractSource: Sendable {
  /// The display name, such as `main`, `Contracts`, `v2.1:api/openapi.yaml`.
  package let name: String
  /// A Boolean value that indicates whether the source is a single service, that is, a document or a service's own
  /// folder.
  package let isSingle: Bool
  package var workspace: Workspace
  package let homes: [ServiceHome]

  /// Reads and checks services of this source.
  ///
  /// - Parameter withRecordings: A Boolean value that indicates whether the services' recordings are read, too.
  package func load(_ homes: [ServiceHome], withRecordings: Bool) -> [LoadedService] {
    if withRecordings, case .commit(let files) = workspace.files {
      files.fetch(homes.flatMap { files.paths(in: $0.recordings) }.filter { Path.jsonName($0) != nil })
    }
    return workspace.load(all: homes, withRecordings: withRecordings)
  }

  /// Returns the errors of a service's contract that prevent a comparison. Errors of its recordings don't, because
  /// recordings of a removed endpoint are part of the comparison's result.
  package func errors(of service: LoadedService) -> [Problem] {
    let recordings = workspace.shown(service.home.recordings) + "/"
    let errors = service.pressing.filter { $0.level == .error && !$0.location.file.hasPrefix(recordings) }
    guard !errors.isEmpty, let contract = service.contract else { return errors }
    // Missing recordings that the contract names are reported at the contract.
    let lint = Set(RecordingLint.problems(in: service.recordings, contract: contract).map(\.description))
    return errors.filter { !lint.contains($0.description) }
  }

  /// Returns the text of a file by its display name, or `nil` if it isn't from this source.
  package func text(ofShown file: String) -> String? {
    let prefix = workspace.files.prefix
    guard file.hasPrefix(prefix) else { return nil }
    let path = Path.absolute(String(file.dropFirst(prefix.count)), in: workspace.base)
    return (try? workspace.files.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ContractSource {
  /// Creates the source of a folder on disk, which contains services or is that of a single one.
  ///
  /// - Throws: An error if there is no contract in it.
  package init(folder: String, recordings: String? = nil) throws(WorkspaceError) {
    let path = Path.absolute(folder, in: WorkingFolder.path)
    try self.init(Self.shown(folder), path) { Workspace(contracts: $0, recordings: recordings) }
  }

  /// Creates the source of a folder of a commit, with the recordings next to it.
  ///
  /// - Parameters:
  ///   - folder: The folder's path from the repository's top.
  ///   - name: The display name.
  /// - Throws: ``WorkspaceError`` if there is no contract in it, ``GitError`` if it can't be read.
  package init(folder: String, at revision: Revision, in repository: GitRepository, name: String) throws {
    let path = folder.isEmpty ? "/" : "/\(folder)"
    // The folder contains all services, or is that of a single one.
    let recordings = [path, Path.parent(path)].filter { !$0.isEmpty }.map {
      Workspace(contracts: $0, base: "/").recordings
    }
    let files = try repository.files(in: folder, andIn: recordings.map { String($0.dropFirst()) }, of: revision)
    files.fetch(files.paths(in: path).filter { Path.jsonName($0) != nil })
    try self.init(name, path) { Workspace(contracts: $0, at: files) }
  }

  /// Creates the source of an OpenAPI document on disk.
  package init(document path: String, root: String?, recordings: String? = nil) {
    let whole = Path.absolute(path, in: WorkingFolder.path)
    var workspace = Workspace(contracts: Path.parent(whole), recordings: recordings)
    workspace.root = root.map { Path.absolute($0, in: workspace.base) }
    let own = recordings.map { Path.absolute($0, in: workspace.base) }
    self.init(
      name: Self.shown(path), isSingle: true, workspace: workspace,
      homes: [ServiceHome(document: whole, root: workspace.root, recordings: own)])
  }

  /// Creates the source of an OpenAPI document of a commit.
  ///
  /// - Parameters:
  ///   - path: The document's path from the repository's top.
  ///   - root: The folder that its references may read, as a path from the repository's top. If omitted, it is the
  ///     document's own.
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
    // A copied folder may have any name, so the contract itself names its service.
    let own = (try? workspace.files.read(main)).flatMap { try? JSON.parse($0) }?["service"]?.string
    let parent = make(Path.parent(path))
    let home = ServiceHome(own ?? Path.name(path), folder: path, in: parent)
    self.init(name: name, isSingle: true, workspace: parent, homes: [home])
  }

  /// Returns the name of a folder or file as the user typed it, without a slash at its end.
  private static func shown(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

extension Workspace {
  /// Creates the workspace of a commit's folder of contracts, with the recordings next to it.
  fileprivate init(contracts: String, at files: CommitFiles) {
    self.init(contracts: contracts, base: "/")
    self.files = .commit(files)
  }
}
