import PlumblineContractModel
import PlumblineWorkspace

/// The service that a package is begun for, and the folder that the package goes into.
struct StarterPlace: Sendable {
  let service: String
  /// The folder as it is shown.
  let shown: String
  /// The folder, absolute.
  let folder: String

  /// - Parameters:
  ///   - name: the service that somebody named. Its package goes into a folder of that name, or into this one where the
  ///     service is here already; that of a service that nobody named goes into this one.
  ///   - makesContract: whether the contract is made of something, so that none that is here is meant.
  init(_ name: String?, makesContract: Bool) throws(UsageError) {
    let here = WorkingFolder.path
    let present = makesContract ? [] : Workspace(contracts: "\(here)/Contracts").services
    if let name { service = name } else { service = try Self.service(of: here, among: present) }
    guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
    let isHere = !makesContract && StarterPackage.folders(of: service).contains { FileSystem.isThere("\(here)/\($0)") }
    shown = isHere ? "." : name ?? "."
    folder = Path.absolute(shown, in: here)
  }

  /// The service that somebody means who names none: the only one that is here, or the one of the folder's name.
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

  /// A Boolean value that indicates whether it has recordings there.
  var hasRecordings: Bool { FileSystem.isFolder(workspace.home(of: service).recordings) }

  /// The contracts and recordings of the folder, shown from where somebody types.
  var workspace: Workspace { Workspace(contracts: "\(folder)/Contracts") }

  /// A path in the folder, as it is shown.
  func shown(_ path: String) -> String { shown == "." ? path : "\(shown)/\(path)" }
}
