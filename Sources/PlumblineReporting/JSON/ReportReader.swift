import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// A reader for the JSON reports of earlier runs, for commands whose reports can be merged.
///
/// Findings and counts are read as ``JSONRenderer`` wrote them. Numbers that are derived from them, such as those in
/// the summary, are ignored.
package struct ReportReader {
  /// The commands whose reports can be merged, because they check exchanges individually.
  private static let commands = ["check", "verify"]

  /// Reads a report.
  ///
  /// - Parameter path: The path to show in problems.
  /// - Throws: The first problem, such as invalid JSON, a file that isn't a report, an unsupported version, a command
  ///   whose reports can't be merged, or a missing member that merging requires.
  package static func read(_ bytes: [UInt8], path: String) throws(Problem) -> Report {
    let root: JSON
    do {
      root = try JSON.parse(bytes, file: path)
    } catch {
      throw Problem(error.location, error.message)
    }
    guard let version = root["plumbline"], let command = root["command"] else {
      throw Problem(root.location, "This isn't a plumbline JSON report: check --report json=PATH writes one.")
    }
    guard version.int == 1 else {
      throw Problem(version.location, "The report has version \(version.text), but only version 1 is supported.")
    }
    guard let name = command.string, commands.contains(name) else {
      throw Problem(
        command.location,
        "This is a \(command.string ?? command.text) report; only \(commands.joined(separator: " and ")) reports can be merged."
      )
    }
    return try report(root, of: name)
  }

  private static func report(_ root: JSON, of command: String) throws(Problem) -> Report {
    var report = Report(command: command, target: try root.text("target"))
    let summary = try root.member("summary")
    report.exchanges = try summary.count("exchanges")
    report.variants = summary["variants"] == nil ? 0 : try summary.count("variants")
    if summary["called"] != nil { report.called = try summary.count("called") }
    if summary["cutAnswers"] != nil { report.cutAnswers = try summary.count("cutAnswers") }
    report.failure = try root.textIfAny("failure")
    report.isEmptyHanded = command == "check" && report.failure != nil
    if report.failure != nil { report.exit = try root.count("exit") }
    for json in try root.list("services") {
      report.services.append(Report.ServiceLine(name: try json.text("service"), title: try json.text("title")))
    }
    for json in try root.list("endpoints") { report.endpoints.append(try endpoint(json)) }
    for json in try root.list("calls") { report.calls.append(try call(json)) }
    for json in try root.list("drift") { report.drift.append(try drift(json)) }
    for json in try root.list("evidence") { report.evidence.append(try evidence(json)) }
    for json in try root.list("outages") { report.outages.append(try outage(json)) }
    if root["variantsLeftOut"] != nil {
      for json in try root.list("variantsLeftOut") { report.leftOutVariants.append(try Report.OmittedMutations(json)) }
    }
    if root["values"] != nil {
      for json in try root.list("values") { report.note(try Report.UsedValue(json)) }
    }
    for json in try root.list("problems") {
      report.problems.append(
        Problem(try json.place, try json.text("message"), level: try json.word("level")))
    }
    return report
  }

  private static func endpoint(_ json: JSON) throws(Problem) -> Report.EndpointLine {
    var line = Report.EndpointLine(
      service: try json.text("service"), id: try json.text("endpoint"), request: try json.text("request"),
      when: try json.textIfAny("when"), standing: try json.word("standing"),
      kind: json["kind"] == nil ? .endpoint : try json.word("kind"),
      stateStanding: json["stateStanding"] == nil ? nil : try json.word("stateStanding"))
    line.isCalled = json["called"] == nil ? nil : try json.flag("called")
    if json["documentedCases"] != nil {
      line.documentedCases = .init(count: try json.count("documentedCases"), of: try json.count("cases"))
    }
    line.contract = try json["contract"]?.place
    return line
  }

  private static func call(_ json: JSON) throws(Problem) -> Report.CallLine {
    let outcome = try json.text("outcome")
    let isUndecided = outcome == "undecided"
    let duration = try json.member("milliseconds")
    guard let milliseconds = duration.double, milliseconds >= 0 else {
      throw Problem(duration.location, "\"milliseconds\" must be a number, not \(duration.kind.name).")
    }
    var line = Report.CallLine(
      service: try json.text("service"), endpoint: try json.text("endpoint"), name: try json.text("name"),
      outcome: isUndecided ? .skipped : try json.word("outcome"), reason: try json.textIfAny("reason"),
      milliseconds: milliseconds)
    line.isUndecided = isUndecided
    line.finding = try json.textIfAny("finding")
    line.isProof = json["proof"] == nil ? true : try json.flag("proof")
    line.isUndoing = json["undoing"] == nil ? false : try json.flag("undoing")
    return line
  }

  private static func drift(_ json: JSON) throws(Problem) -> Drift {
    let id = try json.text("rule")
    guard let rule = RuleCatalog.rule(id) else {
      throw Problem(
        (json["rule"] ?? json).location,
        "Unknown rule \"\(id)\": the report was written by a different version of plumbline.")
    }
    var drift = Drift(
      rule: rule, severity: try json.word("severity"), service: try json.text("service"),
      endpoint: try json.text("endpoint"), status: json["status"] == nil ? nil : try json.count("status"),
      pointer: try json.pointer("pointer"), expected: try json.textIfAny("expected"),
      actual: try json.textIfAny("actual"), message: try json.text("message"), contract: try json["contract"]?.place,
      detail: try json.textIfAny("detail"), call: try json.textIfAny("call"))
    drift.folded = try json.pointer("folded")
    drift.count = try json.count("count")
    drift.recording = try json.textIfAny("recording")
    drift.undecided = try json.textIfAny("undecided")
    drift.promise = try json.textIfAny("promise")
    drift.clientError = try json.textIfAny("clientError")
    drift.exchange = try json["exchange"].map { json throws(Problem) in try ShownExchange(json) }
    drift.recorded = try json["recorded"]?.place
    drift.firstSeen = try json.textIfAny("firstSeen")
    drift.lastSeen = try json.textIfAny("lastSeen")
    if let waived = json["waived"] {
      let isForGood = waived["until"]?.isNull ?? true
      drift.waived = Waived(reason: try waived.text("reason"), until: isForGood ? nil : try waived.text("until"))
    }
    let fingerprint = try json.member("fingerprint")
    guard fingerprint.string == drift.fingerprint else {
      throw Problem(
        fingerprint.location,
        "The fingerprint doesn't match its drift, whose fingerprint is \(drift.fingerprint): the report was edited, or written by a "
          + "version whose reports can't be merged.")
    }
    return drift
  }

  private static func evidence(_ json: JSON) throws(Problem) -> Evidence {
    Evidence(
      service: try json.text("service"), endpoint: try json.text("endpoint"), kind: try json.word("kind"),
      status: try json.count("status"), pointer: try json.pointer("pointer"), value: try json.textIfAny("value"),
      seen: try json.count("seen"))
  }

  private static func outage(_ json: JSON) throws(Problem) -> Report.OutageLine {
    var places: [SourceLocation] = []
    for place in try json.list("places") { places.append(try place.place) }
    return Report.OutageLine(
      service: try json.text("service"), endpoint: try json.text("endpoint"), cause: try json.text("cause"),
      places: places, count: try json.count("count"))
  }
}

extension JSON {
  func member(_ name: String) throws(Problem) -> JSON {
    guard let value = self[name] else { throw Problem(location, "\"\(name)\" is missing here.") }
    return value
  }

  func text(_ name: String) throws(Problem) -> String {
    let value = try member(name)
    guard let text = value.string else { throw value.wrong(name, "a string") }
    return text
  }

  func textIfAny(_ name: String) throws(Problem) -> String? { self[name] == nil ? nil : try text(name) }

  /// Returns a nonnegative number.
  func count(_ name: String) throws(Problem) -> Int {
    let value = try member(name)
    guard let number = value.int, number >= 0 else { throw value.wrong(name, "an integer of at least 0") }
    return number
  }

  func flag(_ name: String) throws(Problem) -> Bool {
    let value = try member(name)
    guard let flag = value.bool else { throw value.wrong(name, "true or false") }
    return flag
  }

  func list(_ name: String) throws(Problem) -> Elements {
    let value = try member(name)
    guard value.kind == .array else { throw value.wrong(name, "an array") }
    return value.elements
  }

  func pointer(_ name: String) throws(Problem) -> JSONPointer? {
    guard let value = self[name] else { return nil }
    guard let pointer = JSONPointer(try text(name)) else { throw value.wrong(name, "a JSON Pointer") }
    return pointer
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(Problem) -> Word {
    let value = try member(name)
    guard let word = Word(rawValue: try text(name)) else { throw value.wrong(name, "one of its known values") }
    return word
  }

  var place: SourceLocation {
    get throws(Problem) {
      SourceLocation(file: try text("file"), line: try count("line"), column: try count("column"))
    }
  }

  private func wrong(_ name: String, _ right: String) -> Problem {
    Problem(location, "\"\(name)\" must be \(right), not \(text.prefix(80)).")
  }
}
