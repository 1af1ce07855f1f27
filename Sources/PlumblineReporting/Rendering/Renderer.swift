/// Writes a report in one format.
///
/// The same report and options always give the same text.
package protocol Renderer: Sendable {
  /// Returns the whole report, as text that ends in a line break.
  func render(_ report: Report) -> String

  /// Returns the report, together with a note for its reader.
  func rendering(_ report: Report) -> Rendering
}

/// A rendered report.
package struct Rendering: Sendable {
  /// Text that ends in a line break.
  package let text: String
  /// A sentence about omissions from the text that readers might not notice.
  package let omission: String?

  package init(_ text: String, omission: String? = nil) {
    self.text = text
    self.omission = omission
  }
}

extension Renderer {
  package func rendering(_ report: Report) -> Rendering { Rendering(render(report)) }
}

/// The information that a report doesn't contain.
package struct ReportOptions: Sendable {
  /// The program's version, for the JSON and JUnit reports.
  package var version: String
  /// The lowest severity of drift that fails the run.
  package var gate: Gate
  /// The time at which the run began, in seconds since 1970 (UTC), which JUnit requires.
  package var began: Int
  /// The style of the console report.
  package var console: ConsoleStyle
  /// The address where files can be read in a browser, or `nil` if none is known.
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
    /// Only problems, and the summary.
    case quiet
    /// One line per endpoint, problems, and the summary.
    case normal
    /// As `normal`, plus one line per call.
    case verbose
  }

  /// A Boolean value that indicates whether colors are used, which they are only on a terminal, and never with
  /// NO_COLOR.
  package var colour: Bool
  /// The number of columns that a line may have.
  package var width: Int
  package var detail: Detail

  package init(colour: Bool = false, width: Int = 80, detail: Detail = .normal) {
    self.colour = colour
    self.width = width
    self.detail = detail
  }

  /// The width that lines are laid out for, which is at least wide enough to fit something.
  var usableWidth: Int { min(max(width, 40), 1000) }
}
