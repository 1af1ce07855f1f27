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
    for (index, service) in loaded.services.enumerated() {
      if index > 0 { surroundings.console.print("") }
      for line in lines(for: service) { surroundings.console.print(line) }
    }
    return loaded.isUsable ? .clean : .wrong
  }

  /// A heading, then a line an endpoint: id, standing, recordings, method and path. The path comes last, because it is
  /// what differs most in length.
  private func lines(for service: LoadedServices.Service) -> [String] {
    let endpoints = service.contract.endpoints
    let counts = endpoints.map { endpoint in service.recordings.count { $0.endpoint == endpoint.id } }
    let ids = endpoints.map(\.id.count).max() ?? 0
    let standings = endpoints.map(\.standing.rawValue.count).max() ?? 0
    let numbers = counts.map { "\($0)".count }.max() ?? 0
    let methods = endpoints.map(\.request.method.rawValue.count).max() ?? 0
    let heading =
      "\(service.contract.title) (\(service.contract.service)) · \(counted(endpoints.count, "endpoint")) · "
      + counted(counts.reduce(0, +), "recording")
    return [heading, ""]
      + zip(endpoints, counts).map { endpoint, count in
        let number = "\(count)"
        return "  " + padded(endpoint.id, to: ids) + "  " + padded(endpoint.standing.rawValue, to: standings) + "  "
          + String(repeating: " ", count: numbers - number.count) + "\(number) recording\(count == 1 ? " " : "s")  "
          + padded(endpoint.request.method.rawValue, to: methods) + " \(endpoint.request.template)"
      }
  }

  private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
