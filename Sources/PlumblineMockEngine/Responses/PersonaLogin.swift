import PlumblineContractModel
import PlumblineJSONTree

/// A namespace for finding the persona that a login belongs to.
enum PersonaLogin {
  /// Returns the persona whose login is contained in a body.
  static func persona(of body: JSON?, in contract: Contract) -> Persona? {
    guard let body else { return nil }
    return contract.personas.first { persona in persona.login.map { $0.count > 0 && contains(body, $0) } ?? false }
  }

  /// Returns a Boolean value that indicates whether an object contains all members of another one, with the same
  /// values.
  static func contains(_ body: JSON, _ login: JSON) -> Bool {
    login.members.allSatisfy { key, value in body[key] == value }
  }
}
