/// Writes a report in one form.
///
/// The same report and options always give the same text.
package protocol Renderer: Sendable {
  /// The whole report, as text that ends in a line break.
  func render(_ report: Report) -> String
}
