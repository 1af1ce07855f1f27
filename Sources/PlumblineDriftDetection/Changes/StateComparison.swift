import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of an endpoint's effects on a service's state, as written in both contracts.
///
/// A state rule is a program, and the comparison doesn't try to prove that two programs are equivalent. It reports
/// changed members individually, regardless of their order.
struct StateComparison {
  private let old: StateTexts
  private let new: StateTexts

  private static let rules = Rule.change.state
  private static let action: Set = ["action", "resource", "key", "within", "persona", "when", "also"]
  private static let list: Set = [
    "filter", "search", "sort", "order", "page", "offset", "size", "cursor", "newest", "tombstones",
    "fields",
  ]
  private static let guards: Set = ["guards", "own", "otherwise"]
  /// The members that callers can't observe, such as the contract's confidence and a session's initial state.
  private static let silent: Set = ["standing", "seed", "seeds", "item", "source", "summary"]

  init(old: Contract, new: Contract) {
    self.old = StateTexts(old)
    self.new = StateTexts(new)
  }

  func changes(of pair: EndpointPair) -> [Change] {
    states(pair) + collections(pair)
  }

  // MARK: Rules

  private func states(_ pair: EndpointPair) -> [Change] {
    let (before, after) = (old.states[pair.old.id], new.states[pair.new.id])
    switch (before, after) {
    case (nil, nil): return []
    case (nil, let state?):
      return [
        Change(
          Self.rules.added, old: pair.old.location, new: state.location, actual: words(state),
          "The endpoint now changes or uses state: \(words(state)).")
      ]
    case (let state?, nil):
      return [
        Change(
          Self.rules.removed, old: state.location, new: pair.new.location, expected: words(state),
          "The endpoint no longer changes or uses state. Its state was: \(words(state)).")
      ]
    case (let before?, let after?):
      let (one, other) = (rules(before), rules(after))
      guard one.count == other.count else {
        return [
          Change(
            Self.rules.actionChanged, old: before.location, new: after.location, expected: words(before),
            actual: words(after), "The endpoint's effect on the state changed.")
        ]
      }
      let names = Self.renamedParameters(pair)
      return zip(one, other).flatMap { changes(from: $0, to: $1, names) }
    }
  }

  private func rules(_ state: JSON) -> [JSON] { state.kind == .array ? Array(state.elements) : [state] }

  private func words(_ state: JSON) -> String {
    Spelling.list(
      rules(state).map { rule in
        [rule["action"]?.string, rule["resource"]?.string].compactMap { $0 }.joined(separator: " of ")
      })
  }

  /// Returns the addresses of renamed path parameters. Callers don't see the names of path parameters.
  private static func renamedParameters(_ pair: EndpointPair) -> [String: String] {
    let (old, new) = (pair.old.request.template.parameters, pair.new.request.template.parameters)
    guard old.count == new.count else { return [:] }
    return Dictionary(
      zip(new, old).filter { $0 != $1 }.map { ("path.\($0)", "path.\($1)") }, uniquingKeysWith: { first, _ in first })
  }

  private func changes(from before: JSON, to after: JSON, _ names: [String: String]) -> [Change] {
    differences(from: before, to: after, names).map { name in
      let rule =
        Self.action.contains(name)
        ? Self.rules.actionChanged
        : Self.list.contains(name)
          ? Self.rules.listChanged : Self.guards.contains(name) ? Self.rules.guardsChanged : Self.rules.effectChanged
      return change(rule, name, before, after, "The endpoint's '\(name)' changed")
    }
  }

  // MARK: Collections

  private func collections(_ pair: EndpointPair) -> [Change] {
    let names = Set(pair.new.states.flatMap(\.collections)).intersection(pair.old.states.flatMap(\.collections))
    return names.sorted().flatMap { name -> [Change] in
      guard let before = old.collections[name], let after = new.collections[name] else { return [] }
      return differences(from: before, to: after).map { member in
        var change = change(
          Self.rules.collectionChanged, member, before, after, "The '\(member)' of the resource '\(name)' changed")
        change.detail = "\(name).\(member)"
        change.promise = "collections/\(name)"
        return change
      }
    }
  }

  // MARK: Members

  /// Returns the members that differ between two objects, sorted by name.
  ///
  /// - Parameter renamed: A dictionary from addresses in the second object to the corresponding addresses in the first.
  private func differences(from before: JSON, to after: JSON, _ renamed: [String: String] = [:]) -> [String] {
    let names = Set(before.members.map(\.key)).union(after.members.map(\.key))
    return names.filter { name in
      !Self.silent.contains(name) && !name.hasPrefix("x-")
        && before[name] != after[name].map { renamed.isEmpty ? $0 : $0.readdressed(renamed) }
    }.sorted()
  }

  private func change(_ rule: Rule, _ name: String, _ before: JSON, _ after: JSON, _ subject: String) -> Change {
    let (was, isNow) = (before[name], after[name])
    let (one, other) = (was?.canonicalText ?? "none", isNow?.canonicalText ?? "none")
    return Change(
      rule, old: (was ?? before).location, new: (isNow ?? after).location, expected: one, actual: other, detail: name,
      "\(subject) from \(ShortText.cut(one, to: 60)) to \(ShortText.cut(other, to: 60)).")
  }
}

extension JSON {
  /// Returns the value with the addresses in its strings and member names replaced.
  fileprivate func readdressed(_ names: [String: String]) -> JSON {
    switch kind {
    case .string: return string.flatMap { names[$0] }.map { JSON($0) } ?? self
    case .array: return .array(elements.map { $0.readdressed(names) })
    case .object: return .object(members.map { (names[$0.key] ?? $0.key, $0.value.readdressed(names)) })
    default: return self
    }
  }
}

/// The rules and collections of a contract as written.
private struct StateTexts {
  private(set) var states: [String: JSON] = [:]
  private(set) var collections: [String: JSON] = [:]

  init(_ contract: Contract) {
    for (_, document) in contract.documents.sorted(by: { $0.key < $1.key }) {
      for (id, endpoint) in document.root["endpoints"]?.members.map({ $0 }) ?? [] {
        if let state = endpoint["state"] { states[id] = state }
      }
      for (name, collection) in document.root["resources"]?.members.map({ $0 }) ?? [] {
        collections[name] = collection
      }
    }
  }
}

extension StateRule {
  /// The collections that the rule changes or reads.
  fileprivate var collections: [String] {
    let tested = guards.flatMap(\.test.collections)
    return [collection].compactMap { $0 } + tested + also.flatMap(\.collections)
  }
}

extension StateRule.Guard.Test {
  fileprivate var collections: [String] {
    switch self {
    case .any(let tests): tests.flatMap(\.collections)
    case .none(let collection, _), .some(let collection, _): [collection]
    case .unless, .value: []
    }
  }
}
