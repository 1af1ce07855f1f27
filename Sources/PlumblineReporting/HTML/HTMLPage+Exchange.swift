import PlumblineDriftDetection

extension HTMLPage {
  /// The maximum number of lines of a message to show.
  private static let mostLines = 200

  /// Adds the exchange that caused a finding, a command that repeats the request, and a command that waives the
  /// finding.
  func addExchange(_ finding: Drift, to html: inout HTMLText) {
    if let exchange = finding.exchange, holdsExchange(of: finding) {
      html.element("details", ["class": "exchange"]) { html in
        html.element("summary", text: "Request and response")
        html.element("div", ["class": "sides"]) { html in
          side("request", exchange.requestLines, to: &html)
          side(exchange.answer == nil ? "no response" : "answer", exchange.answerLines, to: &html)
        }
        if let curl = exchange.curl(at: report.target) { addCommand("curl", curl, to: &html) }
      }
    }
    guard finding.waived == nil, !finding.rule.isOfWaivers else { return }
    html.element("details", ["class": "waive"]) { html in
      html.element("summary", text: "Waive")
      addCommand("waive", finding.waiveCommand(digest.cause(of: finding)?.cause), to: &html)
    }
  }

  private func side(_ name: String, _ lines: [String], to html: inout HTMLText) {
    html.element("figure") { html in
      html.element("figcaption") { $0.element("b", text: name) }
      html.element("pre", ["tabindex": "0"]) { html in
        for line in lines.prefix(Self.mostLines) {
          html.add(line.bounded(to: 600))
          html.markup("\n")
        }
        let left = lines.count - Self.mostLines
        if left > 0 { html.add("… \(left) more lines are in the JSON report") }
      }
    }
  }

  /// Adds a command to copy. It is never truncated, because a truncated command would do something else. The copy
  /// button appears only if scripts are enabled.
  private func addCommand(_ name: String, _ command: String, to html: inout HTMLText) {
    html.element("div", ["class": "command"]) { html in
      html.element("pre", ["tabindex": "0", "aria-label": name]) { html in
        let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
          if index > 0 { html.markup("\n") }
          html.add(String(line))
        }
      }
      html.markup("<button type=\"button\" class=\"copy\" hidden=\"hidden\">Copy</button>\n")
    }
  }
}
