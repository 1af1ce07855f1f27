import PlumblineASCII
import PlumblineMockEngine

extension InspectorAccess {
  /// Creates the inspector's access rule. If other machines can reach the server, the rule requires the token from the
  /// environment.
  init(at place: ListeningPlace, _ environment: [String: String], savesRecordings: Bool) throws(UsageError) {
    guard place.isPublic else {
      self = .open
      return
    }
    guard let token = environment[Self.variable], !token.isEmpty else {
      guard !savesRecordings else {
        throw UsageError(
          "--allow-recordings lets every client write files, and --host lets other machines connect: set "
            + "\(Self.variable) as well, a token of \(Self.shortest) characters or more.")
      }
      self = .closed
      return
    }
    guard token.utf8.count >= Self.shortest else {
      throw UsageError(
        "\(Self.variable) has \(String.count(token.utf8.count, "character")): use \(Self.shortest) or more, so that it can't be guessed."
      )
    }
    guard token.utf8.allSatisfy({ Self.isPlain($0) }) else {
      throw UsageError(
        "\(Self.variable) is part of a URL, so it can contain only letters, digits and - . _ ~: openssl rand -hex 24 generates one."
      )
    }
    self = .token(token)
  }

  /// Returns the message that a token has no effect, or `nil` if it has an effect or isn't set.
  static func unusedToken(at place: ListeningPlace, _ environment: [String: String]) -> String? {
    guard !place.isPublic, let token = environment[variable], !token.isEmpty else { return nil }
    return "\(variable) has no effect here: only this machine can reach the server, so no token is required. "
      + "It takes effect with --host."
  }

  /// Returns a Boolean value that indicates whether a byte needs no encoding anywhere in a URL (RFC 3986 section 2.3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-._~".utf8.contains(byte)
  }

  /// Returns the inspector's address as `serve` prints it. A token is represented by its variable's name, never by its
  /// value.
  func place(at baseURL: String) -> String {
    switch self {
    case .open: "\(baseURL)/__plumbline/"
    case .closed: "off: other machines can reach this server, and \(Self.variable) isn't set"
    case .token: "\(baseURL)/__plumbline/?token=$\(Self.variable)"
    }
  }
}
