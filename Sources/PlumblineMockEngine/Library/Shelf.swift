import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// An endpoint and its recordings.
final class Shelf: Sendable {
  /// A named row of answers, by step.
  struct Row: Sendable {
    let name: String
    let steps: [Recorded]
    /// Whether the first step follows the last.
    let cycles: Bool
  }

  /// The recordings that show one of the endpoint's answers.
  final class Shown: Sendable {
    let recorded: [Recorded]
    /// The sentence in all of their envelopes.
    let message: JSON?
    /// Whether all of them have the same sentence, or none.
    let isOfOneMessage: Bool

    fileprivate init(_ recorded: [Recorded], slot: String?) {
      self.recorded = recorded
      let messages = slot.map { slot in recorded.map { $0.recording.responseBody?[slot] } } ?? []
      message = messages.first ?? nil
      isOfOneMessage = messages.allSatisfy { $0 == messages.first }
    }
  }

  let endpoint: Endpoint
  /// Every recording of the endpoint, by name.
  let all: [Recorded]
  /// Those that stand in no sequence.
  let single: [Recorded]
  /// The sequences, by name.
  let rows: [Row]
  /// Whether the contract asks anything of a request that a request could get wrong.
  let needsValidation: Bool
  /// Whether which answer is right depends on the request.
  let isConditional: Bool
  /// Whether this is where personas log in.
  let isLogin: Bool
  /// By the endpoint's answers, and last for successes that none of them is.
  private let shown: [Shown]

  init(_ endpoint: Endpoint, recordings: [Recording], contract: Contract, credentials: CredentialNames) {
    self.endpoint = endpoint
    all = recordings.sorted { $0.name < $1.name }
      .map { Recorded($0, endpoint: endpoint, contract: contract, credentials: credentials) }
    single = all.filter { $0.recording.step == nil }
    var steps: [String: [Recorded]] = [:]
    for recorded in all {
      if let step = recorded.recording.step { steps[step.sequence, default: []].append(recorded) }
    }
    rows = steps.sorted { $0.key < $1.key }.map { name, steps in
      Row(
        name: name, steps: steps.sorted { ($0.recording.step?.number ?? 0) < ($1.recording.step?.number ?? 0) },
        cycles: steps.contains { $0.recording.step?.cycles == true })
    }
    needsValidation =
      !endpoint.path.isEmpty || !endpoint.query.isEmpty || !endpoint.headers.isEmpty || endpoint.body != nil
    isConditional = endpoint.answers.contains { !$0.condition.clauses.isEmpty }
    isLogin = LoginDesk.isLogin(endpoint, recordings: all, contract: contract)
    let successes = all.filter(\.isSuccess)
    let slot = contract.envelope?.message
    shown =
      endpoint.answers.indices.map { index in
        Shown(
          successes.filter { $0.status == endpoint.answers[index].status && $0.answer == index }, slot: slot)
      } + [Shown(successes.filter { $0.status == 200 && $0.answer == nil }, slot: slot)]
  }

  /// The recordings that show an answer of the endpoint; with `nil`, those of a 200 that it doesn't document.
  func shown(of answer: Int?) -> Shown { shown[answer ?? endpoint.answers.count] }

  /// The recorded answers that show a failure.
  func recordings(of failure: Failure) -> [Recorded] { all.filter { $0.shows(failure) } }
}
