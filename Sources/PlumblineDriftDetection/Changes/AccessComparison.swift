import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of the callers that two contracts admit to an endpoint. NEW must admit every caller that OLD admits.
struct AccessComparison {
  private let old: CredentialNames
  private let new: CredentialNames

  private static let rules = Rule.change.access

  init(old: Contract, new: Contract) {
    let shared = Self.crowded(old).union(Self.crowded(new))
    self.old = CredentialNames(old, telling: shared)
    self.new = CredentialNames(new, telling: shared)
  }

  /// Returns the places where several credentials are sent, so that only the credentials' names distinguish them.
  private static func crowded(_ contract: Contract) -> Set<String> {
    Set(Dictionary(grouping: contract.credentials, by: \.identity).filter { $0.value.count > 1 }.keys)
  }

  func changes(of pair: EndpointPair) -> [Change] { credentials(pair) + requirements(pair) }

  // MARK: Credentials

  private func credentials(_ pair: EndpointPair) -> [Change] {
    let (before, after) = (old.alternatives(of: pair.old), new.alternatives(of: pair.new))
    guard Set(before) != Set(after) else { return [] }
    let lost = before.filter { alternative in !after.contains { $0.isSubset(of: alternative) } }
    let (was, isNow) = (words(before), words(after))
    let unread = Set([pair.old, pair.new].flatMap { $0.authentication.documented?.unread ?? [] })
    // The requirements of an unread scheme are unknown. Any caller may meet them, or none.
    let decided = lost.filter { alternative in
      alternative.isDisjoint(with: unread) && !after.contains { $0.subtracting(unread).isSubset(of: alternative) }
    }
    var change = Change(
      lost.isEmpty ? Self.rules.credentialRemoved : Self.rules.credentialAdded,
      !lost.isEmpty && decided.isEmpty ? .warning : nil, at: "/request", old: pair.old.location, new: pair.new.location,
      expected: was, actual: isNow, detail: isNow, promise: "\(was) -> \(isNow)", "")
    guard !lost.isEmpty else {
      change.message = "The required credential changed from \(was) to \(isNow)."
      return [change]
    }
    guard let first = decided.first else {
      change.message =
        "The required credential changed from \(was) to \(isNow); it is unknown whether every caller still has access."
      return [change]
    }
    change.message =
      first.isEmpty
      ? "Anonymous access was removed: \(isNow) is now required."
      : "Access with only \(words([first])) was removed: \(isNow) is now required."
    change.witness = ChangeWitness(.request, method: pair.method, path: pair.path, place: "/request", value: nil)
    return [change]
  }

  private func words(_ alternatives: [Set<String>]) -> String {
    let texts = alternatives.map { $0.isEmpty ? "nothing" : Spelling.list($0.sorted()) }
    return Spelling.list(texts.sorted(), joining: "or")
  }

  // MARK: Requirements

  private func requirements(_ pair: EndpointPair) -> [Change] {
    let (before, after) = (pair.old.requirements, pair.new.requirements)
    func change(_ rule: Rule, _ requirement: Requirement, _ message: (String) -> String) -> Change {
      let words = requirement.words
      return Change(
        rule, at: "/request", old: pair.old.location, new: pair.new.location,
        expected: rule == Self.rules.requirementRemoved ? words : nil,
        actual: rule == Self.rules.requirementAdded ? words : nil, detail: words, promise: words, message(words))
    }
    func rest(_ some: [Requirement], without others: [Requirement]) -> [Requirement] {
      let known = Set(others.map(\.identity))
      return some.filter { !known.contains($0.identity) }
    }
    return rest(after, without: before).map {
      change(Self.rules.requirementAdded, $0) { "A caller now needs \($0); callers without it are rejected." }
    }
      + rest(before, without: after).map {
        change(Self.rules.requirementRemoved, $0) { "A caller no longer needs \($0)." }
      }
  }
}

/// The identities of a contract's credentials in a comparison. They are the places where the credentials are sent,
/// because requests don't contain their names.
private struct CredentialNames {
  private let names: [String: String]

  init(_ contract: Contract, telling crowded: Set<String>) {
    names = Dictionary(
      contract.credentials.map { credential in
        let place = credential.identity
        return (credential.name, crowded.contains(place) ? "\(credential.name) (\(place))" : place)
      }, uniquingKeysWith: { first, _ in first })
  }

  func alternatives(of endpoint: Endpoint) -> [Set<String>] {
    let authentication = endpoint.authentication
    let alternatives = authentication.documented?.alternatives ?? authentication.alternatives
    return alternatives.map { Set($0.map { names[$0] ?? $0 }) }
  }
}

extension Credential {
  /// The place where the credential is sent. The names of header fields are case-insensitive.
  fileprivate var identity: String {
    if case .header(let name) = carrier { "header \(name.lowercased())" } else { place }
  }
}

extension Requirement {
  /// The identity of a requirement, based on its meaning.
  fileprivate var identity: String {
    switch self {
    case .permission(let name): "permission \(name)"
    case .condition(let condition): condition.identity ?? ""
    }
  }

  /// A short description of what the requirement asks of a caller.
  fileprivate var words: String {
    switch self {
    case .permission(let name): "the permission \(name)"
    case .condition(let condition): "that \(condition.words ?? "everything")"
    }
  }
}
