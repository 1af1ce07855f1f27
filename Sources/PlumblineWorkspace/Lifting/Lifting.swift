import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The assumptions that an import derives from the patterns of a document, which are an envelope that most responses
/// share, and the effects of endpoints on the mock's state. The document states neither of them, so both are marked as
/// assumed.
struct Lifting {
  private(set) var files: [ContractLoader.File]
  private(set) var contract: Contract
  /// The proposals, one sentence each.
  private(set) var proposals: [String] = []
  /// The sentence about idempotency keys, or `nil` if no header has such a name.
  private var idempotency: String?

  /// - Parameters:
  ///   - files: A contract's files, without errors.
  ///   - contract: The contract in the files.
  ///   - recordings: The recordings of the contract.
  ///   - liftsEnvelope: A Boolean value that indicates whether to look for an envelope.
  ///   - limit: The maximum number of names in a sentence, or `nil` for all of them.
  init(
    _ files: [ContractLoader.File], _ contract: Contract, _ recordings: [Recording], liftsEnvelope: Bool = true,
    limit: Int? = nil
  ) {
    self.files = files
    self.contract = contract
    guard let draft = ContractDraft(files) else { return }
    if liftsEnvelope, let envelope = EnvelopeLift(of: draft) {
      var lifted = draft
      envelope.apply(to: &lifted)
      let states = StateProposals(for: lifted, recordings)
      // Envelope and state are tried together, and the envelope alone only if that fails.
      let isRemembering = take(lifted, with: states)
      if isRemembering || take(lifted.files) {
        proposals.append(envelope.description)
        report(states, isRemembering, limit)
        return
      }
    }
    let states = StateProposals(for: draft, recordings)
    let isRemembering = take(draft, with: states)
    report(states, isRemembering, limit)
  }

  /// Adds the sentences about state.
  private mutating func report(_ states: StateProposals, _ isRemembering: Bool, _ limit: Int?) {
    if isRemembering {
      let names = states.states.map(\.family.name)
      proposals.append("State: \(Self.list(names, limit)), whose items the mock stores.")
      if let idempotency { proposals.append(idempotency) }
    }
    let without = states.refused + states.states.flatMap(\.without)
    if !without.isEmpty {
      let reasons = without.map {
        "\($0.path) (\($0.reason.hasSuffix(".") ? String($0.reason.dropLast()) : $0.reason))"
      }
      proposals.append(
        "No state: \(Self.list(reasons, limit)). For these, the mock replays recordings until you add \"resources\" and \"state\"."
      )
    }
  }

  /// Continues with a draft and the states for it. Returns `false` if there are none, or if they don't yield a valid
  /// contract.
  private mutating func take(_ draft: ContractDraft, with states: StateProposals) -> Bool {
    guard !states.states.isEmpty else { return false }
    var draft = draft
    states.apply(to: &draft)
    guard take(draft.files) else { return false }
    // A header that is a key only according to its name is assumed like the state that it belongs to.
    if let key = KeyProposal(for: contract) {
      draft.share("idempotency", JSON("header.\(key.name)"))
      if take(draft.files) { idempotency = key.description }
    }
    return true
  }

  /// Continues with files that form a valid contract. Returns `false` if they don't.
  private mutating func take(_ files: [ContractLoader.File]) -> Bool {
    guard let contract = ContractLoader.load(files, isLinting: false).contract else { return false }
    self.files = files
    self.contract = contract
    return true
  }

  /// Returns the first names, and if there are more, a hint on how to see the others.
  private static func list(_ names: [String], _ limit: Int?) -> String {
    guard let limit, names.count > limit else { return names.joined(separator: ", ") }
    let more = "\(names.count - limit) more, which plumbline import openapi --dry-run lists"
    return "\(names.prefix(limit).joined(separator: ", ")) and \(more)"
  }
}
