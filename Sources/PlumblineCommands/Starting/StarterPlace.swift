import PlumblineContractModel
import PlumblineWorkspace

/// The service of a new package, and the folder that the package goes into.
struct StarterPlace: Sendable {
  let service: String
  /// The folder's path as shown to the user.
  let shown: String
  /// The folder's absolute path.
  let folder: String

  /// Determines the service and the folder.
  ///
  /// - Parameters:
  ///   - name: The service's name, or `nil` if none is given. The package of a named service goes into a folder of that
  ///     name, or into the current folder if the service is already there. Without a name, it goes into the current
  ///     folder.
  ///   - makesContract: A Boolean value that indicates whether the contract is created from a source instead of using
  ///     an existing one.
  init(_ name: String?, makesContract: Bool) throws(UsageError) {
    let here = WorkingFolder.path
    let present = makesContract ? [] : Workspace(contracts: "\(here)/Contracts").services
    if let name { service = name } else { service = try Self.service(of: here, among: present) }
    guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
    let isHere = !makesContract && StarterPackage.folders(of: service).contains { FileSystem.isThere("\(here)/\($0)") }
    shown = isHere ? "." : name ?? "."
    folder = Path.absolute(shown, in: here)
  }

  /// Returns the default service: the only existing one, or the one with the folder's name.
  private static func service(of folder: String, among present: [String]) throws(UsageError) -> String {
    let own = folder.split(separator: "/").last.map(String.init) ?? ""
    if present.count > 1, !present.contains(own) {
      throw UsageError(
        "Contracts has \(Spelling.list(present)); name one, as in: plumbline init \(present[0]).")
    }
    return present.count == 1 ? present[0] : own
  }

  /// A Boolean value that indicates whether the folder contains a contract for the service.
  var hasContract: Bool { workspace.services.contains(service) }

  /// A Boolean value that indicates whether the folder contains recordings of the service.
  var hasRecordings: Bool { FileSystem.isFolder(workspace.home(of: service).recordings) }

  /// The contracts and recordings in the folder. Paths are shown relative to the current folder.
  var workspace: Workspace { Workspace(contracts: "\(folder)/Contracts") }

  /// Returns the display form of a path in the folder.
  func shown(_ path: String) -> String { shown == "." ? path : "\(shown)/\(path)" }
}
