import PlumblineDriftDetection
import PlumblineTime

extension HTMLPage {
  /// Adds the verdict and the run's figures.
  func addTop(to html: inout HTMLText) {
    html.element("header", ["class": "top \(verdict.kind.rawValue)"]) { html in
      addPlumbLine(to: &html)
      html.element("p", ["class": "run"]) { html in
        html.element("b", text: "plumbline \(report.command)")
        html.element("span", text: services)
        html.element("span", text: report.target == "mock" ? "against the mock" : report.target.bounded(to: 200))
        if options.began > 0 {
          html.element("span", text: CivilDate.text(second: options.began).replacing("T", with: " ") + " UTC")
        }
      }
      html.element("h1", text: verdict.headline)
      if let sentence = verdict.sentence { html.element("p", ["class": "sentence"], text: sentence.bounded(to: 2000)) }
      if let conclusion = digest.conclusion {
        html.element("p", ["class": "sentence"], text: conclusion.bounded(to: 1000))
      }
      addNumbers(to: &html)
      html.element("nav", ["class": "jump", "aria-label": "Parts of the report"]) { html in
        if !report.problems.isEmpty { html.element("a", ["href": "#problems"], text: "Problems") }
        let hasCoverage = !matrix.rows.isEmpty
        if hasCoverage, !isAboutDrift { html.element("a", ["href": "#coverage"], text: "Coverage") }
        if !report.verdicts.isEmpty { html.element("a", ["href": "#verdicts"], text: "Endpoints") }
        if !report.outages.isEmpty { html.element("a", ["href": "#outages"], text: "Outages") }
        html.element("a", ["href": "#findings"], text: report.findingsTitle)
        if !report.staleRecordings.isEmpty { html.element("a", ["href": "#stale"], text: "Stale recordings") }
        if hasCoverage, isAboutDrift { html.element("a", ["href": "#coverage"], text: "Coverage") }
        if !report.calls.isEmpty { html.element("a", ["href": "#calls"], text: "Calls") }
        if !report.evidence.isEmpty { html.element("a", ["href": "#evidence"], text: "Observed coverage") }
        if !digest.waived.isEmpty { html.element("a", ["href": "#waived"], text: "Waived") }
        if !rules.isEmpty { html.element("a", ["href": "#rules"], text: "Rules") }
      }
    }
  }

  /// Adds the figures of the run in large type, each with its label below.
  private func addNumbers(to html: inout HTMLText) {
    html.element("ul", ["class": "numbers"]) { html in
      for severity in Severity.allCases.sorted(by: >) where digest.hasLooked {
        let count = digest.count(severity)
        number("\(count)", severity.rawValue, class: count > 0 ? severity.rawValue : "", to: &html)
      }
      if !digest.waived.isEmpty { number("\(digest.waived.count)", "waived", to: &html) }
      let summary = digest.summary
      let things = [
        (summary.calls > 0 ? summary.exercised : report.called, summary.endpoints, "endpoint"),
        (summary.calls > 0 ? summary.exercisedLinks : nil, summary.links, "link"),
      ]
      for (shown, count, noun) in things where count > 0 {
        let isPart = (shown ?? count) < count
        number(
          "\(shown ?? count)",
          (isPart ? "of " + .count(count, noun) : count == 1 ? noun : noun + "s")
            + (summary.calls > 0 ? " verified" : shown != nil ? " called" : ""), to: &html)
      }
      if summary.calls > 0 {
        let notes = [(summary.failed, "failed"), (summary.skipped, "skipped"), (summary.undecided, "undecided")]
          .filter { $0.0 > 0 }
          .map { ", \($0.0) \($0.1)" }.joined()
        number("\(summary.calls)", (summary.calls == 1 ? "call" : "calls") + notes, to: &html)
      }
      if summary.exchanges > 0 {
        let noun = report.command == "lint" ? "recording" : "exchange"
        number("\(summary.exchanges)", summary.exchanges == 1 ? noun : noun + "s", to: &html)
      }
      let leftOut = report.leftOutVariantCount
      if report.variants > 0 || leftOut > 0 {
        let noun = report.variants == 1 ? "mutation" : "mutations"
        number("\(report.variants)", noun + (leftOut > 0 ? ", \(leftOut) left out" : ""), to: &html)
      }
      if summary.outages > 0 {
        number("\(summary.outages)", (summary.outages == 1 ? "outage" : "outages") + ", no drift", to: &html)
      }
    }
  }

  private var services: String {
    report.serviceNames.prefix(4).map { report.title(of: $0).bounded(to: 60) }.joined(separator: ", ")
      + (report.serviceNames.count > 4 ? " and \(report.serviceNames.count - 4) more" : "")
  }

  private func number(_ number: String, _ words: String, class name: String = "", to html: inout HTMLText) {
    html.element("li", ["class": name]) { html in
      html.element("b", text: number)
      html.element("span", text: words)
    }
  }

  /// Adds a plumb line that hangs straight if nothing drifted, and at an angle otherwise.
  private func addPlumbLine(to html: inout HTMLText) {
    html.markup(
      """
      <svg class="plumb" viewBox="0 0 64 120" aria-hidden="true"><path class="true" d="M32 4V116"/>\
      <g class="hanging"><path class="string" d="M32 4V84"/><path class="bob" d="M32 116 22 92V84H42V92Z"/></g></svg>

      """)
  }

  /// Adds the problems in files, and the reason if the run ended early.
  func addProblems(to html: inout HTMLText) {
    if report.problems.isEmpty { return }
    html.element("section", ["id": "problems"]) { html in
      heading("Problems in files", count: report.problems.count, to: &html)
      html.element("ul", ["class": "list"]) { html in
        // If there are too many problems, list errors first.
        let problems =
          report.problems.filter { $0.level == .error }.sorted()
          + report.problems.filter { $0.level != .error }.sorted()
        for problem in problems.prefix(HTMLRenderer.limit) {
          html.element("li", ["class": problem.level == .error ? "breaking" : "warning"]) { html in
            html.element("code", ["class": "place"], text: problem.location.description.bounded(to: 400))
            let lines = problem.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            html.element("p", text: (lines.first ?? "").bounded(to: 1000))
            // Preserve the columns of an excerpt, because a caret points to one of them.
            if lines.count > 1 {
              html.element("pre") { html in
                for line in lines.dropFirst().prefix(20) {
                  html.add(line.bounded(to: 400))
                  html.markup("\n")
                }
              }
            }
          }
        }
      }
    }
  }

  /// Adds a section's heading with an optional count.
  func heading(_ title: String, count: Int? = nil, to html: inout HTMLText) {
    html.element("h2") { html in
      html.add(title)
      if let count { html.element("span", ["class": "count"], text: "\(count)") }
    }
  }
}
