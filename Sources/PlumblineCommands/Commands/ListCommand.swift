import PlumblineContractModel
import PlumblineReporting

/// The command that lists every documented endpoint.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists endpoints and deep links with their recordings, and whether each is documented or assumed"
  static let choice: String? =
    "Use it for an overview of the contract. To see what the recordings and calls cover, use coverage."
  static let operands = "[SERVICE…]"
  static let options: [OptionSpecification] = []
  static let examples = ["list", "list truelog"]
  static let common = CommonOptions.specifications(without: "--gate")
  static let exits = ["0 listed, 2 a usage error or an invalid file."]

  private let common: CommonOptions
  private let services: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let loaded = try LoadedServices(services, common: common)
    if !common.reports.isEmpty {
      var report = Report(command: Self.name, target: "files")
      report.problems = loaded.problems
      for service in loaded.services { report.add(service.contract, links: true) }
      let code = try ReportDelivery(common, surroundings).deliver(report, showingConsole: false)
      if common.reports.contains(where: { $0.path == nil }) || common.isQuiet { return code }
    }
    for problem in loaded.problems { surroundings.console.complain("\(problem)") }
    guard !common.isQuiet else { return loaded.isUsable ? .clean : .wrong }
    for (index, service) in loaded.services.enumerated() {
      if index > 0 { surroundings.console.print("") }
      print(service, on: surroundings.console)
    }
    return loaded.isUsable ? .clean : .wrong
  }

  /// Prints a heading, then one line per endpoint, cut to the width of the terminal.
  private func print(_ service: LoadedServices.Service, on console: Console) {
    var report = Report(command: Self.name, target: "files")
    report.add(service.contract, links: true)
    let counts = Dictionary(grouping: service.recordings, by: \.endpoint).mapValues(\.count)
    console.print(
      "\(service.contract.title) (\(service.contract.service)) · \(report.endpoints.countPhrase) · "
        + String.count(counts.values.reduce(0, +), "recording"))
    console.print("")
    let rows = report.endpoints.map { endpoint in
      (endpoint: endpoint, recordings: counts[endpoint.id] ?? service.contract.link(endpoint.id)?.cases.count ?? 0)
    }
    let table = ListingTable(rows, width: console.isTerminal ? console.width : nil)
    for line in table.lines { console.print(line) }
  }
}
