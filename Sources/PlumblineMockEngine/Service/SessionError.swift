/// Why a session can't be had.
package enum SessionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Not a name that a session may have.
  case badName(String)
  /// A session of this name is there already.
  case exists(String)
  /// No session has this name.
  case unknown(String)
  /// A page of a foreign origin asks for one that isn't there.
  case foreign(String)
  /// As many sessions as there may be answer just now.
  case full(limit: Int)
  /// The options can't be kept: sentences.
  case badOptions(String)
  /// No port could be opened, and why.
  case noPort(String)

  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(name.prefix(80))\" is no name for a session: use up to 64 letters, digits, dots, dashes and underscores, "
        + "and not dots alone."
    case .exists(let name): "There is a session \"\(name)\" already: choose another name, or close it first."
    case .unknown(let name):
      "There is no session \"\(name.prefix(80))\": POST /__plumbline/sessions opens one, and so does its first request."
    case .foreign(let name):
      "Pages of other machines open no session: open \"\(name.prefix(80))\" by POST /__plumbline/sessions, "
        + "or start with --allow-origin ORIGIN."
    case .full(let limit):
      "All \(limit) sessions have something under way: close some with DELETE /__plumbline/sessions/NAME, or start with "
        + "a higher --limit sessions."
    case .badOptions(let text): text
    case .noPort(let reason): "The session gets no port of its own: \(reason)"
    }
  }
}

extension SessionError {
  /// The status that tells a client of it.
  var status: Int {
    switch self {
    case .badName, .badOptions: 422
    case .exists: 409
    case .foreign: 403
    case .unknown: 404
    case .full, .noPort: 503
    }
  }

  /// The code that tells a client of it.
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
