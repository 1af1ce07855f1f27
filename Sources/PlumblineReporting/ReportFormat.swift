/// A report format.
///
/// Apart from sorting, the time for rendering is proportional to the number of findings. `json` and `junit` contain all
/// findings in full. `console` and `github` contain all findings, but truncate long values. `html` contains the 2,000
/// most severe findings, `markdown` as many as fit into GitHub's 65,536 characters, and `sarif` as many as GitHub
/// accepts (25,000 and 10 MB). These three say what they omit.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, in a terminal.
  case console
  /// For programs, stable and versioned.
  case json
  /// For CI systems that show test results.
  case junit
  /// For code scanning, as SARIF 2.1.0.
  case sarif
  /// For GitHub Actions, as annotations at the lines of the contracts.
  case github
  /// For the summary of a job or a comment on a pull request.
  case markdown
  /// For people, in a browser, as a single self-contained file.
  case html

  /// A Boolean value that indicates whether readers of the format identify files by their paths in a repository, rather
  /// than relative to the working folder.
  package var isOfRepository: Bool { self == .sarif || self == .github }

  /// Returns the renderer that writes reports in this format.
  package func renderer(_ options: ReportOptions) -> any Renderer {
    switch self {
    case .console: ConsoleRenderer(options)
    case .json: JSONRenderer(options)
    case .junit: JUnitRenderer(options)
    case .sarif: SARIFRenderer(options)
    case .github: GitHubRenderer(options)
    case .markdown: MarkdownRenderer(options)
    case .html: HTMLRenderer(options)
    }
  }

  /// Returns a report in this format as text that ends with a line break.
  package func render(_ report: Report, _ options: ReportOptions) -> String {
    renderer(options).render(report)
  }

  /// Returns a report in this format, along with a note for its reader.
  package func rendering(_ report: Report, _ options: ReportOptions) -> Rendering {
    renderer(options).rendering(report)
  }
}
