import PlumblineJSONTree

/// The names that a contract defines, for finding references to undefined names.
struct ContractNames {
  var credentials: [String] = []
  /// The names of the query parameters, cookies and header fields that carry credentials.
  var credentialFields: [String] = []
  var failures: [String] = []
  var collections: [String] = []
  var permissions: [String] = []
  /// The members that any persona has. These are the names that `persona.NAME` may use.
  var personaMembers: [String] = ["name"]
  /// The envelope's additional members.
  var others: [String] = []
  var endpoints: [String] = []
  /// The top-level members that items have in addition to those in their schemas, because states set them or seeds
  /// contain them.
  var remembered: Set<String> = []
  /// The collections that are seeded from recordings. Their items aren't known at this point.
  var recorded: Set<String> = []
  var hasEnvelope = false
  /// A Boolean value that indicates whether the envelope has a payload slot.
  var hasPayload = false
  var personas: [String] = []
  /// The IDs of the documented features.
  var features: [String] = []
  /// A Boolean value that indicates whether `contract.json` could be read. If not, an undefined name may be defined
  /// there.
  let knowsMain: Bool
  var hasPersonas: Bool { !personas.isEmpty }
  /// A Boolean value that indicates whether all files could be read. If not, errors, collections and endpoints may be
  /// missing.
  let knowsAll: Bool

  /// The kinds of named definitions, with the words for them in messages.
  enum Kind: String, CaseIterable {
    case failure = "error"
    case collection = "resource"
    case endpoint, persona, feature, credential
    case other = "member of the envelope"
  }

  /// The names of each kind, for lookups.
  private var known: [Kind: Set<String>] = [:]

  /// Returns the names of a kind, in file order.
  func all(_ kind: Kind) -> [String] {
    switch kind {
    case .failure: failures
    case .collection: collections
    case .endpoint: endpoints
    case .persona: personas
    case .feature: features
    case .credential: credentials
    case .other: others
    }
  }

  /// Returns a Boolean value that indicates whether a name of the given kind is defined.
  func has(_ kind: Kind, _ name: String) -> Bool { known[kind]?.contains(name) ?? false }

  init(_ files: ContractFiles) {
    knowsMain = files.main != nil
    knowsAll = knowsMain && files.unreadable.isEmpty
    for file in files.parsed {
      failures += file.root["errors"]?.members.keys ?? []
      collections += file.root["resources"]?.members.keys ?? []
      endpoints += file.root["endpoints"]?.members.keys ?? []
      for (_, endpoint) in file.root["endpoints"]?.members.map({ $0 }) ?? [] { addMembers(of: endpoint["state"]) }
      for (name, collection) in file.root["resources"]?.members.map({ $0 }) ?? [] { addMembers(of: collection, name) }
    }
    if let main = files.main?.root { addShared(main) }
    for kind in Kind.allCases { known[kind] = Set(all(kind)) }
  }

  /// Adds the names of shared definitions.
  private mutating func addShared(_ main: JSON) {
    credentials = main["credentials"]?.members.keys ?? []
    credentialFields = main["credentials"]?.members.compactMap { $0.value["name"]?.string } ?? []
    hasEnvelope = main["envelope"].map { !$0.isNull } ?? false
    hasPayload = main["envelope"]?["payload"]?.string != nil
    others = main["envelope"]?["others"]?.members.keys ?? []
    features = (main["features"]?.members.map { $0 } ?? []).filter { !$0.key.hasPrefix("x-") }.flatMap {
      $0.value.members.keys
    }
    for (name, persona) in main["personas"]?.members.map({ $0 }) ?? [] {
      personas.append(name)
      permissions += persona["permissions"]?.elements.compactMap(\.string) ?? []
      personaMembers += persona.members.keys
    }
  }

  /// Adds the members that states write to items.
  private mutating func addMembers(of state: JSON?) {
    guard let state else { return }
    for rule in state.kind == .array ? Array(state.elements) : [state] {
      for step in [rule] + (rule["also"]?.elements.map { $0 } ?? []) {
        let pointers = ["set", "add"].flatMap { step[$0]?.members.keys ?? [] }
        let matched = step["within"]?.members.map(\.value).compactMap(\.string) ?? []
        add(pointers + matched)
      }
    }
  }

  /// Adds the members that a collection writes to its items, and those of its initial items.
  private mutating func addMembers(of collection: JSON, _ name: String) {
    let pointers = ["key", "owner"].compactMap { collection[$0]?.string }
    add(pointers + (collection["touch"]?.elements.compactMap(\.string) ?? []))
    add(["counters", "computed"].flatMap { collection[$0]?.members.keys ?? [] })
    add(collection["beside"]?.members.compactMap(\.value.string) ?? [])
    let seeds = [collection["seed"]].compactMap { $0 } + (collection["seeds"]?.members.map(\.value) ?? [])
    for item in seeds.flatMap({ $0.kind == .array ? Array($0.elements) : [$0] }) {
      if item.kind == .string { recorded.insert(name) }
      let inner = collection["at"]?.string.flatMap { JSONPointer($0) }.flatMap { item.at($0) }
      remembered.formUnion(item.members.keys + (inner?.members.keys ?? []))
    }
  }

  private mutating func add(_ pointers: [String]) {
    remembered.formUnion(pointers.compactMap { JSONPointer($0)?.tokens.first })
  }
}

extension JSON {
  /// Returns the location of a member's key, or the location of the value if there is no such member.
  func place(of key: String) -> SourceLocation { keyLocation(of: key) ?? location }

  /// The string elements of an array, with their values. Other elements are skipped.
  var strings: [(text: String, value: JSON)] {
    elements.compactMap { element in element.string.map { ($0, element) } }
  }
}
