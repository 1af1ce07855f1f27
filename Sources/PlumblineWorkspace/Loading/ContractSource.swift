import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Where somebody's contracts stand who compares them: on disk or in a commit, and one service by itself or all of a folder.
package struct ContractSource: Sendable {
  /// What it is called: `main`, `Contracts`, `v2.1:api/openapi.yaml`.
  package let name: String
  /// A Boolean value that indicates whether it is one service by itself: a document, or a service's own folder.
  package let isSingle: Bool
  package var workspace: Workspace
  package let homes: [ServiceHome]

  /// The services that it has, read and checked.
  ///
  /// - Parameter withRecordings: whether their recordings are read as well.
  package func load(_ homes: [ServiceHome], withRecordings: Bool) -> [LoadedService] {
    if withRecordings, case .commit(let files) = workspace.files {
      files.fetch(homes.flatMap { files.paths(in: $0.recordings) }.filter { Path.jsonName($0) != nil })
    }
    return workspace.load(all: homes, withRecordings: withRecordings)
  }

  /// What is so wrong with a service's contract that nothing can be compared. What is wrong with its recordings isn't: those
  /// of an endpoint that is gone are there to be told.
  package func errors(of service: LoadedService) -> [Problem] {
    let recordings = workspace.shown(service.home.recordings) + "/"
    let errors = service.pressing.filter { $0.level == .error && !$0.location.file.hasPrefix(recordings) }
    guard !errors.isEmpty, let contract = service.contract else { return errors }
    // What recordings lack that the contract names is told at the contract.
    let lint = Set(RecordingLint.problems(in: service.recordings, contract: contract).map(\.description))
    return errors.filter { !lint.contains($0.description) }
  }

  /// The text of a file by the name that people read; `nil` where it is none of the side's.
  package func text(ofShown file: String) -> String? {
    let prefix = workspace.files.prefix
    guard file.hasPrefix(prefix) else { return nil }
    let path = Path.absolute(String(file.dropFirst(prefix.count)), in: workspace.base)
    return (try? workspace.files.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ContractSource {
  /// A folder on disk: one of services, or one service's.
  ///
  /// - Throws: Where no contract is in it.
  package init(folder: String, recordings: String? = nil) throws(WorkspaceError) {
    let path = Path.absolute(folder, in: WorkingFolder.path)
    try self.init(Self.shown(folder), path) { Workspace(contracts: $0, recordings: recordings) }
  }

  /// A folder of a commit, with the recordings that stand beside it there.
  ///
  /// - Parameters:
  ///   - folder: its path from the repository's top.
  ///   - name: what somebody called it.
  /// - Throws: ``WorkspaceError`` where no contract is in it, ``GitError`` where it can't be read.
  package init(folder: String, at revision: Revision, in repository: GitRepository, name: String) throws {
    let path = folder.isEmpty ? "/" : "/\(folder)"
    // Of all services, or of the one that the folder is.
    let recordings = [path, Path.parent(path)].filter { !$0.isEmpty }.map {
      Workspace(contracts: $0, base: "/").recordings
    }
    let files = try repository.files(in: folder, andIn: recordings.map { String($0.dropFirst()) }, of: revision)
    files.fetch(files.paths(in: path).filter { Path.jsonName($0) != nil })
    try self.init(name, path) { Workspace(contracts: $0, at: files) }
  }

  /// An OpenAPI document on disk.
  package init(document path: String, root: String?, recordings: String? = nil) {
    let whole = Path.absolute(path, in: WorkingFolder.path)
    var workspace = Workspace(contracts: Path.parent(whole), recordings: recordings)
    workspace.root = root.map { Path.absolute($0, in: workspace.base) }
    let own = recordings.map { Path.absolute($0, in: workspace.base) }
    self.init(
      name: Self.shown(path), isSingle: true, workspace: workspace,
      homes: [ServiceHome(document: whole, root: workspace.root, recordings: own)])
  }

  /// An OpenAPI document of a commit.
  ///
  /// - Parameters:
  ///   - path: the document's, from the repository's top.
  ///   - root: the folder that its references may read, from the repository's top; the document's own if nothing is said.
  ///   - name: what somebody called it.
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
    // A copy may be called as it likes: the contract says whose it is.
    let own = (try? workspace.files.read(main)).flatMap { try? JSON.parse($0) }?["service"]?.string
    let parent = make(Path.parent(path))
    let home = ServiceHome(own ?? Path.name(path), folder: path, in: parent)
    self.init(name: name, isSingle: true, workspace: parent, homes: [home])
  }

  /// The name of a folder or file as somebody wrote it, without a slash at its end.
  private static func shown(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

extension Workspace {
  /// The contracts that a commit has in a folder, and the recordings beside it.
  fileprivate init(contracts: String, at files: CommitFiles) {
    self.init(contracts: contracts, base: "/")
    self.files = .commit(files)
  }
}
