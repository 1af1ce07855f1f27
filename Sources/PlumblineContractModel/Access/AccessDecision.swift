/// Whether a request may come in, and as whom.
package enum AccessDecision: Sendable {
  /// It may; `nil` when nobody had to say who is calling.
  case granted(Persona?)
  /// A credential is missing, or nobody has it, and which one, if it is one alone: a 401. The reason never holds a
  /// credential's value.
  case unauthenticated(reason: String, credential: String?)
  /// The caller is known and may not: a 403.
  case forbidden(reason: String, persona: Persona?)

  /// Who is calling, when that is known.
  package var persona: Persona? {
    switch self {
    case .granted(let persona), .forbidden(_, let persona): persona
    case .unauthenticated: nil
    }
  }
}
