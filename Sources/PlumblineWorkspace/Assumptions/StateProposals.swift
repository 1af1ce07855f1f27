import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The collections and states that are proposed for the families of a contract's endpoints. The contract stays valid
/// with them.
struct StateProposals {
  private(set) var states: [FamilyState] = []
  /// The paths of families without a proposal, each with the reason.
  private(set) var refused: [(path: String, reason: String)] = []
  private var seeds: [String: [(String, JSON)]] = [:]

  /// The names of families whose current endpoints have been tested without errors.
  private var tried: Set<String> = []

  init(for draft: ContractDraft, _ recordings: [Recording]) {
    let outline = draft.outline
    let families = ResourceFamilies(in: draft, outline)
    refused = families.passedOver
    for family in families.all {
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
        tried.remove(state.family.name)
        leaveOutMisfits(of: state, collection, seeds.first, fit)
      } else {
        drop(state, "no initial item can be generated from its schema")
      }
    }
    // Removing endpoints doesn't affect a collection, but removing a collection may affect others.
    while let contract = settle(draft) {
      let isLess = leaveOutUnanswerable(contract, recordings)
      if !seedMadeLists(contract, recordings), !isLess { break }
    }
  }

  /// Adds items to the seeds of collections whose lists have lost their state in the meantime.
  ///
  /// - Returns: A Boolean value that indicates whether any collection has more items now.
  private mutating func seedMadeLists(_ contract: Contract, _ recordings: [Recording]) -> Bool {
    var isMore = false
    for state in states {
      guard let list = state.family.list, !state.rules.contains(where: { $0.endpoint == list.id }),
        let made = FamilySeeds(state: state, contract: contract, recordings: recordings).made(),
        JSON.object(made.members) != JSON.object(seeds[state.family.name] ?? [])
      else { continue }
      seeds[state.family.name] = made.members
      tried.remove(state.family.name)
      isMore = true
    }
    return isMore
  }

  /// Leaves out the state of endpoints whose responses can't be derived from either items or recordings.
  ///
  /// - Returns: A Boolean value that indicates whether there were any.
  private mutating func leaveOutUnanswerable(_ contract: Contract, _ recordings: [Recording]) -> Bool {
    var isLess = false
    for endpoint in contract.endpoints
    where states.contains(where: { $0.rules.contains { $0.endpoint == endpoint.id } }) {
      let problems = RecordingLint.problems(at: endpoint, in: recordings, contract: contract)
      guard let first = problems.first else { continue }
      leaveOut(endpoint.id, first.message)
      isLess = true
    }
    return isLess
  }

  /// Leaves out the causes of errors until there are none left. First, this is done separately for the families that
  /// haven't been tested in their current form, and then for all of them together.
  ///
  /// - Returns: The contract with just the families' endpoints, or `nil` if no state is left.
  private mutating func settle(_ draft: ContractDraft) -> Contract? {
    while !states.isEmpty {
      let names = Set(states.map(\.family.name))
      let fresh = names.subtracting(tried)
      let chosen = fresh.isEmpty ? names : fresh
      var trial = draft
      apply(chosen, to: &trial)
      let loaded = load(
        trial.trimmed(to: Set(states.filter { chosen.contains($0.family.name) }.flatMap(\.family.endpoints))))
      guard loaded.errors.isEmpty else {
        leaveOut(loaded.errors, chosen)
        continue
      }
      tried.formUnion(chosen)
      if chosen == names { return loaded.contract }
    }
    return nil
  }

  private typealias Loaded = (contract: Contract?, errors: [(name: String?, message: String)])

  private func load(_ draft: ContractDraft) -> Loaded {
    let files = draft.roots.map { ContractLoader.File(name: $0.name, document: $0.root.document) }
    let loaded = ContractLoader.load(files, isLinting: false)
    let errors = loaded.problems.filter { $0.level == .error }
    guard !errors.isEmpty else { return (loaded.contract, []) }
    return (nil, errors.map { (Self.part(of: $0), $0.message) })
  }

  /// Returns the name of the endpoint or collection that a problem is about.
  private static func part(of problem: Problem) -> String? {
    let tokens = problem.keyPath?.tokens ?? []
    return tokens.count > 1 && ["endpoints", "resources"].contains(tokens[0]) ? tokens[1] : nil
  }

  private mutating func leaveOut(_ errors: [(name: String?, message: String)], _ chosen: Set<String>) {
    let count = states.reduce(0) { $0 + $1.rules.count }
    for (name, message) in errors { leaveOut(name, message) }
    guard states.reduce(0, { $0 + $1.rules.count }) == count else { return }
    // The cause can't be identified, so drop all families that were tested.
    for state in states where chosen.contains(state.family.name) { drop(state, errors[0].message) }
  }

  private mutating func leaveOutMisfits(
    of state: FamilyState, _ collection: ItemCollection, _ item: JSON, _ fit: BodyFit
  ) {
    for rule in state.rules where rule.state["action"] == "list" && rule.state["show"] != nil {
      guard !fit.isListable([item], by: rule, in: collection) else { continue }
      leaveOut(rule.endpoint, "\(rule.endpoint) shows different members of its items than \(state.family.shown.id)")
    }
    for rule in state.rules where ["create", "update"].contains(rule.state["action"]?.string) {
      var rule = rule
      let isApart = state.showsApart(rule.endpoint)
      while let misfit = fit.misfit(of: rule, in: collection, item, isShownApart: isApart) {
        let reason = "\(rule.endpoint) \(misfit.phrase) than \(state.family.shown.id) shows"
        // If the body can be taken field by field, leave out just this field.
        guard let member = misfit.member, let index = states.firstIndex(where: { $0.family.name == state.family.name }),
          let less = states[index].without(field: member, of: rule.endpoint, "\(reason), so \"\(member)\" isn't stored")
        else {
          leaveOut(rule.endpoint, reason)
          break
        }
        states[index] = less
        rule = less.rules.first { $0.endpoint == rule.endpoint } ?? rule
      }
    }
  }

  /// Leaves out the state of an endpoint, or the entire proposal for a collection.
  private mutating func leaveOut(_ name: String?, _ reason: String) {
    guard let index = states.firstIndex(where: { $0.family.name == name || $0.rules.contains { $0.endpoint == name } })
    else { return }
    if let name, states[index].rules.contains(where: { $0.endpoint == name }),
      let less = states[index].without(name, reason)
    {
      tried.remove(less.family.name)
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

  /// Writes the proposals to a draft.
  func apply(to draft: inout ContractDraft) { apply(Set(states.map(\.family.name)), to: &draft) }

  private func apply(_ names: Set<String>, to draft: inout ContractDraft) {
    let states = states.filter { names.contains($0.family.name) }
    guard !states.isEmpty else { return }
    let collections = states.map { state -> (String, JSON) in
      let key = JSON(JSONPointer(tokens: [state.member]).description)
      return (
        state.family.name,
        .object([("item", state.item), ("key", key)] + (seeds[state.family.name] ?? state.family.per))
      )
    }
    draft.share(
      "resources", .object((draft.shared["resources"]?.members.map { ($0.key, $0.value) } ?? []) + collections))
    let rules = Dictionary(states.flatMap(\.rules).map { ($0.endpoint, $0.state) }, uniquingKeysWith: { $1 })
    var changed: [String: JSON] = [:]
    for endpoint in draft.endpoints {
      if let state = rules[endpoint.id] { changed[endpoint.id] = endpoint.value.setting("state", to: state) }
    }
    draft.replace(changed)
  }
}
