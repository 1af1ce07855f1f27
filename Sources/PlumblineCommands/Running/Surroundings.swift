import PlumblineVerification

/// What every command is given.
struct Surroundings: Sendable {
  /// The call suites that this executable carries.
  let suites: [any CallSuite]
  let console: Console
  let environment: [String: String]
  /// When the command began, in seconds since 1970.
  let began: Int
}
