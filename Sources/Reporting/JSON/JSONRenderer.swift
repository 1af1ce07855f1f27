import DriftDetection
import JSONTree

/// The report for programs: stable, versioned, with everything that was found.
///
///     { "plumbline": 1, "version", "command", "target", "exit", "failure"?,
///       "summary": { … }, "endpoints": [ … ], "calls": [ … ], "drift": [ … ], "verdicts": [ … ], "evidence": [], "problems": [ … ] }
///
/// Members are added over time, never renamed or removed: readers ignore what they don't know.
package struct JSONRenderer: Renderer {
  private let version: String

  package init(_ options: ReportOptions) { version = options.version }

  package func render(_ report: Report) -> String {
    Self.escapingDeception(in: json(report).prettyText) + "\n"
  }

  /// The text with what a terminal or a reader could mistake as `\u` escapes; they stand in strings only, so that the
  /// value stays the same.
  private static func escapingDeception(in json: String) -> String {
    if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
    var text = ""
    text.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      guard scalar.value >= 0x7F, scalar.isDeceptive else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }

  /// The report as a JSON value.
  package func json(_ report: Report) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("plumbline", 1)
        json.member("version", version)
        json.member("command", report.command)
        json.member("target", report.target)
        json.member("exit", report.exit)
        if let failure = report.failure { json.member("failure", failure) }
        json.member("summary") { write(report.summary, to: &$0) }
        json.member("endpoints") { json in
          json.array { json in
            for endpoint in report.endpoints { write(endpoint, to: &json) }
          }
        }
        json.member("calls") { json in
          json.array { json in
            for call in report.calls { write(call, to: &json) }
          }
        }
        json.member("drift") { json in
          json.array { json in
            for finding in report.findings { write(finding, to: &json) }
          }
        }
        json.member("verdicts") { json in
          json.array { json in
            for verdict in report.verdicts { verdict.write(to: &json) }
          }
        }
        json.member("evidence") { $0.array { _ in } }
        json.member("problems") { json in
          json.array { json in
            for problem in report.problems.sorted() {
              json.object { json in
                json.member("level", problem.level.rawValue)
                writePlace(problem.location, to: &json)
                json.member("message", problem.message)
              }
            }
          }
        }
      }
    }
  }

  private func write(_ summary: Report.Summary, to json: inout JSONBuilder) {
    json.object { json in
      json.member("endpoints", summary.endpoints)
      json.member("calls", summary.calls)
      json.member("exchanges", summary.exchanges)
      json.member("breaking", summary.breaking)
      json.member("warning", summary.warning)
      json.member("notice", summary.notice)
      json.member("waived", 0)
    }
  }

  private func write(_ endpoint: Report.EndpointLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", endpoint.service)
      json.member("endpoint", endpoint.id)
      json.member("request", endpoint.request)
      json.member("standing", endpoint.standing.rawValue)
    }
  }

  private func write(_ call: Report.CallLine, to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", call.service)
      json.member("endpoint", call.endpoint)
      json.member("name", call.name)
      json.member("outcome", call.outcome.rawValue)
      if let reason = call.reason { json.member("reason", reason) }
      json.member("milliseconds") { $0.number(literal: call.milliseconds.thousandths) }
    }
  }

  private func write(_ finding: Drift, to json: inout JSONBuilder) {
    json.object { json in
      json.member("fingerprint", finding.fingerprint)
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
      if let call = finding.call { json.member("call", call) }
      if let recording = finding.recording { json.member("recording", recording) }
      if let place = finding.contract {
        json.member("contract") { json in
          json.object { writePlace(place, to: &$0) }
        }
      }
    }
  }

  private func writePlace(_ place: SourceLocation, to json: inout JSONBuilder) {
    json.member("file", place.file)
    json.member("line", place.line)
    json.member("column", place.column)
  }
}
