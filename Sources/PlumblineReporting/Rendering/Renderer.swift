/// A renderer that writes reports in one format.
///
/// The result depends only on the report and the options.
package protocol Renderer: Sendable {
  /// Returns the report as text that ends with a line break.
  func render(_ report: Report) -> String

  /// Returns the report as text, along with a note for its reader.
  func rendering(_ report: Report) -> Rendering
}

/// A rendered report.
package struct Rendering: Sendable {
  /// The text. It ends with a line break.
  package let text: String
  /// A sentence about omissions that readers might not notice, or `nil` if there are none.
  package let omission: String?

  package init(_ text: String, omission: String? = nil) {
    self.text = text
    self.omission = omission
  }
}

extension Renderer {
  package func rendering(_ report: Report) -> Rendering { Rendering(render(report)) }
}

/// The information for rendering that a report doesn't contain.
package struct ReportOptions: Sendable {
  /// The program's version, for JSON and JUnit reports.
  package var version: String
  /// The lowest severity of drift that fails the run.
  package var gate: Gate
  /// The time at which the run began, in seconds since 1970 (UTC). JUnit requires it.
  package var began: Int
  /// The style of the console report.
  package var console: ConsoleStyle
  /// The address where the files can be read in a browser, or `nil` if it isn't known.
  package var source: SourceLinks?

  package init(
    version: String, gate: Gate = .warning, began: Int = 0, console: ConsoleStyle = ConsoleStyle(),
    source: SourceLinks? = nil
  ) {
    self.version = version
    self.gate = gate
    self.began = began
    self.console = console
    self.source = source
  }
}

/// The style of console output.
package struct ConsoleStyle: Sendable, Hashable {
  /// The amount of detail.
  package enum Detail: Sendable, Hashable {
    /// Only problems and the summary.
    case quiet
    /// One line per endpoint, problems, and the summary.
    case normal
    /// As `normal`, plus one line per call.
    case verbose
  }

  /// A Boolean value that indicates whether to use colors. They are only used on a terminal, and never if NO_COLOR is
  /// set.
  package var colour: Bool
  /// The maximum number of columns per line.
  package var width: Int
  package var detail: Detail

  package init(colour: Bool = false, width: Int = 80, detail: Detail = .normal) {
    self.colour = colour
    self.width = width
    self.detail = detail
  }

  /// The width that lines are laid out for. It is at least wide enough to fit something.
  var usableWidth: Int { min(max(width, 40), 1000) }
}
