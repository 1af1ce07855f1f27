import PlumblineContractModel
import PlumblineHTTPMessages

/// The requirement for access to the inspector and for controlling the mock from it.
///
/// If other machines can reach the server, they could see every request of an app. The inspector is therefore closed in
/// this case, unless a token protects it.
package enum InspectorAccess: Sendable, Hashable {
  /// All callers have access, because only this machine can reach the server.
  case open
  /// No caller has access, because other machines can reach the server. The rest of the control interface remains
  /// available to programs.
  case closed
  /// Callers must send a token as `Authorization: Bearer`. The whole control interface requires it, except for `health`
  /// and for the page, which contains no data.
  case token(String)

  /// The environment variable for the token. A command-line option would be visible to everyone on the machine.
  package static let variable = "PLUMBLINE_TOKEN"
  /// The minimum length of a token. A shorter one could be guessed.
  package static let shortest = 16

  static let closedSentence =
    "The inspector is off because other machines can reach this server: start it with a token of \(shortest) characters or more in "
    + "\(variable), and open /__plumbline/?token= followed by the token."

  /// Admits a request to the control interface, or throws the reason for rejecting it.
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

  /// Returns a Boolean value that indicates whether two strings are equal. The time it takes doesn't reveal where they
  /// differ.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let digests = zip(SHA256.digest(Array(one.utf8)), SHA256.digest(Array(other.utf8)))
    return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
