import ContractModel
import HTTPMessages
import JSONTree
import Recordings

/// An endpoint and its recordings.
final class Shelf: Sendable {
  /// A named row of answers, by step.
  struct Row: Sendable {
    let name: String
    let steps: [Recorded]
    /// Whether the first step follows the last.
    let cycles: Bool
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
  }

  /// The recorded answers that show a failure.
  func recordings(of failure: Failure) -> [Recorded] { all.filter { $0.shows(failure) } }
}
