import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification

/// Inspects exchanges that others captured.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Inspects exchanges that others captured: HAR files of browsers and proxies, recordings"
  static let operands = "FILE…"
  static let options: [OptionSpecification] = []
  static let examples = ["check session.har", "check Downloads/*.har --report markdown=drift.md"]

  static let exits = exitsWithoutServer
  static let exitNote: String? =
    "Here 2 is also that no exchange in the files is with a service, and 3 that all of them are outages: a check that "
    + "has judged nothing passes no gate."

  private let common: CommonOptions
  private let files: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    // A pattern of the shell's may name a file twice.
    var seen: Set<String> = []
    files = arguments.operands.filter { seen.insert($0.hasPrefix("./") ? String($0.dropFirst(2)) : $0).inserted }
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
    var called: Set<Report.EndpointName> = []
    for file in files {
      let result = CaptureReader.read(file)
      report.problems += result.problems
      var strangers = Strangers()
      var bodiless: [SourceLocation] = []
      for captured in result.exchanges {
        guard let found = finder.find(captured) else {
          strangers.add(captured)
          continue
        }
        let (contract, exchange) = (found.service.contract, found.exchange)
        if let host = found.strangeHost { strangers.add(captured, heldTo: contract.service, at: host) }
        report.exchanges += 1
        let options = Inspector.Options(credentialsVisible: false, today: surroundings.today)
        let inspector = Inspector(contract, options: options)
        let endpoint = inspector.endpoint(of: exchange.request)?.id
        called.insert(Report.EndpointName(service: contract.service, id: endpoint ?? ""))
        ledgers[contract.service, default: EvidenceLedger(contract)].note(exchange)
        let secrets = Secrets([]).adding([exchange], of: contract)
        let outage = inspector.outage(of: exchange)
        if outage == nil, Self.lacksBody(exchange) { bodiless.append(captured.location) }
        if let outage {
          let path = Redactor(showing: exchange.request, of: contract).path(of: exchange.request)
          let line = "\(exchange.request.method) \(path.prefix(200))"
          report.note(
            secrets.redact("\(outage)"), service: contract.service, endpoint: endpoint ?? secrets.redact(line),
            at: captured.location)
        }
        let drift = captured.recording.map { inspector.inspect($0) } ?? inspector.inspect(exchange)
        report.drift += drift.map(secrets.redact)
      }
      report.problems += strangers.problems
      if let first = bodiless.first {
        let isOne = bodiless.count == 1
        report.problems.append(
          Problem(
            first,
            "\(isOne ? "The body of an exchange isn't" : "The bodies of \(bodiless.count) exchanges aren't") in the capture, "
              + "or \(isOne ? "is" : "are") still packed: what \(isOne ? "it holds" : "they hold") wasn't judged.",
            level: .warning))
      }
    }
    let services = loaded.services.filter { ledgers[$0.contract.service] != nil }
    for service in services {
      report.add(service.contract)
      let evidence = ledgers[service.contract.service]?.evidence ?? []
      report.evidence += evidence.filter { called.contains(Report.EndpointName(service: $0.service, id: $0.endpoint)) }
    }
    report.called = report.endpoints.count { called.contains($0.name) }
    report.drift = DriftMerge.merged(report.drift)
    // A capture shows what somebody happened to call, never all that a waiver may be about.
    report.applyWaivers(of: services, today: surroundings.today) { _, _ in false }
    if !report.problems.contains(where: { $0.level == .error }) { Self.judgeEmptiness(of: &report) }
    return try ReportDelivery(common, surroundings).deliver(report)
  }

  /// Whether the capture has not all that was sent and answered.
  private static func lacksBody(_ exchange: Exchange) -> Bool {
    if exchange.request.body.bytes == nil { return true }
    guard let response = exchange.response, response.body.bytes == nil else { return false }
    return exchange.request.method != .head && !HTTPStatus.isBodyless(response.status)
  }

  /// A check that has judged nothing is no success, or a capture of the wrong page would pass every gate: status 2 where
  /// no exchange belongs to a service, 3 where the server was never there.
  private static func judgeEmptiness(of report: inout Report) {
    if report.exchanges == 0 {
      report.failure =
        "Nothing was inspected: "
        + (report.problems.isEmpty ? "no exchange is in the files." : "no exchange is with a service.")
      report.exit = Int(ExitCode.wrong.rawValue)
    } else if report.summary.outages == report.exchanges {
      let all =
        report.exchanges == 1 ? "the only exchange is an outage" : "all \(report.exchanges) exchanges are outages"
      report.failure = "Nothing was inspected: \(all)."
      report.exit = Int(ExitCode.unreachable.rawValue)
    } else {
      return
    }
    report.isEmptyHanded = true
  }
}
