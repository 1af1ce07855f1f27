import PlumblineDriftDetection

extension HTMLPage {
  /// Adds the filter, followed by the findings by endpoint.
  func addFindings(to html: inout HTMLText) {
    html.element("section", ["id": "findings"]) { html in
      heading(report.findingsTitle, count: digest.told.count, to: &html)
      if digest.open.isEmpty {
        html.element(
          "p", ["class": "empty"],
          text: digest.hasLooked
            ? report.isComparison ? "Nothing changed." : "Nothing drifted."
            : "Nothing was checked, so the result is unknown.")
        return
      }
      addFilter(to: &html)
      if shown.count < digest.told.count {
        html.element(
          "p", ["class": "cut"],
          text: "This page shows the \(shown.count) most severe of \(digest.told.count) findings;"
            + " --report json=FILE has all of them.")
      }
      for severity in Severity.allCases.sorted(by: >) { addFindings(of: severity, to: &html) }
      html.markup("<p class=\"empty\" id=\"nothing\" hidden=\"hidden\">No finding matches the filter.</p>\n")
    }
  }

  /// Adds the findings of one severity: first those that several endpoints share, then the others by endpoint.
  private func addFindings(of severity: Severity, to html: inout HTMLText) {
    let groups = digest.groups(shown.filter { $0.severity == severity })
    if groups.isEmpty { return }
    html.element("div", ["class": "severity \(severity.rawValue)"]) { html in
      html.element("h3", ["class": "kind"]) { html in
        html.add(severity.title)
        html.element("span", ["class": "count"], text: "\(groups.reduce(0) { $0 + $1.findings.count })")
      }
      for group in groups {
        addGroup(group, anchor: isFirst(severity, of: group.name) ? anchor(group.name) : nil, to: &html)
      }
    }
  }

  /// Returns a Boolean value that indicates whether the endpoint's findings of this severity are its first on the page.
  private func isFirst(_ severity: Severity, of name: Report.EndpointName) -> Bool {
    firstSeverities[name] == severity
  }

  private func addFilter(to html: inout HTMLText) {
    html.markup("<div class=\"filter\" role=\"search\" aria-label=\"Findings\" hidden=\"hidden\">\n")
    html.markup(
      """
      <label class="find"><span>Find</span><input type="search" id="find" autocomplete="off" spellcheck="false" \
      placeholder="endpoint, rule or pointer"/></label>

      """)
    if hasServices {
      html.markup("<label><span>Service</span><select id=\"service\"><option value=\"\">all</option>\n")
      for name in report.serviceNames {
        html.element("option", ["value": name], text: report.title(of: name).bounded(to: 60))
      }
      html.markup("</select></label>\n")
    }
    html.markup("<fieldset><legend class=\"unseen\">Severity</legend>\n")
    for severity in Severity.allCases.sorted(by: >) where digest.count(severity) > 0 {
      let count = digest.told.count { $0.severity == severity }
      html.element("label", ["class": "chip \(severity.rawValue)"]) { html in
        html.void(
          "input", ["type": "checkbox", "name": "severity", "checked": "checked", "value": severity.rawValue])
        html.element("span", text: severity.rawValue)
        html.element("b", text: "\(count)")
      }
    }
    html.markup("</fieldset>\n<output id=\"shown\" aria-live=\"polite\"></output>\n</div>\n")
  }

  private func addGroup(_ group: ReportDigest.Group, anchor: String?, to html: inout HTMLText) {
    html.element("section", ["class": "endpoint", "id": anchor ?? "", "data-service": group.name.service]) { html in
      html.element("h4", ["class": "endpoint-name"]) { html in
        if hasServices { html.element("span", ["class": "of"], text: group.name.service.bounded(to: 60)) }
        html.element("code", text: group.name.id.bounded(to: 300))
        if let line = group.line {
          html.element("span", ["class": "request"], text: line.request.bounded(to: 300))
          if line.standing != .documented {
            html.element("span", ["class": "standing"], text: line.standing.rawValue)
          }
        }
      }
      for finding in group.findings { addFinding(finding, to: &html) }
    }
  }

  /// Adds one finding: its severity, rule, and location, the message, the expected and the actual value side by side,
  /// and notes that identify its exchange.
  func addFinding(_ finding: Drift, to html: inout HTMLText) {
    let severity = finding.severity.rawValue
    html.element("article", ["class": "finding \(severity)", "data-severity": severity]) { html in
      html.element("h5") { html in
        html.element("span", ["class": "badge"], text: severity)
        if let anchor = anchor(finding.rule) {
          html.element("a", ["href": "#" + anchor, "class": "rule"], text: finding.rule.id)
        } else {
          html.element("span", ["class": "rule"], text: finding.rule.id)
        }
        if finding.count > 1 {
          html.element("span", ["class": "times"], text: "× \(finding.count)")
        }
      }
      if let pointer = finding.pointer, !pointer.tokens.isEmpty {
        html.element("code", ["class": "pointer"], text: pointer.description.bounded(to: 600))
      }
      html.element("p", ["class": "message"], text: finding.message.bounded(to: 1000))
      let cause = finding.waived == nil ? digest.cause(of: finding) : nil
      if let cause, cause.isTold {
        html.element("p", ["class": "message"], text: cause.phrase.bounded(to: 1000))
      }
      addComparison(finding, to: &html)
      addExcerpts(finding, to: &html)
      addWitness(finding, to: &html)
      addExchange(finding, to: &html)
      html.element("dl", ["class": "notes"]) { html in
        for (name, place) in finding.places {
          note(name, place.description, at: options.source?.address(of: place), to: &html)
        }
        if let status = finding.status, cause == nil { note("status", "\(status)", to: &html) }
        if let call = finding.call { note("call", call, to: &html) }
        if let error = finding.clientError { note("client threw", error.bounded(to: 1000), to: &html) }
        if let recording = finding.recording { note("recording", recording, to: &html) }
        if let cause {
          note("cause", cause.cause, to: &html)
        } else {
          note("fingerprint", finding.fingerprint, to: &html)
        }
        if let waived = finding.waived { note("waived", waived.phrase, to: &html) }
      }
    }
  }

  private func addComparison(_ finding: Drift, to html: inout HTMLText) {
    let expected = finding.expected.map { $0.bounded(to: 500) }
    let actual = finding.actual.map { $0.bounded(to: 500) }
    if expected == nil, actual == nil { return }
    let names = finding.sideNames
    html.markup("<dl class=\"compare\">\n")
    if let expected, let actual {
      let difference = TextDifference(expected: expected, actual: actual)
      side("expected", names.expected, difference.expected, to: &html)
      side("actual", names.actual, difference.actual, to: &html)
    } else if let expected {
      side("expected", names.expected, [.init(text: expected, isChanged: false)], to: &html)
    } else if let actual {
      side("actual", names.actual, [.init(text: actual, isChanged: false)], to: &html)
    }
    html.markup("</dl>\n")
  }

  private func side(_ kind: String, _ name: String, _ runs: [TextDifference.Run], to html: inout HTMLText) {
    html.element("div", ["class": kind]) { html in
      html.element("dt", text: name)
      html.markup("<dd><code>")
      for run in runs {
        if run.isChanged {
          // If the whole text differs, don't highlight it.
          html.open("mark", ["class": runs.count == 1 ? "whole" : ""])
          html.add(run.text)
          html.markup("</mark>")
        } else {
          html.add(run.text)
        }
      }
      html.markup("</code></dd>\n")
    }
  }

  /// - Parameter address: The target of the link, or `nil` for plain text.
  private func note(_ name: String, _ text: String, at address: String? = nil, to html: inout HTMLText) {
    html.element("div") { html in
      html.element("dt", text: name)
      html.element("dd") { html in
        if let address {
          html.element("a", ["href": address, "rel": "noreferrer"], text: text.bounded(to: 400))
        } else {
          html.add(text.bounded(to: 400))
        }
      }
    }
  }
}

extension Severity {
  /// The heading for findings of this severity.
  fileprivate var title: String {
    switch self {
    case .breaking: "Breaking"
    case .warning: "Warnings"
    case .notice: "Notices"
    }
  }
}
