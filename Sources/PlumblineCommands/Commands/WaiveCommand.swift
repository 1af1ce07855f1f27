import PlumblineASCII
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineTime
import PlumblineWorkspace

/// The command that writes a waiver for a fingerprint or a cause.
struct WaiveCommand: Command {
  static let name = "waive"
  static let summary = "Accepts a known finding until a date: adds it to waivers.json, with a reason"
  static let choice: String? =
    "Use it for a finding that can't be fixed yet. To let a whole severity pass, use --gate."
  static let operands = "FINGERPRINT|CAUSE"
  static let options = [
    OptionSpecification("--reason", "TEXT", "Why the drift is accepted. Required."),
    OptionSpecification(
      "--until", "DATE",
      "The last day on which the waiver applies, as YYYY-MM-DD, or never. "
        + "Required.", older: "--expires"),
    OptionSpecification(
      "--from", "REPORT.json",
      "The JSON report that has the finding; it supplies the service, the rule and the location."),
    OptionSpecification(
      "--cause", nil, "Without --from: the digits identify a cause, which several findings share, not one finding."),
    OptionSpecification("--service", "SERVICE", "Without --from: the service, if there is more than one."),
    OptionSpecification("--rule", "RULE", "Without --from: the rule, as a note for readers."),
  ]
  static let common = CommonOptions.specifications(without: "--report", "--gate", "--source-url", "--root")
  static let examples = [
    "waive 0f3a5c7d9e1b2468 --from build/report.json --reason 'Fixed in 4.2' --until 2027-01-31",
    "waive 0f3a5c7d9e1b2468 --service truelog --reason 'The server drops it in May' --until 2027-05-31",
  ]
  static let exits = ["0 waived, 2 a usage error or an invalid file."]

  private let common: CommonOptions
  private var entry: WaiverWriter.Entry
  /// The fingerprint or the cause that the command line names.
  private let digits: String
  private let report: String?
  private let service: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    guard arguments.operands.count == 1, let fingerprint = arguments.operands.first else {
      throw UsageError("waive takes one fingerprint or cause, as reports show them.")
    }
    guard fingerprint.utf8.count == 16, fingerprint.utf8.allSatisfy({ $0.isHexDigit && !$0.isCapital }) else {
      throw UsageError("\"\(fingerprint)\" isn't a fingerprint: expected 16 hexadecimal digits, as shown in reports.")
    }
    guard let reason = arguments.value("--reason"), reason.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("waive needs a reason for future readers: --reason TEXT.")
    }
    guard let day = arguments.value("--until") else {
      throw UsageError("waive needs an expiry date: --until YYYY-MM-DD, or --until never.")
    }
    guard day == "never" || Self.isDay(day) else {
      throw UsageError("\"\(day)\" isn't a date: use the form YYYY-MM-DD, such as 2027-01-31, or never.")
    }
    if let rule = arguments.value("--rule"), RuleCatalog.rule(rule) == nil {
      throw RuleName.unknown(rule)
    }
    digits = fingerprint
    entry = WaiverWriter.Entry(
      fingerprint: fingerprint, rule: arguments.value("--rule"), reason: reason, until: day == "never" ? nil : day)
    if arguments.has("--cause") { (entry.cause, entry.fingerprint) = (fingerprint, nil) }
    report = arguments.value("--from")
    service = arguments.value("--service")
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let workspace = try common.workspace(for: service.map { [$0] } ?? [])
    var entry = entry
    var name = service
    if let report {
      let names = entry.cause == nil ? ["fingerprint", "cause"] : ["cause"]
      let finding = try finding(in: report, by: names)
      if finding["fingerprint"]?.string != digits { (entry.cause, entry.fingerprint) = (digits, nil) }
      if let told = finding["service"]?.string {
        if let service, service != told, !ServiceHome.isDocument(service) {
          throw UsageError("\(report) has the finding \(digits) in \(told), not in \(service): omit --service.")
        }
        name = name ?? told
      }
      entry.rule = entry.rule ?? finding["rule"]?.string
      if entry.cause == nil { entry.endpoint = finding["endpoint"]?.string }
      entry.pointer = finding["pointer"]?.string
    }
    if let until = entry.until, until < surroundings.today {
      throw UsageError("\(until) is in the past; a waiver needs a date in the future.")
    }
    let services = try workspace.homes(named: name.map { [$0] } ?? [])
    guard services.count == 1, let service = services.first else {
      throw UsageError(
        "waive needs a service: --from REPORT.json that has the finding, or --service SERVICE, one of "
          + "\(Spelling.list(services.map(\.name))).")
    }
    let path = service.waivers
    let shown = workspace.shown(path)
    do {
      let schema = FileSystem.existing("../waivers.schema.json", beside: path)
      try AtomicFile.change(path) { try WaiverWriter.adding(entry, to: $0, path: shown, schema: schema) }
    } catch let error as JSONSyntaxError {
      throw UsageError("\(error.location): \(error.message)")
    }
    if !common.isQuiet {
      let until = entry.until.map { " until \($0)" } ?? " permanently"
      let what = entry.cause == nil ? "fingerprint" : "cause"
      surroundings.console.print("\(shown): the \(what) \(digits) is waived\(until).")
      if report == nil {
        surroundings.console.print(
          "Without --from REPORT.json, the waiver isn't checked against a report"
            + (entry.cause == nil ? "; if the digits are those of a cause, add --cause" : "")
            + ". A complete run reports a waiver that excuses nothing."
        )
      }
    }
    return .clean
  }

  /// Returns the drift with the given fingerprint or, if there is none, with the given cause.
  private func finding(in path: String, by names: [String]) throws -> JSON {
    let report = try ReportFile(path)
    let drift = report.root["drift"]?.elements.map { $0 } ?? []
    for name in names {
      if let found = drift.first(where: { $0[name]?.string == digits }) { return found }
    }
    var known: [String] = []
    for finding in drift {
      for word in names.compactMap({ finding[$0]?.string }) where !known.contains(word) { known.append(word) }
    }
    if let near = Spelling.nearest(digits, among: known) { known = [near] }
    let shown = known.prefix(8).map { word in
      let rules = drift.filter { $0["fingerprint"]?.string == word || $0["cause"]?.string == word }
      return "\(word) (\(rules.first?["rule"]?.string ?? "drift"))"
    }
    let hint =
      known.isEmpty
      ? "; it contains no drift."
      : "; it contains \(Spelling.list(shown))\(known.count > 8 ? " and \(known.count - 8) more" : "")."
    throw UsageError(
      "\(path) contains no drift with the \(Spelling.list(names, joining: "or the")) \(digits)" + hint)
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), (1...12).contains(month), parts.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit } })
    else { return false }
    return (1...CivilDate.days(inMonth: month, of: year)).contains(day)
  }
}
