import PlumblineDriftDetection

extension HTMLPage {
  /// Adds excerpts of both contracts at the locations of a change. They are side by side, or stacked on narrow pages.
  func addExcerpts(_ finding: Drift, to html: inout HTMLText) {
    let places = finding.places.filter { report.excerpts[$0.place] != nil }
    if places.isEmpty { return }
    html.element("div", ["class": "sides"]) { html in
      for (name, place) in places {
        guard let excerpt = report.excerpts[place] else { continue }
        html.element("figure") { html in
          html.element("figcaption") { html in
            html.element("b", text: name)
            html.element("code", text: place.description.bounded(to: 300))
          }
          html.element("div", ["class": "lines"]) { html in
            for (index, line) in excerpt.lines.enumerated() {
              html.element(
                "div",
                ["class": index == excerpt.marked ? "line here" : "line", "data-line": "\(excerpt.first + index)"],
                text: line.bounded(to: 200))
            }
          }
        }
      }
    }
  }

  /// Adds the request or response that shows a change, and the reason if it is undecided.
  func addWitness(_ finding: Drift, to html: inout HTMLText) {
    if let undecided = finding.undecided {
      html.element("p", ["class": "message"], text: "Undecided: " + undecided.bounded(to: 600))
    }
    guard let witness = finding.witnessBlock else { return }
    html.element("details", ["class": "witness"]) { html in
      html.element("summary", text: "shown by")
      html.element("pre") { html in
        let lines = witness.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.prefix(60) {
          html.add(String(line).bounded(to: 400))
          html.markup("\n")
        }
        if lines.count > 60 { html.add("…") }
      }
    }
  }

  /// Adds the effects of the changes on clients, beginning with those that break.
  func addImpacts(to html: inout HTMLText) {
    let groups = report.impactGroups
    if groups.isEmpty { return }
    html.element("section", ["id": "clients"]) { html in
      heading("Clients", count: groups.count, to: &html)
      html.element("ul", ["class": "list"]) { html in
        for group in groups.prefix(HTMLRenderer.limit) {
          let line = group.line
          html.element(
            "li",
            [
              "class": line.effect.breaks ? "breaking" : line.effect == .notAsked ? "warning" : "notice",
              "data-service": line.service,
            ]
          ) { html in
            html.element("code", text: line.endpoint.bounded(to: 200))
            html.element("span", text: line.phrase.bounded(to: 300))
            if !line.message.isEmpty { html.element("p", text: line.message.bounded(to: 600)) }
            let calls = "\(String.count(group.calls.count, "call")): \(group.callsPhrase)"
            html.element("p", text: calls.bounded(to: 400))
          }
        }
      }
    }
  }

  /// Adds the recordings that a change makes stale.
  func addStaleRecordings(to html: inout HTMLText) {
    if report.staleRecordings.isEmpty { return }
    html.element("section", ["id": "stale"]) { html in
      heading("Stale recordings", count: report.staleRecordings.count, to: &html)
      html.element("ul", ["class": "list"]) { html in
        for recording in report.staleRecordings.prefix(HTMLRenderer.limit) {
          html.element("li", ["class": "warning", "data-service": recording.service]) { html in
            html.element("code", text: recording.location.file.bounded(to: 400))
            html.element("span", text: recording.rule)
            html.element("p", text: recording.reason.bounded(to: 600))
          }
        }
      }
    }
  }
}
