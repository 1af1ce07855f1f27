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
    var report = TrafficReport(command: Self.name, target: "files")
    report.problems = loaded.problems.filter { $0.level == .error }
    let finder = ServiceFinder(services: loaded.services)
    for file in files { judge(CaptureReader.read(file), finder, &report, today: surroundings.today) }
    let hasProblems = !report.problems.isEmpty
    let whole = report.finished(about: loaded.services.filter(report.isAbout), today: surroundings.today) { outages in
      let reason =
        switch outages {
        case 0: hasProblems ? "no exchange is with a service." : "no exchange is in the files."
        case 1: "the only exchange is an outage."
        default: "all \(outages) exchanges are outages."
        }
      return "Nothing was inspected: \(reason)"
    }
    return try ReportDelivery(common, surroundings).deliver(whole)
  }

  /// Judges what a file holds.
  private func judge(
    _ file: CaptureReader.Result, _ finder: ServiceFinder, _ report: inout TrafficReport, today: String
  ) {
    report.problems += file.problems
    var strangers = UnknownServers()
    var bodiless: [SourceLocation] = []
    for captured in file.exchanges {
      guard let found = finder.find(captured) else {
        strangers.add(captured)
        continue
      }
      let (contract, exchange) = (found.service.contract, found.exchange)
      if let host = found.strangeHost { strangers.add(captured, heldTo: contract.service, at: host) }
      let inspector = Inspector(contract, options: Inspector.Options(credentialsVisible: false, today: today))
      let outage = inspector.outage(of: exchange)
      if outage == nil, Self.lacksBody(exchange) { bodiless.append(captured.location) }
      let drift = captured.recording.map { inspector.inspect($0) } ?? inspector.inspect(exchange)
      report.note(
        JudgedExchange(exchange: exchange, drift: drift, outage: outage), of: contract,
        endpoint: inspector.endpoint(of: exchange.request), secrets: Secrets([]), at: captured.location)
    }
    report.problems += strangers.problems
    if let first = bodiless.first { report.problems.append(Self.bodiless(bodiless.count, from: first)) }
  }

  private static func bodiless(_ count: Int, from first: SourceLocation) -> Problem {
    let isOne = count == 1
    return Problem(
      first,
      "\(isOne ? "The body of an exchange isn't" : "The bodies of \(count) exchanges aren't") in the capture, "
        + "or \(isOne ? "is" : "are") still packed: what \(isOne ? "it holds" : "they hold") wasn't judged.",
      level: .warning)
  }

  /// Whether the capture has not all that was sent and answered.
  private static func lacksBody(_ exchange: Exchange) -> Bool {
    if exchange.request.body.bytes == nil { return true }
    guard let response = exchange.response, response.body.bytes == nil else { return false }
    return exchange.request.method != .head && !HTTPStatus.isBodyless(response.status)
  }
}
