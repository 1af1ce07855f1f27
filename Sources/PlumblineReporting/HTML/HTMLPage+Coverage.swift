extension HTMLPage {
  /// Adds the matrix: a bar for each column, followed by a square for each endpoint and column, in one table per
  /// resource.
  func addCoverage(to html: inout HTMLText) {
    if matrix.rows.isEmpty { return }
    html.element("section", ["id": "coverage"]) { html in
      heading("Coverage", to: &html)
      html.element("ul", ["class": "bars"]) { html in
        for column in matrix.columns { addBar(column, to: &html) }
      }
      let services = Dictionary(grouping: matrix.rows, by: \.endpoint.service)
      var names: [String] = []
      var known: Set<String> = []
      for service in matrix.rows.map(\.endpoint.service) where known.insert(service).inserted { names.append(service) }
      for name in names {
        html.element("div", ["class": "service", "data-service": name]) { html in
          if names.count > 1 { html.element("h3", text: report.title(of: name).bounded(to: 200)) }
          html.element("div", ["class": "matrix"]) { html in
            for group in groups(of: name, services[name] ?? []) { addTable(group, to: &html) }
          }
        }
      }
      addLegend(to: &html)
    }
  }

  private func addBar(_ column: CoverageMatrix.Column, to html: inout HTMLText) {
    let total = matrix.total(column)
    let percent = EvidenceTally.percentage(total.count, of: total.of)
    html.element("li") { html in
      html.element("b", text: column.rawValue)
      html.element(
        "span",
        text: column == .evidence
          ? EvidenceTally.percent(total.count, of: total.of) : "\(total.count) of \(total.of)")
      html.markup("<svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
      let width = total.of > 0 && total.count > 0 ? max(1, percent) : 0
      html.element("rect", ["class": "rail", "width": "100", "height": "1"]) { _ in }
      html.element("rect", ["width": "\(width)", "height": "1"]) { _ in }
      html.markup("</svg>")
      html.element("small", text: column == .evidence ? "\(total.count) of \(total.of) things" : column.goal)
    }
  }

  /// A table with its heading. The beginning of the ids that the heading already contains is omitted.
  private struct Group {
    let name: String
    var prefix = 0
    var rows: [CoverageMatrix.Row]
  }

  /// Returns one group per feature if the report is by feature, and otherwise one per resource.
  private func groups(of service: String, _ rows: [CoverageMatrix.Row]) -> [Group] {
    guard let coverage = FeatureCoverage(of: report, service: service) else { return resources(rows) }
    let places = Dictionary(grouping: rows.indices) { rows[$0].endpoint.id }
    return coverage.groups.flatMap { group in
      group.features.map { feature in
        let ids = Set(feature.lines.map(\.endpoint.id))
        return Group(
          name: feature.title.map { "\(group.title) · \($0)" } ?? group.title,
          rows: ids.flatMap { places[$0] ?? [] }.sorted().map { rows[$0] })
      }
    }
  }

  /// Groups adjacent endpoints whose ids have the same part before the dot.
  private func resources(_ rows: [CoverageMatrix.Row]) -> [Group] {
    var groups: [Group] = []
    for row in rows {
      let name = row.endpoint.id.contains(".") ? String(row.endpoint.id.prefix { $0 != "." }) : ""
      if groups.last?.name == name {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append(Group(name: name, prefix: name.isEmpty ? 0 : name.count + 1, rows: [row]))
      }
    }
    return groups
  }

  private func addTable(_ group: Group, to html: inout HTMLText) {
    html.element("table") { html in
      html.element("thead") { html in
        html.element("tr") { html in
          html.element("th", ["scope": "col"], text: group.name.isEmpty ? "endpoint" : group.name.bounded(to: 100))
          for column in matrix.columns {
            html.element("th", ["scope": "col", "title": column.rawValue, "class": "narrow"]) { html in
              html.element("span", ["aria-hidden": "true"], text: column.short)
              html.element("span", ["class": "unseen"], text: column.rawValue)
            }
          }
        }
      }
      html.element("tbody") { html in
        for row in group.rows { addRow(row, after: group.prefix, to: &html) }
      }
    }
  }

  private func addRow(_ row: CoverageMatrix.Row, after prefix: Int, to html: inout HTMLText) {
    let id = row.endpoint.id
    let label = String(id.dropFirst(prefix))
    html.element("tr") { html in
      html.element("th", ["scope": "row", "title": "\(id)  \(row.endpoint.request)".bounded(to: 300)]) { html in
        if let anchor = anchor(row.endpoint.name) {
          html.element("a", ["href": "#" + anchor], text: label.bounded(to: 80))
        } else {
          html.element("span", text: label.bounded(to: 80))
        }
      }
      for (column, cell) in zip(matrix.columns, row.cells) {
        html.element("td", ["title": "\(column.rawValue): \(cell.words)"]) { html in
          html.element("span", ["class": "square \(cell.tone.rawValue)", "aria-hidden": "true"], text: cell.text)
          html.element("span", ["class": "unseen"], text: cell.words)
        }
      }
    }
  }

  private func addLegend(to html: inout HTMLText) {
    html.markup(
      """
      <p class="legend"><span><i class="square good">✓</i> present, verified</span>\
      <span><i class="square part">~</i> assumed, or partly seen</span>\
      <span><i class="square caution">!</i> drifted, unconfirmed (?), or mostly unseen</span>\
      <span><i class="square bad">✗</i> failed</span><span><i class="square none">–</i> nothing yet</span></p>

      """)
  }
}
