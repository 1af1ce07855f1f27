/// The reason why a session isn't available.
package enum SessionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name isn't a valid session name.
  case badName(String)
  /// A session with this name already exists.
  case exists(String)
  /// No session has this name.
  case unknown(String)
  /// A page of a foreign origin requested a session that doesn't exist.
  case foreign(String)
  /// The maximum number of sessions has been reached, and none is idle.
  case full(limit: Int)
  /// The options are invalid. The associated value gives the reasons.
  case badOptions(String)
  /// No port could be opened. The associated value is the reason.
  case noPort(String)

  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(name.prefix(80))\" isn't a valid session name: use up to 64 letters, digits, dots, dashes and underscores, "
        + "but not only dots."
    case .exists(let name): "A session \"\(name)\" already exists: choose another name, or close it first."
    case .unknown(let name):
      "There is no session \"\(name.prefix(80))\": open it with POST /__plumbline/sessions, or with its first request."
    case .foreign(let name):
      "Pages of other machines can't open a session: open \"\(name.prefix(80))\" with POST /__plumbline/sessions, "
        + "or start the server with --allow-origin ORIGIN."
    case .full(let limit):
      "All \(limit) sessions are busy: close some with DELETE /__plumbline/sessions/NAME, or start the server with "
        + "a higher --limit sessions."
    case .badOptions(let text): text
    case .noPort(let reason): "The session can't get a port of its own: \(reason)"
    }
  }
}

extension SessionError {
  /// The HTTP status that reports the error to a client.
  var status: Int {
    switch self {
    case .badName, .badOptions: 422
    case .exists: 409
    case .foreign: 403
    case .unknown: 404
    case .full, .noPort: 503
    }
  }

  /// The code that reports the error to a client.
  var code: String {
    switch self {
    case .badName, .badOptions: "INVALID"
    case .exists: "SESSION_EXISTS"
    case .foreign: "FOREIGN_ORIGIN"
    case .unknown: "NOT_FOUND"
    case .full: "TOO_MANY_SESSIONS"
    case .noPort: "NO_PORT"
    }
  }
}
