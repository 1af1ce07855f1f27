/// The decision on access for a request, and the caller.
package enum AccessDecision: Sendable {
  /// Access is granted; `nil` if the endpoint doesn't ask for a caller.
  case granted(Persona?)
  /// A credential is missing or unknown, with its name if it is a single one: a 401. The reason never contains a credential's
  /// value.
  case unauthenticated(reason: String, credential: String?)
  /// The caller is known, but lacks permission: a 403.
  case forbidden(reason: String, persona: Persona?)

  /// The caller, if known.
  package var persona: Persona? {
    switch self {
    case .granted(let persona), .forbidden(_, let persona): persona
    case .unauthenticated: nil
    }
  }
}
