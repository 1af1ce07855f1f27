import PlumblineJSONTree

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
  /// The id of somebody who came later and is otherwise like this persona; `nil` for the contract's own.
  package let newcomer: JSON?

  package init(
    name: String, credentials: [String: String], permissions: [String], source: JSON, newcomer: JSON? = nil
  ) {
    self.name = name
    self.credentials = credentials
    self.permissions = permissions
    self.source = source
    self.newcomer = newcomer
  }

  /// What the persona types in to log in, as the contract has it.
  package var login: JSON? { source["login"] }

  /// Somebody like this persona with another id: who opened an account just now. `nil` is the persona.
  package func becoming(_ id: JSON?) -> Persona {
    guard let id else { return self }
    let others = source.members.map { ($0.key, $0.value) }.filter { $0.0 != "id" }
    return Persona(
      name: name, credentials: credentials, permissions: permissions, source: .object([("id", id)] + others),
      newcomer: id)
  }

  /// Whether two are one and the same.
  package func isSame(as other: Persona) -> Bool { name == other.name && newcomer == other.newcomer }
}
