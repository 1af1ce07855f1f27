import PlumblineContractModel
import PlumblineHTTPMessages

/// Who may open the inspector, and steer the mock from it.
///
/// What other machines reach shows them every request of an app, so it is closed there, unless a token tells who may look.
package enum InspectorAccess: Sendable, Hashable {
  /// Whoever reaches the server: nobody but this machine does.
  case open
  /// Nobody: other machines reach the server. The rest of the control interface is for programs, as ever.
  case closed
  /// Who shows this token, as `Authorization: Bearer`: for all of the control interface but `health` and the page itself,
  /// which holds nothing.
  case token(String)

  /// The variable that has the token: what stands in a command line is seen by everybody on the machine.
  package static let variable = "PLUMBLINE_TOKEN"
  /// A shorter token can be guessed by who tries long enough.
  package static let shortest = 16

  static let closedSentence =
    "The inspector is off, as other machines reach this server: start it with a token of \(shortest) characters or more in "
    + "\(variable), and open /__plumbline/?token= and the token."

  /// Lets a request of the control interface in, or says why not.
  func admit(_ request: Request, to id: ControlID) throws(ControlRefusal) {
    guard case .token(let token) = self, !id.isOpen else { return }
    let scheme = "bearer "
    let shown = request.headers["authorization"] ?? ""
    guard shown.lowercased().hasPrefix(scheme), Self.isSame(String(shown.dropFirst(scheme.count)), token) else {
      throw ControlRefusal(
        status: 401, code: "TOKEN_MISSING",
        message:
          "Other machines reach this server, so its token is asked for: Authorization: Bearer, and the value that "
          + "\(Self.variable) had when it was started.", headers: ["WWW-Authenticate": "Bearer"])
    }
  }

  /// Returns a Boolean value that indicates whether two texts are the same, in a time that tells nothing of where they differ.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let digests = zip(SHA256.digest(Array(one.utf8)), SHA256.digest(Array(other.utf8)))
    return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
