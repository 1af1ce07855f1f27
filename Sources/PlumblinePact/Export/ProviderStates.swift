import PlumblineContractModel
import PlumblineJSONTree

/// The states of a provider in which it can respond to a call. They are derived from the contract's state, and describe
/// the caller, the items that the request refers to, and those that its guards require.
struct ProviderStates {
  private(set) var all: [PactInteraction.State] = []
  /// A Boolean value that indicates whether the response lists existing items.
  private(set) var isList = false
  private let contract: Contract

  /// - Parameter caller: The persona whose credentials the request carries, or `nil` if it carries none.
  init(_ endpoint: Endpoint, _ reading: RequestReading, caller: Persona?, in contract: Contract) {
    self.contract = contract
    if let caller { add("the caller is \(caller.name)", [("persona", JSON(caller.name))]) }
    guard let rule = endpoint.rule(for: reading) else { return }
    for condition in rule.guards {
      if case .some(let collection, let matches) = condition.test { addItem(of: collection, matches, reading) }
    }
    guard let collection = rule.collection else { return }
    switch rule.action {
    case .list:
      isList = true
      add("\(collection) exist", values(rule.within, reading) ?? [])
    case .read, .update, .delete, .append, .check:
      guard !rule.createsMissing, let key = rule.key, let value = Self.value(at: key, in: reading) else { return }
      let name = contract.collection(collection)?.key?.tokens.last ?? "id"
      add(collection, value, [(name, value)] + (values(rule.within, reading) ?? []))
    case .create, .clear, .login, .refresh, .logout: break
    }
  }

  private mutating func addItem(of collection: String, _ matches: [StateRule.Match], _ reading: RequestReading) {
    guard let values = values(matches, reading), let first = values.first else { return }
    add(collection, first.1, values)
  }

  private mutating func add(_ collection: String, _ value: JSON, _ parameters: [(String, JSON)]) {
    guard value.kind == .string || value.kind == .number else { return }
    let noun = Self.singular(collection)
    add("\(Self.article(of: noun)) \(noun) \(value.string ?? value.text) exists", parameters)
  }

  private mutating func add(_ name: String, _ parameters: [(String, JSON)]) {
    guard !all.contains(where: { $0.name == name }) else { return }
    var known: Set<String> = []
    let unique = parameters.filter { known.insert($0.0).inserted }
    all.append(PactInteraction.State(name: name, parameters: unique.map { (name: $0.0, value: $0.1) }))
  }

  /// Returns the values that items must match, or `nil` if one of them isn't in the request, or isn't matched
  /// unchanged.
  private func values(_ matches: [StateRule.Match], _ reading: RequestReading) -> [(String, JSON)]? {
    var values: [(String, JSON)] = []
    for match in matches {
      guard match.relation == .same, match.members.count == 1, let name = match.members[0].tokens.last,
        let value = Self.value(at: match.address, in: reading)
      else { return nil }
      values.append((name, value))
    }
    return values
  }

  /// Returns the value at an address of the request. The caller's identity and credentials aren't included, because
  /// they aren't part of an item's state.
  private static func value(at address: Address, in reading: RequestReading) -> JSON? {
    switch address {
    case .persona, .credential, .item: nil
    case .path, .query, .header, .cookie, .body: reading.value(at: address)
    }
  }

  /// Returns a noun with its article, such as `an asset` or `a user`.
  static func article(of noun: String) -> String {
    let name = noun.lowercased()
    // Words with these prefixes begin with the sound of "you".
    if ["us", "uni", "eu"].contains(where: name.hasPrefix) { return "a" }
    return name.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
  }

  /// Returns the singular of a collection's name, such as `ticket`, `accessory` or `box`.
  static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
    return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name
  }
}
