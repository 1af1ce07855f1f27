import JSONTree

/// Somebody who may be calling: credentials, and what they permit.
package final class Persona: Sendable {
  /// The name that `--as` takes: `viewer`.
  package let name: String
  /// The values of the persona's credentials on the mock, by the credential's name.
  package let credentials: [String: String]
  /// What the persona may do: `can_edit_tickets`.
  package let permissions: [String]
  /// The whole persona as the contract has it, for conditions on `persona.type` and the like.
  package let source: JSON

  package init(name: String, credentials: [String: String], permissions: [String], source: JSON) {
    self.name = name
    self.credentials = credentials
    self.permissions = permissions
    self.source = source
  }

  /// What the persona types in to log in, as the contract has it.
  package var login: JSON? { source["login"] }
}
