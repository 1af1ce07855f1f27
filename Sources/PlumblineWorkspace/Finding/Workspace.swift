import PlumblineContractModel

/// The contracts and recordings on disk.
///
///     Contracts/truelog/contract.json
///     Contracts/truelog/tickets.json
///     Recordings/truelog/tickets.get/ok.json
///
/// Nothing is cached. Every query reads from the disk.
package struct Workspace: Sendable, Hashable {
  /// The absolute path of the folder that contains one folder per service.
  package let contracts: String
  /// The absolute path of the folder that contains the recordings, with one folder per service. It may not exist yet.
  package let recordings: String
  /// The absolute path of the base folder. Paths below it are displayed relative to it.
  package let base: String
  /// A Boolean value that indicates whether the folder for recordings was specified. If so, it is also used for the
  /// recordings of documents, which otherwise are next to the documents.
  let keepsRecordings: Bool
  /// The source of the files.
  var files = FileSource.disk
  /// A Boolean value that indicates whether to reject a document with an error, rather than reading it without the
  /// invalid part.
  package var isStrict = false
  /// A Boolean value that indicates whether to derive state from a document's operations, as an import does, so that
  /// the mock remembers writes.
  package var liftsState = false
  /// Patterns of the operations to read from a document, or `nil` for all of them.
  package var operations: [String]?
  /// The absolute path of the folder that references in documents may read, if it was specified.
  var root: String?

  /// - Parameters:
  ///   - contracts: The folder that contains one folder per service.
  ///   - recordings: The folder for recordings, or `nil` for the `Recordings` folder next to the contracts.
  ///   - base: The folder that the paths are relative to.
  package init(contracts: String, recordings: String? = nil, base: String = WorkingFolder.path) {
    self.base = Path.absolute(base, in: "/")
    self.contracts = Path.absolute(contracts, in: self.base)
    self.recordings =
      recordings.map { Path.absolute($0, in: base) } ?? Path.absolute("../Recordings", in: self.contracts)
    keepsRecordings = recordings != nil
  }

  /// Finds the workspace, starting at a folder. It consists of the folders specified by options. Without them, it
  /// consists of the nearest `Contracts` folder, in this folder or above it, and the `Recordings` folder next to that.
  ///
  /// - Parameter fillsRecordings: A Boolean value that indicates whether the folder for recordings may be missing
  ///   because the command creates it.
  package static func find(
    contracts: String? = nil, recordings: String? = nil, from base: String = WorkingFolder.path,
    fillsRecordings: Bool = false
  ) throws(WorkspaceError) -> Workspace {
    let folder: String
    if let contracts { folder = contracts } else { folder = try nearest(from: base) }
    let workspace = Workspace(contracts: folder, recordings: recordings, base: base)
    if let contracts, !FileSystem.isFolder(workspace.contracts) {
      throw .noFolder(path: contracts, option: "--contracts")
    }
    if let recordings, !fillsRecordings, !FileSystem.isFolder(workspace.recordings) {
      throw .noFolder(path: recordings, option: "--recordings")
    }
    return workspace
  }

  /// Finds the workspace for a source file. It consists of the folders that the file specifies, relative to its own
  /// folder. Without them, it uses the nearest `Contracts` folder next to the file or above it, and then that of the
  /// program's working folder.
  ///
  /// Paths are shown relative to the folder that contains the contracts, which is usually the package's folder.
  package static func find(
    contracts: String? = nil, recordings: String? = nil, forSource file: String
  ) throws(WorkspaceError) -> Workspace {
    let own = Path.parent(Path.absolute(file, in: WorkingFolder.path))
    let folder: String
    if let contracts {
      folder = Path.absolute(contracts, in: own)
      if !FileSystem.isFolder(folder) { throw .noFolder(path: folder, option: "the argument contracts") }
    } else {
      do throws(WorkspaceError) { folder = try nearest(from: own) } catch {
        folder = try nearest(from: WorkingFolder.path)
      }
    }
    let played = recordings.map { Path.absolute($0, in: own) }
    if let played, !FileSystem.isFolder(played) {
      throw .noFolder(path: played, option: "the argument recordings")
    }
    return Workspace(contracts: folder, recordings: played, base: Path.parent(folder))
  }

  private static func nearest(from base: String) throws(WorkspaceError) -> String {
    var folder = Path.absolute(base, in: "/")
    while !folder.isEmpty {
      let contracts = Path.absolute("Contracts", in: folder)
      if FileSystem.isFolder(contracts) { return contracts }
      folder = Path.parent(folder)
    }
    throw .noContracts(from: base)
  }

  /// The names of the services, sorted. These are the folders that contain a `contract.json`.
  package var services: [String] {
    let names = (try? files.names(in: contracts)) ?? []
    return names.filter { files.isFile("\(contracts)/\($0)/contract.json") }
  }

  /// Returns services by name, in the given order and without duplicates. If there are no names, returns all services.
  ///
  /// - Throws: An error if there is no service with a name, or if there are no services at all.
  package func services(named names: [String]) throws(WorkspaceError) -> [String] {
    let services = self.services
    if services.isEmpty { throw .noServices(contracts: shown(contracts)) }
    if names.isEmpty { return services }
    var seen: Set<String> = []
    var found: [String] = []
    for name in names {
      guard services.contains(name) else { throw .unknownService(name: name, services: services) }
      if seen.insert(name).inserted { found.append(name) }
    }
    return found
  }

  /// Returns a path in the form in which it is displayed. It is relative if it is below the base folder.
  package func shown(_ path: String) -> String {
    files.prefix + Path.told(Path.absolute(path, in: base), from: base)
  }
}
