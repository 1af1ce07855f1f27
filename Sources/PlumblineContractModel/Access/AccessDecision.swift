/// A decision on whether a request may access an endpoint, with the identified caller.
package enum AccessDecision: Sendable {
  /// Access is granted. The persona is `nil` if the endpoint doesn't require one.
  case granted(Persona?)
  /// A credential is missing or unknown (401). If only one credential is affected, its name is included. The reason
  /// never contains a credential's value.
  case unauthenticated(reason: String, credential: String?)
  /// The caller is known but lacks permission (403).
  case forbidden(reason: String, persona: Persona?)

  /// The caller, if known.
  package var persona: Persona? {
    switch self {
    case .granted(let persona), .forbidden(_, let persona): persona
    case .unauthenticated: nil
    }
  }
}
