import PlumblineDriftDetection
import PlumblineTime

/// A report in the form of test results, with one suite per service and one test case per call.
///
/// Drift that doesn't belong to a call has its own test case, as does a problem with a file. Everything that fails the
/// run appears in the results. Drift below the gate and waived drift don't fail their test cases, and appear in the
/// suite's output. The format is that of Apache Ant's JUnit task, with elements in the order that its schema requires.
package struct JUnitRenderer: Renderer {
  private let options: ReportOptions

  package init(_ options: ReportOptions) { self.options = options }

  package func render(_ report: Report) -> String {
    let digest = ReportDigest(report)
    let tallies = EvidenceTally.byEndpoint(report.evidence)
    var suites = report.serviceNames.map { (name: $0, cases: cases(of: $0, in: digest, tallies)) }
    if let failure = report.failure { suites.append(("plumbline", [JUnitCase(failure, of: report)])) }
    if !report.problems.isEmpty { suites.append(("problems", report.problems.sorted().map { JUnitCase($0) })) }
    var xml = XMLWriter()
    xml.element("testsuites") { xml in
      for (id, suite) in suites.enumerated() { write(suite.name, suite.cases, id: id, of: report, to: &xml) }
    }
    return xml.text
  }

  private func cases(
    of service: String, in digest: ReportDigest, _ tallies: [Report.EndpointName: EvidenceTally]
  ) -> [JUnitCase] {
    let drift = Dictionary(grouping: digest.report.drift.filter { $0.service == service }) { $0.call ?? "" }
    let calls = digest.report.calls.filter { $0.service == service }
    let labels = Set(calls.map(\.label))
    let orphans = digest.report.drift.filter { $0.service == service && !labels.contains($0.call ?? "") }
    let target = digest.report.target
    return calls.map { JUnitCase($0, drift: digest.folded(drift[$0.label] ?? []), gate: options.gate, target: target) }
      + digest.folded(orphans).map { JUnitCase($0, gate: options.gate, target: target) }
      + digest.report.verdicts.filter { $0.service == service }.map { JUnitCase($0) }
      + digest.report.coverage.filter { $0.endpoint.service == service }.map {
        JUnitCase($0, unseen: tallies[$0.endpoint.name]?.unseen ?? [])
      } + digest.report.outages.filter { $0.service == service }.map { JUnitCase($0) }
      + digest.report.leftOutVariants.filter { $0.service == service }.compactMap { line in
        line.givenUp.map { JUnitCase(line, $0) }
      }
      + digest.report.staleRecordings.filter { $0.service == service }.map { JUnitCase($0) }
      + digest.report.impactGroups.filter { $0.line.service == service }.map { JUnitCase($0, gate: options.gate) }
  }

  private func write(_ name: String, _ cases: [JUnitCase], id: Int, of report: Report, to xml: inout XMLWriter) {
    let time = cases.reduce(0) { $0 + ($1.milliseconds.isFinite ? max(0, $1.milliseconds) : 0) }
    let attributes: KeyValuePairs = [
      "name": isShown(name) ? name : "service", "package": "plumbline", "id": "\(id)",
      "timestamp": CivilDate.text(second: options.began), "hostname": "localhost", "tests": "\(cases.count)",
      "failures": "\(cases.count { $0.result.isFailure })", "errors": "\(cases.count { $0.result.isError })",
      "skipped": "\(cases.count { $0.result.isSkipped })", "time": (time / 1000).thousandths,
    ]
    var notes: [String] = []
    xml.element("testsuite", attributes) { xml in
      xml.element("properties") { xml in
        xml.element("property", ["name": "version", "value": options.version])
        xml.element("property", ["name": "command", "value": report.command])
        xml.element("property", ["name": "target", "value": report.target])
        if report.variants > 0 { xml.element("property", ["name": "variants", "value": "\(report.variants)"]) }
        let leftOut = report.leftOutVariantCount
        if leftOut > 0 { xml.element("property", ["name": "variantsLeftOut", "value": "\(leftOut)"]) }
      }
      for one in cases {
        if case .noted(let text) = one.result { notes.append("\(one.className): \(one.name)\n\(text)\n") }
        write(one, to: &xml)
      }
      notes += report.leftOutVariants.filter { $0.service == name && $0.givenUp == nil }.map(\.sentence)
      notes += report.usedValues.filter { $0.service == name }.map(\.sentence)
      xml.element("system-out", text: notes.joined(separator: "\n"))
      xml.element("system-err", text: "")
    }
  }

  /// Returns a Boolean value that indicates whether a name contains anything other than white space and control
  /// characters, as the schema requires.
  private func isShown(_ name: String) -> Bool {
    name.unicodeScalars.contains { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }

  private func write(_ one: JUnitCase, to xml: inout XMLWriter) {
    let attributes: KeyValuePairs = [
      "name": one.name, "classname": one.className, "time": (one.milliseconds / 1000).thousandths,
    ]
    switch one.result {
    case .passed, .noted: xml.element("testcase", attributes)
    case .skipped(let message):
      xml.element("testcase", attributes) { $0.element("skipped", ["message": message]) }
    case .failure(let type, let message, let text):
      xml.element("testcase", attributes) { $0.element("failure", ["type": type, "message": message], text: text) }
    case .error(let type, let message, let text):
      xml.element("testcase", attributes) { $0.element("error", ["type": type, "message": message], text: text) }
    }
  }
}

extension JUnitCase.Result {
  var isFailure: Bool { if case .failure = self { true } else { false } }
  var isError: Bool { if case .error = self { true } else { false } }
  var isSkipped: Bool { if case .skipped = self { true } else { false } }
}
