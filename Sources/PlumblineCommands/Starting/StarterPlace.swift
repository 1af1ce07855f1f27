import PlumblineContractModel
import PlumblineWorkspace

/// The service of a new package, and the package's folder.
struct StarterPlace: Sendable {
  let service: String
  /// The folder's display form.
  let shown: String
  /// The folder, absolute.
  let folder: String

  /// - Parameters:
  ///   - name: the service's name, if it is given. Its package goes into a folder of that name, or into the current folder if
  ///     the service is already there; without a name it goes into the current folder.
  ///   - makesContract: whether the contract is created from a source, so that an existing one isn't used.
  init(_ name: String?, makesContract: Bool) throws(UsageError) {
    let here = WorkingFolder.path
    let present = makesContract ? [] : Workspace(contracts: "\(here)/Contracts").services
    if let name { service = name } else { service = try Self.service(of: here, among: present) }
    guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
    let isHere = !makesContract && StarterPackage.folders(of: service).contains { FileSystem.isThere("\(here)/\($0)") }
    shown = isHere ? "." : name ?? "."
    folder = Path.absolute(shown, in: here)
  }

  /// Returns the default service: the only one that is here, or the one with the folder's name.
  private static func service(of folder: String, among present: [String]) throws(UsageError) -> String {
    let own = folder.split(separator: "/").last.map(String.init) ?? ""
    if present.count > 1, !present.contains(own) {
      throw UsageError(
        "Contracts has \(Spelling.list(present)); name one, as in: plumbline init \(present[0]).")
    }
    return present.count == 1 ? present[0] : own
  }

  /// A Boolean value that indicates whether the service has a contract in the folder.
  var hasContract: Bool { workspace.services.contains(service) }

  /// A Boolean value that indicates whether the service has recordings in the folder.
  var hasRecordings: Bool { FileSystem.isFolder(workspace.home(of: service).recordings) }

  /// The contracts and recordings of the folder, with paths shown from the current folder.
  var workspace: Workspace { Workspace(contracts: "\(folder)/Contracts") }

  /// Returns the display form of a path in the folder.
  func shown(_ path: String) -> String { shown == "." ? path : "\(shown)/\(path)" }
}
