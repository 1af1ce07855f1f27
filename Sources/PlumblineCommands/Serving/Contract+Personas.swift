import PlumblineContractModel

extension Contract {
  /// The persona that a command line names.
  func persona(named name: String) throws(UsageError) -> Persona {
    guard let persona = persona(name) else { throw noPersona(named: name) }
    return persona
  }

  /// The complaint about a persona that there isn't, with the nearest one.
  func noPersona(named name: String) -> UsageError {
    let names = personas.map(\.name)
    let hint = Spelling.nearest(name, among: names).map { "; did you mean \($0)?" } ?? "."
    return UsageError(
      "\(service) has no persona \"\(name)\"\(hint) It has \(names.isEmpty ? "none" : Spelling.list(names)).")
  }
}
