extension HTMLPage {
  /// Adds a table of the endpoints on the server, those that need attention first.
  func addVerdicts(to html: inout HTMLText) {
    if report.verdicts.isEmpty { return }
    let verdicts = Report.Verdict.Kind.byUrgency.flatMap { kind in report.verdicts.filter { $0.kind == kind } }
    html.element("section", ["id": "verdicts"]) { html in
      heading("Endpoints on the server", count: verdicts.count, to: &html)
      let counts = Report.Verdict.Kind.allCases.compactMap { kind -> String? in
        let count = verdicts.count { $0.kind == kind }
        return count > 0 ? "\(count) \(kind.rawValue)" : nil
      }
      html.element("p", ["class": "lead"], text: counts.joined(separator: " · "))
      html.element("ul", ["class": "list"]) { html in
        for verdict in verdicts.prefix(HTMLRenderer.limit) { addVerdict(verdict, to: &html) }
      }
      if verdicts.count > HTMLRenderer.limit {
        html.element(
          "p", ["class": "cut"], text: "\(verdicts.count - HTMLRenderer.limit) more verdicts are in the JSON report.")
      }
    }
  }

  private func addVerdict(_ verdict: Report.Verdict, to html: inout HTMLText) {
    html.element("li", ["class": verdict.kind.tint, "data-service": verdict.service]) { html in
      html.element("code", text: verdict.endpoint.bounded(to: 200))
      html.element(
        "span",
        text: "\(verdict.kind.mark) \(verdict.kind.rawValue), \(verdict.confidence.rawValue) confidence"
          + (verdict.standing == .documented ? "" : ", \(verdict.standing.rawValue)"))
      html.element("p") { html in
        html.element("code", text: verdict.request.bounded(to: 300))
        html.add(" " + verdict.sentence.bounded(to: 1000))
      }
      if verdict.evidence.isEmpty { return }
      html.element("details") { html in
        html.element("summary", text: "Requests and responses")
        html.element("pre") { html in
          for line in verdict.evidence.prefix(20) {
            html.add("\(line.request) → \(line.answer) (\(line.role.rawValue))".bounded(to: 600))
            html.markup("\n")
          }
        }
      }
    }
  }

  /// Adds the outages: exchanges that say nothing about the contract because the server was unavailable.
  func addOutages(to html: inout HTMLText) {
    if report.outages.isEmpty { return }
    html.element("section", ["id": "outages"]) { html in
      heading("Outages", count: digest.summary.outages, to: &html)
      html.element("p", ["class": "lead"], text: "An outage isn't drift, so these responses weren't checked.")
      html.element("ul", ["class": "list"]) { html in
        for outage in report.outages.prefix(HTMLRenderer.limit) {
          html.element("li", ["class": "warning", "data-service": outage.service]) { html in
            html.element("code", text: outage.endpoint.bounded(to: 300))
            html.element("span", text: outage.count > 1 ? "× \(outage.count)" : "")
            html.element("p") { html in
              html.add(outage.cause.bounded(to: 1000) + " ")
              html.element("code", ["class": "place"], text: outage.placesText.bounded(to: 900))
            }
          }
        }
      }
    }
  }
}

extension Report.Verdict.Kind {
  /// The kinds of verdict in the order in which they need attention.
  static let byUrgency: [Self] = [.missing, .methodMissing, .moved, .blocked, .inconclusive, .unreachable, .exists]

  /// The CSS class of the verdict's line on the page.
  fileprivate var tint: String {
    switch self {
    case .exists: ""
    case .missing, .methodMissing: "breaking"
    case .moved, .unreachable: "warning"
    case .blocked, .inconclusive: "notice"
    }
  }
}
