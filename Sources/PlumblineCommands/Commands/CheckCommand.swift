import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The command that checks captured exchanges against the contracts.
struct CheckCommand: Command {
  static let name = "check"
  static let summary =
    "Checks captured traffic against the contracts: HAR files, recordings, JSON lines, access logs"
  static let choice: String? =
    "Use it for traffic that you already have; it sends nothing. To make calls, use verify; to turn the traffic into "
    + "recordings, import har."
  static let operands = "FILE…"
  static let options: [OptionSpecification] = []
  static let examples = [
    "check session.har", "check Downloads/*.har --report markdown=drift.md", "check - < exchanges.jsonl",
    "check /var/log/nginx/access.log.2.gz",
  ]

  static let common = CommonOptions.specifications(without: "--root")
  static let exits = exitsWithoutServer
  static let exitNote: String? =
    "The exit status is also 2 if none of the exchanges belongs to a service, and 3 if all of them are outages: a run that "
    + "checked nothing doesn't pass."

  private let common: CommonOptions
  private let files: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    files = arguments.files
    guard !files.isEmpty else {
      throw UsageError(
        "check needs a file: a recording, a HAR file from a browser or proxy, JSON lines of recordings (.jsonl) or an "
          + "access log; - is standard input.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let whole = try await Blocking.run { [self] in try judged(surroundings) }
    return try ReportDelivery(common, surroundings).deliver(whole)
  }

  private func judged(_ surroundings: Surroundings) throws -> Report {
    let today = surroundings.today
    let loaded = try LoadedServices([], common: common)
    surroundings.hideCredentials(of: loaded.services.map(\.contract))
    let secrets = Secrets(loaded.services.flatMap { surroundings.credentials(of: $0.contract) })
    var report = TrafficReport(command: Self.name, target: "files")
    report.problems = loaded.problems.filter { $0.level == .error }
    let finder = ServiceFinder(services: loaded.services)
    let changing = ChangingFields(loaded.services.map(\.contract))
    for file in files {
      var pile = Pile(finder: finder, secrets: secrets, today: today, changing: changing)
      report.problems += CaptureReader.read(file, passingOver: { pile.counts($0, &report) }) { pile.judge($0, &report) }
      report.problems += pile.problems
    }
    let hasProblems = !report.problems.isEmpty
    return report.finished(about: loaded.services.filter(report.isAbout), today: today) {
      Self.emptiness(outages: $0, hasProblems: hasProblems)
    }
  }

  /// Returns a sentence that explains why nothing was checked.
  static func emptiness(outages: Int, hasProblems: Bool) -> String {
    let reason =
      switch outages {
      case 0: hasProblems ? "none of the exchanges belongs to a service." : "the files contain no exchanges."
      case 1: "the only exchange is an outage."
      default: "all \(outages) exchanges are outages."
      }
    return "Nothing was checked: \(reason)"
  }
}

/// The exchanges of one file, checked one by one.
private struct Pile {
  private var finder: ServiceFinder
  private let secrets: Secrets
  private let today: String
  private var strangers = UnknownServers()
  private var bodiless = 0
  private var firstBodiless: SourceLocation?
  private var firstLogged: SourceLocation?
  private var pages = 0
  private var firstPage: SourceLocation?
  private var inspectors: [InspectorKey: Inspector] = [:]

  private let changing: ChangingFields
  private var seen = SeenEntries<TrafficReport.Entry>()
  private var sampling = OutlineSampling()
  /// The outline of the entry being checked, or `nil` if it has none.
  private var outline: EntryOutline?

  private struct InspectorKey: Hashable {
    let service: String
    let visibility: Visibility
  }

  init(finder: ServiceFinder, secrets: Secrets, today: String, changing: ChangingFields) {
    self.finder = finder
    self.secrets = secrets
    self.today = today
    self.changing = changing
  }

  /// The problems of the file as a whole.
  var problems: [Problem] {
    strangers.problems + (firstBodiless.map { [Self.bodiless(bodiless, from: $0)] } ?? [])
      + (firstLogged.map { [Self.logged(from: $0)] } ?? [])
      + (firstPage.map { [Self.pages(pages, from: $0)] } ?? [])
  }

  /// Counts an entry of a HAR file if it repeats an earlier one. Returns `false` if the entry still has to be checked.
  mutating func counts(_ entry: [UInt8], _ report: inout TrafficReport) -> Bool {
    outline = nil
    guard sampling.isNextDue() else { return false }
    guard let (outline, started) = EntryOutline.of(entry, changing: changing) else { return false }
    self.outline = outline
    guard let known = seen.finding(outline) else { return false }
    sampling.noteRepeat()
    return report.repeatEntry(known, at: started.flatMap(CapturedExchange.moment))
  }

  mutating func judge(_ captured: CapturedExchange, _ report: inout TrafficReport) {
    guard let found = finder.find(captured) else { return strangers.add(captured) }
    let (contract, exchange) = (found.service.contract, found.exchange)
    if let host = found.strangeHost { strangers.add(captured, heldTo: contract.service, at: host) }
    let inspector = inspector(of: contract, captured.visibility)
    let place = contract.router.resolve(exchange.request)
    if captured.visibility != .startLines, !captured.isOfEndpoint, place.endpoint == nil, Self.isOfBrowser(exchange) {
      pages += 1
      firstPage = firstPage ?? captured.location
      return
    }
    let inspected = inspector.inspected(exchange, at: place)
    // A recording names its caller, so inspect it again in that caller's context.
    let drift = captured.recording.map { inspector.inspect($0) } ?? inspected.drift
    if captured.visibility == .startLines {
      firstLogged = firstLogged ?? captured.location
    } else if inspected.outage == nil, Self.lacksBody(exchange) {
      bodiless += 1
      firstBodiless = firstBodiless ?? captured.location
      outline = nil
    }
    // The time is only needed for drift.
    let moment = drift.isEmpty ? nil : captured.moment
    let entry = report.note(
      JudgedExchange(
        exchange: exchange, drift: drift, outage: inspected.outage, moment: moment, body: inspected.body),
      of: contract, endpoint: place.endpoint, secrets: secrets, at: captured.location)
    // Figures outside the report have to be counted again for each entry, and an entry with many findings takes more
    // memory than its outline saves.
    if let outline, let entry, found.strangeHost == nil, drift.count <= 4 { seen.keep(entry, for: outline) }
  }

  /// Returns a Boolean value that indicates whether an undocumented exchange comes from a browser rather than a client
  /// of the API. `infer` leaves such exchanges out as well.
  private static func isOfBrowser(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response else { return false }
    return PageTraffic.isPart(exchange.request, response) || PageTraffic.isPreflight(exchange.request)
      || PageTraffic.isUpgrade(response)
  }

  private static func pages(_ count: Int, from first: SourceLocation) -> Problem {
    Problem(
      first,
      "\(String.count(count, "exchange")) for web pages, their assets or the browser itself "
        + "\(count == 1 ? "isn't an API call" : "aren't API calls") and \(count == 1 ? "wasn't" : "weren't") checked.",
      level: .warning)
  }

  private mutating func inspector(of contract: Contract, _ visibility: Visibility) -> Inspector {
    let key = InspectorKey(service: contract.service, visibility: visibility)
    if let known = inspectors[key] { return known }
    let made = Inspector(contract, options: Inspector.Options(visibility: visibility, today: today))
    inspectors[key] = made
    return made
  }

  private static func logged(from first: SourceLocation) -> Problem {
    Problem(
      first,
      "An access log has neither headers nor bodies: only endpoints, methods, statuses, paths and queries were "
        + "checked.", level: .warning)
  }

  private static func bodiless(_ count: Int, from first: SourceLocation) -> Problem {
    let isOne = count == 1
    return Problem(
      first,
      "\(isOne ? "The body of an exchange isn't" : "The bodies of \(count) exchanges aren't") in the capture, "
        + "or \(isOne ? "is" : "are") still compressed, so \(isOne ? "it wasn't" : "they weren't") checked.",
      level: .warning)
  }

  /// Returns a Boolean value that indicates whether the capture lacks the body of the request or the response.
  private static func lacksBody(_ exchange: Exchange) -> Bool {
    if exchange.request.body.bytes == nil { return true }
    guard let response = exchange.response, response.body.bytes == nil else { return false }
    return exchange.request.method != .head && !HTTPStatus.isBodyless(response.status)
  }
}
