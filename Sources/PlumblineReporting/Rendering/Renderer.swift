/// Writes a report in one form.
///
/// The same report and options always give the same text.
package protocol Renderer: Sendable {
  /// The whole report, as text that ends in a line break.
  func render(_ report: Report) -> String

  /// The same, with what is to be said beside it.
  func rendering(_ report: Report) -> Rendering
}

/// A report in one form.
package struct Rendering: Sendable {
  /// Text that ends in a line break.
  package let text: String
  /// What the text leaves out that a reader of it may not see, as one sentence.
  package let omission: String?

  package init(_ text: String, omission: String? = nil) {
    self.text = text
    self.omission = omission
  }
}

extension Renderer {
  package func rendering(_ report: Report) -> Rendering { Rendering(render(report)) }
}

/// What a report can't know by itself.
package struct ReportOptions: Sendable {
  /// The program's version, as the JSON and JUnit reports name it.
  package var version: String
  /// From which severity on drift fails the run.
  package var gate: Gate
  /// When the run began, in seconds since 1970 (UTC): JUnit asks for it.
  package var began: Int
  /// How the console report looks.
  package var console: ConsoleStyle
  /// Where files can be read in a browser; `nil` where nobody said so.
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

/// How console output looks.
package struct ConsoleStyle: Sendable, Hashable {
  /// How much is said.
  package enum Detail: Sendable, Hashable {
    /// Only what is wrong, and the summary.
    case quiet
    /// One line an endpoint, what is wrong, and the summary.
    case normal
    /// The same, and one line a call.
    case verbose
  }

  /// A Boolean value that indicates whether colours are used: only on a terminal, and never with NO_COLOR.
  package var colour: Bool
  /// How many columns a line may have.
  package var width: Int
  package var detail: Detail

  package init(colour: Bool = false, width: Int = 80, detail: Detail = .normal) {
    self.colour = colour
    self.width = width
    self.detail = detail
  }

  /// The width that lines are laid out for: never so narrow that nothing fits.
  var usableWidth: Int { min(max(width, 40), 1000) }
}
