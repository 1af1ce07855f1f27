import ContractModel
import Reporting
import Workspace

/// Shows every documented endpoint.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists every documented endpoint with its standing and its recordings"
  static let operands = "[SERVICE…]"
  static let options: [OptionSpecification] = []
  static let examples = ["list", "list truelog"]

  private let common: CommonOptions
  private let services: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let loaded = try LoadedServices(services, common: common)
    for problem in loaded.problems { surroundings.console.complain("\(problem)") }
    for service in loaded.services {
      let contract = service.contract
      let count = contract.endpoints.count
      surroundings.console.print("\(contract.title) (\(contract.service)), \(count) endpoint\(count == 1 ? "" : "s")")
      let ids = contract.endpoints.map(\.id.count).max() ?? 0
      let requests = contract.endpoints.map { "\($0.request)".count }.max() ?? 0
      for endpoint in contract.endpoints {
        let recordings = service.recordings.count { $0.endpoint == endpoint.id }
        surroundings.console.print(
          "  \(padded(endpoint.id, to: ids))  \(padded("\(endpoint.request)", to: requests))  "
            + "\(padded(endpoint.standing.rawValue, to: 11))  \(recordings) recording\(recordings == 1 ? "" : "s")")
      }
    }
    return loaded.isUsable ? .clean : .wrong
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
