import PlumblineJSONTree

/// Every name that a contract gives to something, for finding names that nothing has.
struct ContractNames {
  var credentials: [String] = []
  var failures: [String] = []
  var collections: [String] = []
  var permissions: [String] = []
  /// The members that some persona has: what `persona.x` may name.
  var personaMembers: [String] = ["name"]
  /// The envelope's further members.
  var others: [String] = []
  var endpoints: [String] = []
  var hasEnvelope = false
  /// Whether the envelope has a place for payloads.
  var hasPayload = false
  var personas: [String] = []
  /// The ids of what the documents ask for.
  var features: [String] = []
  /// False when `contract.json` couldn't be read: then a name that nothing has may well be in there.
  let knowsMain: Bool
  var hasPersonas: Bool { !personas.isEmpty }
  /// False when any file couldn't be read: failures, collections and endpoints may be in each.
  let knowsAll: Bool

  init(_ files: ContractFiles) {
    knowsMain = files.main != nil
    knowsAll = knowsMain && files.unreadable.isEmpty
    for file in files.parsed {
      failures += file.root["failures"]?.members.keys ?? []
      collections += file.root["collections"]?.members.keys ?? []
      endpoints += file.root["endpoints"]?.members.keys ?? []
    }
    guard let main = files.main?.root else { return }
    credentials = main["credentials"]?.members.keys ?? []
    hasEnvelope = main["envelope"].map { !$0.isNull } ?? false
    hasPayload = main["envelope"]?["payload"]?.string != nil
    others = main["envelope"]?["others"]?.members.keys ?? []
    features = main["features"]?.members.flatMap { $0.value.members.keys } ?? []
    for (name, persona) in main["personas"]?.members.map({ $0 }) ?? [] {
      personas.append(name)
      permissions += persona["permissions"]?.elements.compactMap(\.string) ?? []
      personaMembers += persona.members.keys
    }
  }
}

extension JSON {
  /// Where a member's key stands; where the value stands when there is no such member.
  func place(of key: String) -> SourceLocation { keyLocation(of: key) ?? location }

  /// The strings of an array with their values, passing over whatever else is in it.
  var strings: [(text: String, value: JSON)] {
    elements.compactMap { element in element.string.map { ($0, element) } }
  }
}
