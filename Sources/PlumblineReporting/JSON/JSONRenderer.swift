import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// A report for programs. Its format is stable and versioned, and it contains all findings.
///
///     { "plumbline": 1, "version", "command", "target", "exit", "failure"?,
///       "summary": { … }, "services": [ … ], "endpoints": [ … ], "calls": [ … ], "drift": [ … ], "verdicts": [ … ], "evidence": [ … ],
///       "coverage": [ … ], "features": [ … ], "outages": [ … ], "problems": [ … ],
///       "variantsLeftOut"?: [ … ], "values"?: [ … ], "staleRecordings"?: [ … ], "impacts"?: [ … ], "conclusion"? }
///
/// For commands whose reports can be merged, it contains everything that ``ReportReader`` needs to recreate the report.
/// Members may be added over time but are never renamed or removed. Readers ignore unknown members.
package struct JSONRenderer: Renderer {
  private let version: String

  package init(_ options: ReportOptions) { version = options.version }

  package func render(_ report: Report) -> String { rendering(report).text }

  package func rendering(_ report: Report) -> Rendering {
    let digest = ReportDigest(report)
    let room = ExchangeRoom(digest.findings)
    let omission =
      room.leftOut == 0
      ? nil
      : "the exchanges of \(String.count(room.leftOut, "finding")) are left out: the report keeps only "
        + "\(ExchangeRoom.bytes >> 20) MB of them, the most severe findings first."
    return Rendering(ReportText.json { write(digest, room, to: &$0) }, omission: omission)
  }

  private func write(_ digest: ReportDigest, _ room: ExchangeRoom, to json: inout JSONBuilder) {
    let report = digest.report
    json.object { json in
      json.member("plumbline", 1)
      json.member("version", version)
      json.member("command", report.command)
      json.member("target", report.target)
      json.member("exit", report.exit)
      if let failure = report.failure { json.member("failure", failure) }
      json.member("summary") { writeSummary(digest, room, to: &$0) }
      json.array("services", of: report.services) { json, service in write(service, to: &json) }
      json.array("endpoints", of: report.endpoints) { json, endpoint in write(endpoint, to: &json) }
      json.array("calls", of: report.calls) { json, call in write(call, to: &json) }
      json.array("drift") { json in
        for (index, finding) in digest.findings.enumerated() {
          write(finding, exchange: room.holds(index) ? finding.exchange : nil, to: &json)
        }
      }
      json.array("verdicts", of: report.verdicts) { json, verdict in verdict.write(to: &json) }
      json.array("evidence", of: report.evidence) { json, one in write(one, to: &json) }
      json.array("coverage", of: report.coverage) { json, line in write(line, to: &json) }
      json.array("features", of: report.features) { json, feature in write(feature, to: &json) }
      json.array("outages", of: report.outages) { json, outage in write(outage, to: &json) }
      json.array("problems", of: report.problems.sorted()) { json, problem in write(problem, to: &json) }
      if !report.leftOutVariants.isEmpty {
        json.array("variantsLeftOut", of: report.leftOutVariants) { json, line in line.write(to: &json) }
      }
      if !report.usedValues.isEmpty {
        json.array("values", of: report.usedValues) { json, value in value.write(to: &json) }
      }
      if report.isComparison { writeComparison(digest, to: &json) }
    }
  }

  private func write(_ service: Report.ServiceLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", service.name)
      json.member("title", service.title)
    }
  }

  private func write(_ problem: Problem, to json: inout JSONBuilder) {
    json.object { json in
      json.member("level", problem.level.rawValue)
      writePlace(problem.location, to: &json)
      json.member("message", problem.message)
    }
  }

  /// Writes the members that only comparisons have: the stale recordings and the conclusion.
  private func writeComparison(_ digest: ReportDigest, to json: inout JSONBuilder) {
    json.array("staleRecordings") { json in
      for recording in digest.report.staleRecordings {
        json.object { json in
          json.member("service", recording.service)
          json.member("recording", recording.name)
          json.member("rule", recording.rule)
          json.member("reason", recording.reason)
          writePlace(recording.location, to: &json)
        }
      }
    }
    if let impacts = digest.report.impacts { json.array("impacts") { write(impacts, to: &$0) } }
    if let conclusion = digest.conclusion { json.member("conclusion", conclusion) }
  }

  private func write(_ impacts: [Report.ImpactLine], to json: inout JSONBuilder) {
    for impact in impacts {
      json.object { json in
        json.member("service", impact.service)
        json.member("endpoint", impact.endpoint)
        json.member("call", impact.call)
        if let release = impact.release { json.member("release", release) }
        if let change = impact.change { json.member("change", change) }
        if let place = impact.place { json.member("pointer", place) }
        if let answer = impact.answer { json.member("answer", answer) }
        json.member("effect", impact.effect.rawValue)
        json.member("breaks", impact.effect.breaks)
        if !impact.message.isEmpty { json.member("message", impact.message) }
      }
    }
  }

  private func writeSummary(_ digest: ReportDigest, _ room: ExchangeRoom, to json: inout JSONBuilder) {
    json.object { json in
      json.member("endpoints", digest.summary.endpoints)
      if let called = digest.report.called { json.member("called", called) }
      if digest.summary.links > 0 { json.member("links", digest.summary.links) }
      json.member("calls", digest.summary.calls)
      json.member("exchanges", digest.summary.exchanges)
      if digest.report.variants > 0 { json.member("variants", digest.report.variants) }
      json.member("breaking", digest.count(.breaking))
      json.member("warning", digest.count(.warning))
      json.member("notice", digest.count(.notice))
      json.member("causes", digest.told.count)
      json.member("waived", digest.waived.count)
      json.member("outages", digest.summary.outages)
      if room.leftOut > 0 { json.member("exchangesLeftOut", room.leftOut) }
      if digest.report.cutAnswers > 0 { json.member("cutAnswers", digest.report.cutAnswers) }
      let leftOut = digest.report.leftOutVariantCount
      if leftOut > 0 { json.member("variantsLeftOut", leftOut) }
    }
  }

  private func write(_ endpoint: Report.EndpointLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", endpoint.service)
      json.member("endpoint", endpoint.id)
      json.member("request", endpoint.request)
      json.member("standing", endpoint.standing.rawValue)
      if let when = endpoint.when { json.member("when", when) }
      if let standing = endpoint.stateStanding { json.member("stateStanding", standing.rawValue) }
      if let cases = endpoint.documentedCases { json.member("documentedCases", cases.count) }
      if let cases = endpoint.documentedCases { json.member("cases", cases.all) }
      if endpoint.kind != .endpoint { json.member("kind", endpoint.kind.rawValue) }
      if let isCalled = endpoint.isCalled { json.member("called", isCalled) }
      if let place = endpoint.contract { json.object("contract") { writePlace(place, to: &$0) } }
    }
  }

  private func write(_ feature: Report.FeatureLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", feature.service)
      json.member("group", feature.group)
      json.member("feature", feature.id)
      json.member("title", feature.title)
      json.array("endpoints", of: feature.endpoints) { json, endpoint in json.string(endpoint) }
    }
  }

  private func write(_ call: Report.CallLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", call.service)
      json.member("endpoint", call.endpoint)
      json.member("name", call.name)
      json.member("outcome", call.outcomeName)
      if let reason = call.reason { json.member("reason", reason) }
      if let finding = call.finding { json.member("finding", finding) }
      json.member("milliseconds") { $0.number(literal: call.milliseconds.thousandths) }
      if !call.isProof { json.member("proof", false) }
      if call.isUndoing { json.member("undoing", true) }
    }
  }

  private func write(_ finding: Drift, exchange: ShownExchange?, to json: inout JSONBuilder) {
    json.object { json in
      json.member("fingerprint", finding.fingerprint)
      json.member("cause", finding.cause)
      json.member("rule", finding.rule.id)
      json.member("severity", finding.severity.rawValue)
      json.member("service", finding.service)
      json.member("endpoint", finding.endpoint)
      if let status = finding.status { json.member("status", status) }
      if let pointer = finding.pointer { json.member("pointer", pointer.description) }
      if let expected = finding.expected { json.member("expected", expected) }
      if let actual = finding.actual { json.member("actual", actual) }
      json.member("message", finding.message)
      json.member("count", finding.count)
      if let folded = finding.folded { json.member("folded", folded.description) }
      if let detail = finding.detail { json.member("detail", detail) }
      if let promise = finding.promise { json.member("promise", promise) }
      if let moment = finding.firstSeen { json.member("firstSeen", moment) }
      if let moment = finding.lastSeen { json.member("lastSeen", moment) }
      if let call = finding.call { json.member("call", call) }
      if let error = finding.clientError { json.member("clientError", error) }
      if let recording = finding.recording { json.member("recording", recording) }
      if let place = finding.recorded { json.object("recorded") { writePlace(place, to: &$0) } }
      if let place = finding.contract { json.object("contract") { writePlace(place, to: &$0) } }
      if let place = finding.old { json.object("old") { writePlace(place, to: &$0) } }
      if let witness = finding.witness { json.member("witness", witness.json) }
      if let undecided = finding.undecided { json.member("undecided", undecided) }
      if !finding.others.isEmpty {
        json.array("places") { json in
          for place in finding.others {
            json.object { json in
              json.member("endpoint", place.endpoint)
              if let status = place.status { json.member("status", status) }
              if let pointer = place.pointer { json.member("pointer", pointer.description) }
              json.member("fingerprint", place.fingerprint)
            }
          }
        }
      }
      if !finding.elsewhere.isEmpty {
        json.array("elsewhere", of: finding.elsewhere) { json, endpoint in json.string(endpoint) }
      }
      if let exchange { json.member("exchange") { exchange.write(to: &$0) } }
      if let waived = finding.waived {
        json.member("waived") { json in
          json.object { json in
            json.member("reason", waived.reason)
            json.member("until") { json in
              if let until = waived.until { json.string(until) } else { json.null() }
            }
          }
        }
      }
    }
  }

  private func write(_ one: Evidence, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", one.service)
      json.member("endpoint", one.endpoint)
      json.member("kind", one.kind.rawValue)
      json.member("status", one.status)
      if let pointer = one.pointer { json.member("pointer", pointer.description) }
      if let value = one.value { json.member("value", value) }
      json.member("seen", one.seen)
    }
  }

  private func write(_ line: Report.CoverageLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", line.endpoint.service)
      json.member("endpoint", line.endpoint.id)
      json.member("request", line.endpoint.request)
      json.member("standing", line.endpoint.standing.rawValue)
      if let standing = line.endpoint.stateStanding { json.member("stateStanding", standing.rawValue) }
      json.member("recordings", line.recordings)
      json.member("calls", line.calls)
      json.member("mock", line.mock.rawValue)
      json.member("server", line.server.rawValue)
      json.member("seen", line.seen)
      json.member("documented", line.documented)
    }
  }

  private func write(_ outage: Report.OutageLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", outage.service)
      json.member("endpoint", outage.endpoint)
      json.member("cause", outage.cause)
      json.member("count", outage.count)
      json.array("places", of: outage.places) { json, place in json.object { writePlace(place, to: &$0) } }
    }
  }

  private func writePlace(_ place: SourceLocation, to json: inout JSONBuilder) {
    json.member("file", place.file)
    json.member("line", max(1, place.line))
    json.member("column", max(1, place.column))
  }
}

extension Report.Verdict {
  /// Writes the verdict as an object.
  func write(to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", service)
      json.member("endpoint", endpoint)
      json.member("request", request)
      json.member("standing", standing.rawValue)
      json.member("verdict", kind.rawValue)
      json.member("confidence", confidence.rawValue)
      json.member("reason", sentence)
      if let place { json.member("place", place) }
      json.array("evidence") { json in
        for line in evidence {
          json.object { json in
            json.member("role", line.role.rawValue)
            json.member("request", line.request)
            json.member("answer", line.answer)
          }
        }
      }
    }
  }
}
