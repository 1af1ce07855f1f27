import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineWorkspace

/// The differences between two documents in the parts that a contract can't express and that clients refer to by name:
/// webhooks, callbacks, and scopes.
///
/// A part that only one document has is a finding of its own kind. Contents aren't compared, so a part that both
/// documents have with different contents is reported as not compared.
struct UnheldParts {
  private struct Key: Hashable {
    let kind: UnheldPart.Kind
    /// The method and path with unnamed path parameters, or `nil` for the whole document.
    let operation: String?
    let name: String

    init(_ part: UnheldPart) {
      kind = part.kind
      operation = part.operation.map(Key.folded)
      name = part.name
    }

    /// Returns a method and path without the names of the path parameters.
    static func folded(_ line: String) -> String { line.replacing(/\{[^}]*\}/, with: "{}") }
  }

  /// A part with the message about it.
  private struct Said {
    let part: UnheldPart
    let problem: Problem
  }

  private let old: [Key: Said]
  private let new: [Key: Said]
  private let contract: Contract
  /// The IDs of the endpoints that both documents have, by method and path.
  private let shared: [String: String]

  /// Creates the differences between the parts of two documents.
  ///
  /// - Parameters:
  ///   - old: The problems about OLD's parts.
  ///   - new: The problems about NEW's parts.
  ///   - before: OLD's contract.
  ///   - contract: NEW's contract.
  init(_ old: [Problem], _ new: [Problem], _ before: Contract, _ contract: Contract) {
    self.old = Self.parts(old)
    self.new = Self.parts(new)
    self.contract = contract
    func ids(_ endpoints: [Endpoint]) -> [String: String] {
      Dictionary(endpoints.map { (Key.folded("\($0.request)"), $0.id) }, uniquingKeysWith: { first, _ in first })
    }
    let known = ids(before.endpoints)
    shared = ids(contract.endpoints).filter { known[$0.key] != nil }
  }

  private static func parts(_ problems: [Problem]) -> [Key: Said] {
    let all = problems.flatMap { problem in problem.parts.map { (Key($0), Said(part: $0, problem: problem)) } }
    return Dictionary(all, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the differences, except for parts that were added or removed together with their whole operation.
  ///
  /// - Parameter access: The endpoints whose credentials changed, which matters more than a change of scopes.
  func changes(besides access: Set<String>) -> [Drift] {
    func isTold(_ key: Key, _ endpoint: String?) -> Bool {
      key.operation == nil || endpoint.map { key.kind != .scope || !access.contains($0) } ?? false
    }
    var changes: [Drift] = []
    for (key, said) in old where new[key] == nil {
      let endpoint = key.operation.flatMap { shared[$0] }
      guard isTold(key, endpoint) else { continue }
      changes.append(UnheldPartChange.removal(of: said.part, in: contract.service, at: endpoint))
    }
    for (key, said) in new where old[key] == nil {
      let endpoint = key.operation.flatMap { shared[$0] }
      guard isTold(key, endpoint) else { continue }
      changes.append(UnheldPartChange.addition(of: said.part, in: contract.service, at: endpoint))
    }
    return (changes + others).sorted {
      ($0.rule.id, $0.endpoint, $0.detail ?? "") < ($1.rule.id, $1.endpoint, $1.detail ?? "")
    }
  }

  /// The parts that both documents have with different contents, one per message.
  private var others: [Drift] {
    var told: Set<String> = []
    let changed = new.compactMap { key, said in
      old[key].flatMap { before in before.part.subject == said.part.subject ? nil : (before.problem, said.problem) }
    }
    return changed.sorted { $0.1 < $1.1 }.compactMap { before, now in
      guard told.insert(now.message).inserted else { return nil }
      return ServicePresence.change(ofUnread: now.message, in: contract, old: before.location, new: now.location)
    }
  }
}
