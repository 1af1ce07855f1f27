import PlumblineContractModel

/// The reason that there is no workspace, or no such service in it.
package enum WorkspaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No `Contracts` folder in a folder or above it.
  case noContracts(from: String)
  /// An option names a folder that doesn't exist or isn't one.
  case noFolder(path: String, option: String)
  /// The contracts folder contains no service.
  case noServices(contracts: String)
  /// There is no service of this name.
  case unknownService(name: String, services: [String])
  /// The document doesn't exist.
  case noDocument(path: String, nearest: String?)

  package var description: String {
    switch self {
    case .noContracts(let folder):
      "There is no Contracts folder here or above (\(folder)); --contracts DIR names one."
    case .noFolder(let path, let option):
      "There is no folder \"\(path)\"; \(option) names a folder that exists."
    case .noServices(let contracts):
      "\(contracts) holds no service: a service is a folder there with a contract.json in it."
    case .unknownService(let name, let services):
      "There is no service \"\(name)\"" + Spelling.suggestion(for: name, among: services)
    case .noDocument(let path, let nearest):
      "There is no file \"\(path)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ".")
        + " A service is named by its folder's name among the contracts, or by the path of an OpenAPI document."
    }
  }
}
