import PlumblineContractModel

/// The reason why there is no workspace or no such service.
package enum WorkspaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no `Contracts` folder in the folder or above it.
  case noContracts(from: String)
  /// The path given with an option doesn't exist or isn't a folder.
  case noFolder(path: String, option: String)
  /// The contracts folder contains no services.
  case noServices(contracts: String)
  /// There is no service with this name.
  case unknownService(name: String, services: [String])
  /// The document doesn't exist.
  case noDocument(path: String, nearest: String?)

  package var description: String {
    switch self {
    case .noContracts(let folder):
      "There is no Contracts folder here or above (\(folder)); name one with --contracts DIR."
    case .noFolder(let path, let option):
      "No such folder: \"\(path)\"; \(option) must name an existing folder."
    case .noServices(let contracts):
      "\(contracts) contains no service: a service is a folder there that has a contract.json."
    case .unknownService(let name, let services):
      "Unknown service \"\(name)\"" + Spelling.suggestion(for: name, among: services)
    case .noDocument(let path, let nearest):
      "No such file: \"\(path)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ".")
        + " A service is the name of its folder in Contracts, or the path of an OpenAPI document."
    }
  }
}
