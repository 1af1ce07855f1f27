/// What an endpoint asks of its caller beyond credentials.
package enum Requirement: Sendable {
  /// A permission that the persona must have: `can_edit_tickets`.
  case permission(String)
  /// Something that must hold of the caller: `persona.type` is not `CLIENT`.
  case condition(Condition)
}
