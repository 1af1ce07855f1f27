import ContractModel
import DriftDetection
import JSONTree
import Recordings
import Reporting
import Verification

/// Inspects exchanges that others captured.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Inspects exchanges that others captured: HAR files of browsers and proxies, recordings"
  static let operands = "FILE…"
  static let options: [OptionSpecification] = []
  static let examples = ["check session.har", "check Downloads/*.har --report markdown=drift.md"]

  private let common: CommonOptions
  private let files: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    files = arguments.operands
    guard !files.isEmpty else {
      throw UsageError("check needs a file: a recording, or a HAR file of a browser or proxy.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let loaded = try LoadedServices([], common: common)
    var report = Report(command: Self.name, target: "files")
    report.problems = loaded.problems.filter { $0.level == .error }
    let finder = ServiceFinder(services: loaded.services)
    var ledgers: [String: EvidenceLedger] = [:]
    var reached: Set<String> = []
    for file in files {
      let result = CaptureReader.read(file)
      report.problems += result.problems
      var strangers = Strangers()
      for captured in result.exchanges {
        guard let (service, exchange) = finder.find(captured) else {
          strangers.add(captured)
          continue
        }
        let name = service.contract.service
        report.exchanges += 1
        reached.insert(name)
        ledgers[name, default: EvidenceLedger(service.contract)].note(exchange)
        let options = Inspector.Options(credentialsVisible: false, today: surroundings.today)
        let inspector = Inspector(service.contract, options: options)
        let found = captured.recording.map { inspector.inspect($0) } ?? inspector.inspect(exchange)
        if found.isEmpty { continue }
        let secrets = Secrets([]).adding([exchange], of: service.contract)
        report.drift += found.map(secrets.redact)
      }
      report.problems += strangers.problems(in: file)
    }
    let services = loaded.services.filter { reached.contains($0.contract.service) }
    for service in services {
      report.add(service.contract)
      report.evidence += ledgers[service.contract.service]?.evidence ?? []
    }
    report.drift = DriftMerge.merged(report.drift)
    // A capture shows what somebody happened to call, never all that a waiver may be about.
    report.applyWaivers(of: services, today: surroundings.today) { _, _ in false }
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// The exchanges of a file that belong to no service, counted by host.
  private struct Strangers {
    private var counts: [String: (number: Int, first: CapturedExchange)] = [:]

    mutating func add(_ captured: CapturedExchange) {
      let host = captured.url.flatMap(ServiceFinder.origin)?.origin ?? "an unknown server"
      counts[host, default: (0, captured)].number += 1
    }

    /// One warning a host: what a page loads from elsewhere is no drift of the API.
    func problems(in file: String) -> [Problem] {
      counts.sorted { $0.key < $1.key }.map { host, count in
        let line = "\(count.first.exchange.request.method) \(count.first.exchange.request.path.prefix(120))"
        let what = count.number == 1 ? "The exchange with \(host)" : "\(count.number) exchanges with \(host)"
        return Problem(
          count.first.location,
          "\(what) (\(line)) belong\(count.number == 1 ? "s" : "") to no service: no contract has the server or the path.",
          level: .warning)
      }
    }
  }
}
