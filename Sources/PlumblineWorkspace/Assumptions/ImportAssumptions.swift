import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The assumptions that an import derives from the patterns in a document: an envelope that most responses share, and
/// the effects of endpoints on the mock's state. The document states neither, so both are marked as assumed.
struct ImportAssumptions {
  private(set) var files: [ContractLoader.File]
  private(set) var contract: Contract
  /// The proposals as sentences.
  private(set) var proposals: [String] = []
  /// The sentence about idempotency keys, or `nil` if no header field has such a name.
  private var idempotency: String?

  /// - Parameters:
  ///   - files: The files of a contract without errors.
  ///   - contract: The contract in the files.
  ///   - recordings: The contract's recordings.
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
      // Try the envelope and the state together, and the envelope alone only if that fails.
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

  /// Adds the sentences about the state.
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

  /// Continues with a draft and its states. Returns `false` if there are no states or the contract isn't valid with
  /// them.
  private mutating func take(_ draft: ContractDraft, with states: StateProposals) -> Bool {
    guard !states.states.isEmpty else { return false }
    var draft = draft
    states.apply(to: &draft)
    guard take(draft.files) else { return false }
    // The header field is a key according to its name only, so treat it as an assumption like the state that it belongs
    // to.
    if let key = KeyProposal(for: contract) {
      draft.share("idempotency", JSON("header.\(key.name)"))
      if take(draft.files) { idempotency = key.description }
    }
    return true
  }

  /// Continues with files if they form a valid contract. Returns `false` if they don't.
  private mutating func take(_ files: [ContractLoader.File]) -> Bool {
    guard let contract = ContractLoader.load(files, isLinting: false).contract else { return false }
    self.files = files
    self.contract = contract
    return true
  }

  /// Returns a list of names. If there are more than the limit, it ends with a hint on how to see the others.
  private static func list(_ names: [String], _ limit: Int?) -> String {
    guard let limit, names.count > limit else { return names.joined(separator: ", ") }
    let more = "\(names.count - limit) more, which plumbline import openapi --dry-run lists"
    return "\(names.prefix(limit).joined(separator: ", ")) and \(more)"
  }
}
