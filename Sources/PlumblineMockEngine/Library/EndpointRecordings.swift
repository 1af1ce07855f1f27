import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// An endpoint and its recordings.
final class EndpointRecordings: Sendable {
  /// A named sequence of responses.
  struct Row: Sendable {
    let name: String
    let steps: [PreparedRecording]
    /// A Boolean value that indicates whether the sequence starts over after its last step.
    let cycles: Bool

    /// - Parameter steps: The steps in any order. A step that is replayed several times is included that many times.
    fileprivate init(name: String, _ steps: [PreparedRecording]) {
      self.name = name
      self.steps = steps.sorted { ($0.recording.step?.number ?? 0) < ($1.recording.step?.number ?? 0) }
        .flatMap { Array(repeating: $0, count: max(1, $0.recording.step?.times ?? 1)) }
      cycles = steps.contains { $0.recording.step?.cycles == true }
    }
  }

  /// The recordings of one of the endpoint's documented responses.
  final class Shown: Sendable {
    let recorded: [PreparedRecording]
    /// The message in the envelopes of the recordings, if all have the same.
    let message: JSON?
    /// A Boolean value that indicates whether all recordings have the same message, or all have none.
    let isOfOneMessage: Bool

    fileprivate init(_ recorded: [PreparedRecording], slot: JSONPointer?) {
      self.recorded = recorded
      let messages = slot.map { slot in recorded.map { $0.recording.responseBody?.at(slot) } } ?? []
      message = messages.first ?? nil
      isOfOneMessage = messages.allSatisfy { $0 == messages.first }
    }
  }

  let endpoint: Endpoint
  /// Every recording of the endpoint, by name.
  let all: [PreparedRecording]
  /// The recordings that aren't part of a sequence.
  let single: [PreparedRecording]
  /// The recorded errors whose cause is the content of a request, rather than a missing or forbidden item.
  let refusals: [PreparedRecording]
  /// The sequences, by name.
  let rows: [Row]
  /// A Boolean value that indicates whether the contract has requirements that a request could violate.
  let needsValidation: Bool
  /// A Boolean value that indicates whether the choice among the documented responses depends on the request.
  let isConditional: Bool
  /// A Boolean value that indicates whether personas log in at this endpoint.
  let isLogin: Bool
  /// A Boolean value that indicates whether none of the recordings is a success.
  let neverSucceeds: Bool
  /// A Boolean value that indicates whether the body of a request determines whether the response is streamed.
  let choosesStreams: Bool
  /// The recordings of each documented response, followed by the successes that match none of them.
  private let shown: [Shown]

  init(
    _ endpoint: Endpoint, recordings: [Recording], contract: Contract, credentials: CredentialNames,
    failures: FailureWriter
  ) {
    self.endpoint = endpoint
    all = recordings.sorted { $0.name < $1.name }
      .map {
        PreparedRecording($0, endpoint: endpoint, contract: contract, credentials: credentials, failures: failures)
      }
    single = all.filter { $0.recording.step == nil }
    refusals = single.filter {
      !$0.isSuccess && Recording.isByData($0.status) && ![403, 404, 410].contains($0.status)
    }
    var steps: [String: [PreparedRecording]] = [:]
    for recorded in all {
      if let step = recorded.recording.step { steps[step.sequence, default: []].append(recorded) }
    }
    rows = steps.sorted { $0.key < $1.key }.map { Row(name: $0.key, $0.value) }
    needsValidation =
      !endpoint.path.isEmpty || !endpoint.query.isEmpty || !endpoint.headers.isEmpty || !endpoint.cookies.isEmpty
      || endpoint.body != nil
    isConditional = endpoint.answers.contains { !$0.condition.clauses.isEmpty }
    choosesStreams = StreamChoice.isOffered(by: endpoint)
    isLogin = LoginResponses.isLogin(endpoint, recordings: all, contract: contract)
    let successes = all.filter(\.isSuccess)
    neverSucceeds = successes.isEmpty
    let slot = contract.envelope?.message
    shown =
      endpoint.answers.indices.map { index in
        Shown(successes.filter { $0.answer == index }, slot: slot)
      } + [Shown(successes.filter { $0.status == 200 && $0.answer == nil }, slot: slot)]
  }

  /// Returns the recordings of a documented response or, for `nil`, the successes that match none.
  func shown(of answer: Int?) -> Shown { shown[answer ?? endpoint.answers.count] }

  /// Returns the recordings of an error.
  func showing(_ failure: Failure) -> [PreparedRecording] {
    all.filter { recorded in
      // If another error has exactly this status, the recording belongs to that one.
      recorded.shows(failure)
        && (failure.statuses.width == 0 || endpoint.failures(at: recorded.status).contains { $0 === failure })
    }
  }
}

/// An endpoint's recordings, prepared on first use.
final class LazyEndpointRecordings: Sendable {
  private let endpoint: Endpoint
  private let recordings: [Recording]
  private let made = LazyReference<EndpointRecordings>()

  init(_ endpoint: Endpoint, recordings: [Recording]) {
    self.endpoint = endpoint
    self.recordings = recordings
  }

  func recordings(
    in contract: Contract, credentials: CredentialNames, failures: FailureWriter
  ) -> EndpointRecordings {
    made.value {
      EndpointRecordings(
        endpoint, recordings: recordings, contract: contract, credentials: credentials, failures: failures)
    }
  }
}

/// The locations of a contract's credentials, which identify the caller rather than the requested content.
struct CredentialNames: Sendable {
  /// The query parameters.
  let query: Set<String>
  /// The header fields, in lowercase.
  let headers: Set<String>
  /// The members of bodies.
  let body: [JSONPointer]

  init(_ contract: Contract) {
    body = contract.credentials.compactMap { if case .body(let place) = $0.carrier { place } else { nil } }
    query = Set(
      contract.credentials.compactMap { if case .query(let name) = $0.carrier { name } else { nil } })
    headers = Set(contract.credentials.compactMap(\.headerName))
  }
}
