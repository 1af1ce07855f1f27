extension HTMLPage {
  /// Adds the variants that weren't played, by endpoint or by call that was abandoned.
  func addLeftOutVariants(to html: inout HTMLText) {
    let lines = report.leftOutVariants
    if lines.isEmpty { return }
    html.element("section", ["id": "variants"]) { html in
      heading("Mutations left out", count: report.leftOutVariantCount, to: &html)
      for line in lines.prefix(HTMLRenderer.limit) {
        html.element("p", ["class": "skipped", "data-service": line.service]) { html in
          html.element("b", text: "\(line.count) of \(line.all)")
          let text = line.givenUp.map { "\(line.label): not tried, because \($0.reason)" } ?? line.label
          html.element("span", text: text.bounded(to: 400))
        }
      }
      if lines.count > HTMLRenderer.limit {
        html.element(
          "p", ["class": "cut"], text: "\(lines.count - HTMLRenderer.limit) more endpoints are in the JSON report.")
      }
    }
  }
}
