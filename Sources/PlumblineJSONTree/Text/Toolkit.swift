/// Information about this package.
package enum Toolkit {
  /// The version that every part reports: the command line, `health`, the reports, the harness.
  package static let version = "0.1.0"
}
