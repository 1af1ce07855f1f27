import PlumblineContractModel
import PlumblineHTTPMessages

/// The callers that may open the inspector and steer the mock from it.
///
/// A server that other machines can reach would show them every request of an app, so its inspector is closed unless a
/// token protects it.
package enum InspectorAccess: Sendable, Hashable {
  /// Any caller, because only this machine can reach the server.
  case open
  /// No caller, because other machines can reach the server. The rest of the control interface stays open to programs.
  case closed
  /// Callers that send this token as `Authorization: Bearer`. The whole control interface requires it, except `health`
  /// and the page, which contains no data.
  case token(String)

  /// The environment variable for the token, since anyone on the machine can read a command line.
  package static let variable = "PLUMBLINE_TOKEN"
  /// The minimum length of a token, because a shorter one could be guessed.
  package static let shortest = 16

  static let closedSentence =
    "The inspector is off because other machines can reach this server: start it with a token of \(shortest) characters or more in "
    + "\(variable), and open /__plumbline/?token= followed by the token."

  /// Admits a request of the control interface, or throws the reason for rejecting it.
  func admit(_ request: Request, to id: ControlID) throws(ControlRefusal) {
    guard case .token(let token) = self, !id.isOpen else { return }
    let scheme = "bearer "
    let shown = request.headers["authorization"] ?? ""
    guard shown.lowercased().hasPrefix(scheme), Self.isSame(String(shown.dropFirst(scheme.count)), token) else {
      throw ControlRefusal(
        status: 401, code: "TOKEN_MISSING",
        message:
          "Other machines can reach this server, so it requires a token: Authorization: Bearer, followed by the value that "
          + "\(Self.variable) had when the server was started.", headers: ["WWW-Authenticate": "Bearer"])
    }
  }

  /// Returns a Boolean value that indicates whether two strings are the same, in a time that doesn't reveal where they differ.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let digests = zip(SHA256.digest(Array(one.utf8)), SHA256.digest(Array(other.utf8)))
    return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
