/// Information about this package.
package enum Toolkit {
  /// The version that every part reports, which includes the command line, `health`, reports and the harness.
  package static let version = "0.1.0"
}
