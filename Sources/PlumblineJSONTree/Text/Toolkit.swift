/// What this package says of itself.
package enum Toolkit {
  /// The version that every part of it tells: the command line, `health`, the reports, the harness.
  package static let version = "0.1.0"
}
