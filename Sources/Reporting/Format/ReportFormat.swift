/// A form that a report can take.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, in a terminal.
  case console
  /// For programs: stable and versioned.
  case json
  /// For CI systems that show test results.
  case junit

  /// What writes a report in this form.
  package func renderer(_ options: ReportOptions) -> any Renderer {
    switch self {
    case .console: ConsoleRenderer(options)
    case .json: JSONRenderer(options)
    case .junit: JUnitRenderer(options)
    }
  }

  /// A report in this form, as text that ends in a line break.
  package func render(_ report: Report, _ options: ReportOptions) -> String {
    renderer(options).render(report)
  }
}
