import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// The part of a report that fits into a SARIF file. Each section is in its usual order.
///
/// If not everything fits, problems with the run take precedence, followed by findings (the most severe first and
/// waived ones last), and then by everything that isn't drift.
struct SARIFContent {
  /// The rules of all findings.
  let rules: [Rule]
  private let places: [String: Int]
  private(set) var execution: [SARIFNotification] = []
  private(set) var configuration: [SARIFNotification] = []
  private(set) var findings: [Drift] = []
  private(set) var facts: [SARIFFact] = []
  /// A sentence about omissions, or `nil` if there are none.
  private(set) var omission: String?

  init(_ digest: ReportDigest, within limits: SARIFLimits) {
    var rules: [Rule] = []
    var places: [String: Int] = [:]
    for rule in digest.findings.map(\.rule) where places[rule.id] == nil {
      places[rule.id] = rules.count
      rules.append(rule)
    }
    (self.rules, self.places) = (rules, places)

    var room = SARIFRoom(limits)
    // The number of rules is limited by the catalog, so they always fit.
    for rule in rules { _ = room.take(depth: 6) { $0.sarifRule(rule) } }
    let (executions, configurations) = (
      SARIFNotification.ofRun(digest.report), SARIFNotification.ofFiles(digest.report)
    )
    var told = room.part(limits.bytes / 4)
    execution = executions.filter { notification in told.take(depth: 6) { $0.notification(notification) } }
    configuration = configurations.filter { notification in told.take(depth: 6) { $0.notification(notification) } }
    room.give(back: told)
    var taken: Set<String> = []
    for finding in digest.bySeverity {
      let index = places[finding.rule.id] ?? 0
      guard room.take(depth: 4, isResult: true, { $0.sarifResult(finding, ruleIndex: index) }) else { continue }
      taken.insert(finding.fingerprint)
    }
    findings = digest.findings.filter { taken.contains($0.fingerprint) }
    let all = SARIFFact.all(in: digest.report, rulesBefore: rules.count)
    facts = all.filter { fact in room.take(depth: 4, isResult: true) { $0.sarifResult(fact) } }

    let notifications = executions.count + configurations.count
    let counts: [(kept: Int, all: Int, noun: String)] = [
      (findings.count, digest.findings.count, "finding"), (facts.count, all.count, "fact"),
      (execution.count + configuration.count, notifications, "notification"),
    ]
    let leftOut = counts.filter { $0.kept < $0.all }.map { "\($0.all - $0.kept) of \(String.count($0.all, $0.noun))" }
    if !leftOut.isEmpty {
      omission =
        "Left out \(leftOut.joined(separator: ", ")), the least severe: GitHub accepts SARIF files of up to \(limits.results)"
        + " results and \(Self.megabytes(limits.bytes)) MB. The JSON report has all of them."
    }
  }

  private static func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1_000_000).thousandths }

  func ruleIndex(_ finding: Drift) -> Int { places[finding.rule.id] ?? 0 }
}

/// A notification about the run itself (section 3.58).
struct SARIFNotification {
  let id: String
  let level: String
  let message: String
  /// The location in a file, or `nil` if there is none.
  var place: SourceLocation?

  /// Returns notifications about the run: that it couldn't be executed, failed calls, exchanges that couldn't be
  /// checked, client calls that break, stale recordings, and omitted variants.
  static func ofRun(_ report: Report) -> [SARIFNotification] {
    var all: [SARIFNotification] = []
    if let failure = report.failure { all.append(.init(id: "run.failed", level: "error", message: failure)) }
    for call in report.calls where call.isTelling {
      all.append(
        .init(id: "call.failed", level: "error", message: "\(call.service) \(call.label): \(call.reasonOrNone)"))
    }
    for outage in report.outages {
      all.append(
        .init(
          id: "exchange.outage", level: "warning",
          message: "\(outage.service) \(outage.endpoint): \(outage.sentence)", place: outage.places.first))
    }
    for group in report.impactGroups where group.line.effect.breaks {
      let line = group.line
      let words = ["\(line.service) \(line.endpoint) \(line.phrase)", line.message, group.callsPhrase]
      all.append(
        .init(
          id: "client.breaks", level: "error", message: words.filter { !$0.isEmpty }.joined(separator: "\n")))
    }
    for recording in report.staleRecordings {
      all.append(
        .init(
          id: "recording.stale", level: "note", message: "\(recording.name): \(recording.reason)",
          place: recording.location))
    }
    for line in report.leftOutVariants {
      let level = line.givenUp == nil ? "note" : "warning"
      all.append(.init(id: "variants.left-out", level: level, message: "\(line.service): \(line.sentence)"))
    }
    return all
  }

  /// Returns notifications about problems in files.
  static func ofFiles(_ report: Report) -> [SARIFNotification] {
    report.problems.sorted().map { problem in
      .init(
        id: "file.problem", level: problem.level == .error ? "error" : "warning", message: problem.message,
        place: problem.location)
    }
  }
}

extension JSONBuilder {
  mutating func notification(_ notification: SARIFNotification) {
    object { json in
      json.object("descriptor") { $0.member("id", notification.id) }
      json.member("level", notification.level)
      json.text("message", notification.message)
      guard let place = notification.place, !place.file.isEmpty else { return }
      json.array("locations") { json in
        json.object { $0.physicalLocation(place) }
      }
    }
  }
}
