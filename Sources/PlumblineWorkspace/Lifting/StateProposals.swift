import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Collections and states for the families of a contract's endpoints, as far as the contract with them has no mistake.
struct StateProposals {
  private(set) var states: [FamilyState] = []
  /// Families for which nothing is proposed: their paths, with the reason.
  private(set) var refused: [(path: String, reason: String)] = []
  private var seeds: [String: [(String, JSON)]] = [:]

  init(for draft: ContractDraft, _ recordings: [Recording]) {
    let outline = draft.outline
    for family in ResourceFamily.all(in: draft) {
      do throws(FamilyState.Refusal) {
        states.append(try FamilyState(of: family, in: draft, outline))
      } catch {
        refused.append((family.path, error.reason))
      }
    }
    guard let contract = settle(draft) else { return }
    let fit = BodyFit(contract: contract, recordings: recordings, outline: outline)
    for state in states {
      let seeds = FamilySeeds(state: state, contract: contract, recordings: recordings).made()
      if let seeds, let collection = contract.collection(state.family.name) {
        self.seeds[state.family.name] = seeds.members
        leaveOutMisfits(of: state, collection, seeds.first, fit)
      } else {
        drop(state, "no item can be made of its schema that it would begin with")
      }
    }
    while let contract = settle(draft) {
      let count = states.count
      leaveOutUnanswerable(contract, recordings)
      // Without some of its endpoints, a collection is the same; without one, others may be.
      if states.count == count { break }
    }
    _ = settle(draft)
  }

  /// Leaves out the state of endpoints that have to answer what neither the items nor recordings have.
  private mutating func leaveOutUnanswerable(_ contract: Contract, _ recordings: [Recording]) {
    for endpoint in contract.endpoints
    where states.contains(where: { $0.rules.contains { $0.endpoint == endpoint.id } }) {
      let problems = RecordingLint.problems(at: endpoint, in: recordings, contract: contract)
      if let first = problems.first { leaveOut(endpoint.id, first.message) }
    }
  }

  /// Leaves out what makes mistakes, until there are none.
  private mutating func settle(_ draft: ContractDraft) -> Contract? {
    while !states.isEmpty {
      var trial = draft
      apply(to: &trial)
      let texts = trial.roots.map { name, root in
        ContractLoader.File(name: name, path: name, bytes: root.serialized(.pretty))
      }
      let loaded = ContractLoader.load(texts)
      let errors = loaded.problems.filter { $0.level == .error }
      if errors.isEmpty { return loaded.contract }
      let places = Places(texts)
      let count = states.reduce(0) { $0 + $1.rules.count }
      for error in errors { leaveOut(places.name(at: error.location), error.message) }
      if states.reduce(0, { $0 + $1.rules.count }) == count {
        // It can't be told what it is about.
        for state in states { drop(state, errors[0].message) }
      }
    }
    return nil
  }

  private mutating func leaveOutMisfits(
    of state: FamilyState, _ collection: ItemCollection, _ item: JSON, _ fit: BodyFit
  ) {
    for rule in state.rules where ["create", "update"].contains(rule.state["action"]?.string) {
      guard let misfit = fit.misfit(of: rule, in: collection, item) else { continue }
      leaveOut(rule.endpoint, "\(rule.endpoint) \(misfit) than \(state.family.shown.id) shows")
    }
  }

  /// Leaves out the state of an endpoint, or all that is proposed for a collection.
  private mutating func leaveOut(_ name: String?, _ reason: String) {
    guard let index = states.firstIndex(where: { $0.family.name == name || $0.rules.contains { $0.endpoint == name } })
    else { return }
    if let name, states[index].rules.contains(where: { $0.endpoint == name }),
      let less = states[index].without(name, reason)
    {
      states[index] = less
    } else {
      drop(states[index], reason)
    }
  }

  private mutating func drop(_ state: FamilyState, _ reason: String) {
    states.removeAll { $0.family.name == state.family.name }
    seeds[state.family.name] = nil
    refused.append((state.family.path, reason))
  }

  func apply(to draft: inout ContractDraft) {
    guard !states.isEmpty else { return }
    let collections = states.map { state -> (String, JSON) in
      let key = JSON(JSONPointer(tokens: [state.member]).description)
      return (
        state.family.name,
        .object([("item", state.item), ("key", key)] + (seeds[state.family.name] ?? state.family.per))
      )
    }
    draft.share(
      "collections", .object((draft.shared["collections"]?.members.map { ($0.key, $0.value) } ?? []) + collections))
    let rules = Dictionary(states.flatMap(\.rules).map { ($0.endpoint, $0.state) }, uniquingKeysWith: { $1 })
    var changed: [String: JSON] = [:]
    for endpoint in draft.endpoints {
      if let state = rules[endpoint.id] { changed[endpoint.id] = endpoint.value.setting("state", to: state) }
    }
    draft.replace(changed)
  }
}

/// Which endpoint or collection a place in a contract's files belongs to.
private struct Places {
  /// By file: the lines at which something begins, in order.
  private var begins: [String: [(line: Int, name: String?)]] = [:]

  init(_ files: [ContractLoader.File]) {
    for file in files {
      guard let root = try? JSON.parse(file.bytes, file: file.path) else { continue }
      var lines: [(line: Int, name: String?)] = root.members.map { (Self.line(of: $0.key, in: root), nil) }
      for key in ["endpoints", "collections"] {
        guard let members = root[key] else { continue }
        lines += members.members.map { (Self.line(of: $0.key, in: members), $0.key) }
      }
      begins[file.path] = lines.sorted { $0.line < $1.line }
    }
  }

  private static func line(of key: String, in object: JSON) -> Int {
    (object.keyLocation(of: key) ?? object.location).line
  }

  func name(at location: SourceLocation) -> String? {
    begins[location.file]?.last { $0.line <= location.line }?.name
  }
}
