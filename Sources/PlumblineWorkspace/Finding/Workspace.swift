import PlumblineContractModel

/// The contracts and recordings on disk.
///
///     Contracts/truelog/contract.json
///     Contracts/truelog/tickets.json
///     Recordings/truelog/tickets.get/ok.json
///
/// Nothing is kept: every question looks at the disk again.
package struct Workspace: Sendable, Hashable {
  /// The folder that holds a folder a service, absolute.
  package let contracts: String
  /// The folder that holds the recordings, a folder a service; absolute. It may not exist yet.
  package let recordings: String
  /// Paths beneath this folder are shown relative to it; absolute.
  package let base: String
  /// A Boolean value that indicates whether somebody said where recordings are, so that those of documents are there as well,
  /// and not beside them.
  let keepsRecordings: Bool
  /// Where the files are read.
  var files = FileSource.disk
  /// A Boolean value that indicates whether a document with a mistake is refused, instead of read without the part that is
  /// wrong.
  package var isStrict = false
  /// A Boolean value that indicates whether a document's service gets the state that its operations imply, as an import gives
  /// it, so that a mock of it remembers what is written.
  package var liftsState = false
  /// Patterns of the operations of a document that are read; `nil` for all of them.
  package var operations: [String]?
  /// The folder that references of documents may read, where somebody said so; absolute.
  var root: String?

  /// - Parameters:
  ///   - contracts: The folder that holds a folder a service.
  ///   - recordings: The folder that holds the recordings; `Recordings` beside the contracts if nothing is said.
  ///   - base: What the paths are relative to, and shown relative to.
  package init(contracts: String, recordings: String? = nil, base: String = WorkingFolder.path) {
    self.base = Path.absolute(base, in: "/")
    self.contracts = Path.absolute(contracts, in: self.base)
    self.recordings =
      recordings.map { Path.absolute($0, in: base) } ?? Path.absolute("../Recordings", in: self.contracts)
    keepsRecordings = recordings != nil
  }

  /// The workspace that somebody in a folder means: what the options name, else the nearest `Contracts` folder, there or
  /// above, and `Recordings` beside it.
  ///
  /// - Parameter fillsRecordings: whether the folder of the recordings need not be there, as it is yet to be filled.
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

  /// The workspace that a source file means: the folders that it names, from its own folder on, else the nearest
  /// `Contracts` folder beside or above it, else that of the folder that the program runs in.
  ///
  /// Paths are shown relative to the folder that holds the contracts, which is the package's as a rule.
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

  /// The names of the services, sorted: the folders among the contracts that hold a `contract.json`.
  package var services: [String] {
    let names = (try? files.names(in: contracts)) ?? []
    return names.filter { files.isFile("\(contracts)/\($0)/contract.json") }
  }

  /// The services that somebody named, in that order and each once; all of them if nobody named any.
  ///
  /// - Throws: When a name is no service, with the nearest one; when there are no services at all.
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

  /// A path as people want to see it: relative to the base where it lies beneath it.
  package func shown(_ path: String) -> String {
    files.prefix + Path.told(Path.absolute(path, in: base), from: base)
  }
}
