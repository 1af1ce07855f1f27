extension HTMLPage {
  /// Adds the values that calls used for their variables.
  func addUsedValues(to html: inout HTMLText) {
    let values = report.usedValues
    if values.isEmpty { return }
    html.element("section", ["id": "values"]) { html in
      heading("Values used", count: values.count, to: &html)
      for value in values.prefix(HTMLRenderer.limit) {
        html.element("p", ["class": "skipped", "data-service": value.service]) { html in
          html.element("b", text: value.variable.bounded(to: 100))
          html.element("span", text: value.phrase.bounded(to: 400))
        }
      }
      if values.count > HTMLRenderer.limit {
        html.element(
          "p", ["class": "cut"], text: "\(values.count - HTMLRenderer.limit) more values are in the JSON report.")
      }
    }
  }
}
