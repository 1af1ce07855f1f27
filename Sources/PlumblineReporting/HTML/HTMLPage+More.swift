import PlumblineDriftDetection

extension HTMLPage {
  /// Adds the changes on the server that the run made but didn't undo.
  func addLeftBehind(to html: inout HTMLText) {
    let calls = report.leftBehind
    if calls.isEmpty { return }
    html.element("section", ["id": "left-behind"]) { html in
      heading("Left behind", count: calls.count, to: &html)
      addFailed(calls, to: &html)
    }
  }

  private func addFailed(_ calls: [Report.CallLine], to html: inout HTMLText) {
    html.element("ul", ["class": "list"]) { html in
      for call in calls.prefix(HTMLRenderer.limit) {
        html.element("li", ["class": "breaking", "data-service": call.service]) { html in
          html.element("code", text: call.endpoint.bounded(to: 200))
          html.element("span", text: call.name.bounded(to: 300))
          html.element("p", text: call.reasonOrNone.bounded(to: 1000))
        }
      }
    }
  }

  /// Adds failed calls, skipped calls by their reason, and all calls in a collapsed section.
  func addCalls(to html: inout HTMLText) {
    if report.calls.isEmpty { return }
    let failed = report.failedCalls
    html.element("section", ["id": "calls"]) { html in
      heading(failed.isEmpty ? "Calls" : "Failed calls", count: failed.isEmpty ? nil : failed.count, to: &html)
      if !failed.isEmpty { addFailed(failed, to: &html) }
      addReasons("left behind (allowed):", of: report.allowedBehind, to: &html)
      addReasons("skipped", of: report.skippedCalls, to: &html)
      addReasons("undecided", of: report.calls.filter(\.isUndecided), to: &html)
      html.element("details") { html in
        html.element("summary", text: "Every call")
        html.element("div", ["class": "scroll"]) { html in
          html.element("table", ["class": "calls"]) { html in
            html.markup("<thead><tr><th scope=\"col\">endpoint</th><th scope=\"col\">call</th>")
            html.markup("<th scope=\"col\">outcome</th><th scope=\"col\">ms</th></tr></thead>\n<tbody>\n")
            for call in shownCalls {
              html.element("tr", ["class": call.outcome.rawValue, "data-service": call.service]) { html in
                html.element("td") { $0.element("code", text: call.endpoint.bounded(to: 120)) }
                html.element("td", text: call.name.bounded(to: 200))
                html.element("td", text: "\(call.outcome.mark) \(call.outcomeName)")
                html.element("td", text: call.outcome == .skipped ? "" : call.milliseconds.thousandths)
              }
            }
            html.markup("</tbody>\n")
          }
        }
        if report.calls.count > HTMLRenderer.limit {
          html.element(
            "p", ["class": "cut"], text: "\(report.calls.count - HTMLRenderer.limit) more calls are in the JSON report."
          )
        }
      }
    }
  }

  /// All calls, in order. If there are too many, failed and drifted calls come first.
  private var shownCalls: [Report.CallLine] {
    if report.calls.count <= HTMLRenderer.limit { return report.calls }
    let order: [Report.CallLine.Outcome] = [.failed, .drifted, .passed, .skipped]
    return Array(order.flatMap { outcome in report.calls.filter { $0.outcome == outcome } }.prefix(HTMLRenderer.limit))
  }

  /// Adds the reasons why calls were skipped or are inconclusive, each with its number of calls.
  private func addReasons(_ word: String, of calls: [Report.CallLine], to html: inout HTMLText) {
    var reasons: [String] = []
    var counts: [String: Int] = [:]
    for call in calls {
      if counts[call.reasonOrNone] == nil { reasons.append(call.reasonOrNone) }
      counts[call.reasonOrNone, default: 0] += 1
    }
    for reason in reasons.prefix(100) {
      html.element("p", ["class": "skipped"]) { html in
        html.element("b", text: "\(counts[reason] ?? 0) \(word)")
        html.element("span", text: reason.bounded(to: 600))
      }
    }
  }

  /// Adds the documented parts that no exchange contained, by endpoint.
  func addEvidence(to html: inout HTMLText) {
    if report.evidence.isEmpty { return }
    let tallies = EvidenceTally.tallies(of: report.evidence)
    let seen = tallies.reduce(0) { $0 + $1.seen }
    html.element("section", ["id": "evidence"]) { html in
      heading("Observed coverage", to: &html)
      html.element(
        "p", ["class": "lead"],
        text: "\(seen) of \(report.evidence.count) documented statuses, optional fields, null states and enum values"
          + " were seen (\(EvidenceTally.percent(seen, of: report.evidence.count)))."
          + " Parts that were never seen aren't drift; they are unverified."
          + (report.cutEvidence.map { " " + $0 } ?? "")
          + (report.uncalled.map { " No exchange called \(String.count($0, "more endpoint"))." } ?? ""))
      html.element("div", ["class": "scroll"]) { html in
        html.element("table", ["class": "evidence"]) { html in
          html.markup("<thead><tr><th scope=\"col\">endpoint</th><th scope=\"col\">seen</th>")
          html.markup("<th scope=\"col\">never seen</th></tr></thead>\n<tbody>\n")
          var room = HTMLRenderer.limit
          for tally in tallies {
            add(tally, room: max(0, room), to: &html)
            room -= tally.unseen.count
          }
          html.markup("</tbody>\n")
        }
      }
    }
  }

  private func add(_ tally: EvidenceTally, room: Int, to html: inout HTMLText) {
    html.element("tr", ["data-service": tally.endpoint.service]) { html in
      html.element("th", ["scope": "row"]) { $0.element("code", text: tally.endpoint.id.bounded(to: 200)) }
      html.element("td", text: "\(tally.seen) of \(tally.documented)")
      html.element("td") { html in
        let shown = tally.unseen.prefix(room)
        if tally.unseen.isEmpty { return html.add("–") }
        html.element("details") { html in
          html.element("summary", text: "\(tally.unseen.count) never seen")
          html.element("ul", ["class": "unseen-things"]) { html in
            for one in shown { html.element("li") { $0.element("code", text: one.phrase.bounded(to: 300)) } }
          }
          if shown.count < tally.unseen.count {
            html.element("p", text: "\(tally.unseen.count - shown.count) more are in the JSON report.")
          }
        }
      }
    }
  }

  /// Adds the waived findings.
  func addWaived(to html: inout HTMLText) {
    if digest.waived.isEmpty { return }
    html.element("section", ["id": "waived"]) { html in
      heading("Waived", count: digest.waived.count, to: &html)
      html.element("details") { html in
        html.element("summary", text: "Waived findings, which no gate counts")
        for finding in digest.waived.prefix(HTMLRenderer.limit) {
          html.element("div", ["class": "excused", "data-service": finding.service]) { html in
            html.element("p", ["class": "where"]) { html in
              html.element("code", text: finding.endpoint.bounded(to: 200))
            }
            addFinding(finding, to: &html)
          }
        }
      }
    }
  }

  /// Adds the explanations of the rules that the findings refer to.
  func addRules(to html: inout HTMLText) {
    if rules.isEmpty { return }
    html.element("section", ["id": "rules"]) { html in
      heading("What the rules mean", to: &html)
      for (rule, explanation) in rules {
        html.element("article", ["class": "explained", "id": anchor(rule) ?? ""]) { html in
          html.element("h3") { html in
            html.element("code", text: rule.id)
            html.element("span", ["class": "standing"], text: rule.severity.rawValue)
          }
          html.element("p", text: explanation.paragraph)
          html.element("pre") { html in
            for line in explanation.example.split(separator: "\n", omittingEmptySubsequences: false) {
              html.add(String(line))
              html.markup("\n")
            }
          }
        }
      }
    }
  }
}
