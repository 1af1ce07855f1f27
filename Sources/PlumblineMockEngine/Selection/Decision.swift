import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The mock's response to one request, and the reason for it.
struct Decision: Sendable {
  /// The reason for the response. Its text is generated only on demand.
  enum Reason: Sendable {
    case noEndpoint
    case methodMissing
    case options
    case access(String)
    /// The request is invalid. The associated value lists its faults and their locations.
    case invalid(String)
    case preferred(AppliedPreferences)
    case overridden(Override)
    case step(PreparedRecording)
    case login(String)
    case logout(String)
    case unknownLogin
    case fits(PreparedRecording, RequestValues)
    case missingItem
    /// The requested item isn't recorded, and the recording of a different item would be wrong.
    case unknownItem
    /// The response is based on the session's state. It stays valid until the state changes, unless it contains the
    /// current time.
    case remembered(StateRule.Action, isLasting: Bool)
    case refused(StateRule.Action, String)
    /// The response repeats that to an earlier request with the same idempotency key.
    case repeated(String)
    /// The response contains those to a batch of requests.
    case batch(count: Int)
    case nothingRecorded
    case nothingDocumented
  }

  let answer: OutgoingResponse
  let reason: Reason

  init(_ answer: OutgoingResponse, _ reason: Reason) {
    self.answer = answer
    self.reason = reason
  }
}

extension Decision {
  /// A Boolean value that indicates whether the same request gets the same response until the session changes. This is
  /// the case if the request used nothing up, and the response depends only on the request and the session's state.
  var isReplayable: Bool {
    switch reason {
    case .noEndpoint, .methodMissing, .fits, .missingItem, .unknownItem, .nothingRecorded, .preferred: true
    case .remembered(_, let isLasting): isLasting
    default: false
    }
  }

  /// A Boolean value that indicates whether the mock rejected the request, because of its content or the state. The
  /// body may be a recording or an example for a different request.
  var isRefusal: Bool { refusal != nil }

  /// The reason why the mock rejected the request, in the mock's own words, or `nil` if it didn't.
  var refusal: String? {
    switch reason {
    case .refused(_, let message): message
    case .noEndpoint, .methodMissing, .access, .invalid, .missingItem, .unknownItem, .unknownLogin: words
    default: nil
    }
  }

  /// The source of the response and the reason for it, as one line for the console.
  var note: String {
    "\(source): \(words)"
  }

  /// The source of the response, as in ``Labels/recording``.
  var source: String { answer.response.headers[Labels.recording] ?? Labels.built }

  /// The reason for the response.
  var words: String {
    switch reason {
    case .noEndpoint: "no endpoint has this path"
    case .methodMissing: "the path has other methods"
    case .options: "the methods of this path"
    case .access(let reason): reason
    case .invalid(let faults): faults
    case .preferred(let applied): "the request prefers \(applied.text)"
    case .overridden(let override): "a stub responds with \(override.plays)"
    case .step(let recorded):
      "step \(recorded.recording.step?.number ?? 0) of the sequence \"\(recorded.recording.step?.sequence ?? "")\""
    case .login(let persona): "\(persona) logs in"
    case .logout(let persona): "\(persona) logs out"
    case .unknownLogin: "no persona matches this login"
    case .fits(let recorded, let values): Self.words(of: MatchDistance.differences(recorded, to: values))
    case .missingItem: "the recordings show that this item is missing"
    case .unknownItem: "this item isn't recorded, and recordings of other items aren't used for it"
    case .remembered(let action, _): "the response comes from the session's state (\(action.rawValue))"
    case .refused(let action, let message): "the session's state forbids the request (\(action.rawValue)): \(message)"
    case .repeated(let text): text
    case .batch(let count):
      count == 1
        ? "the response contains the response to the batch's request"
        : "the response contains the responses to the batch's \(count) requests"
    case .nothingRecorded: "no recording matches this request, so the response is generated from the schema"
    case .nothingDocumented: "neither a recording nor the contract has a response for this"
    }
  }

  private static func words(of differences: [String]) -> String {
    differences.isEmpty
      ? "its request is the same" : "its request is the closest match; " + differences.joined(separator: ", ")
  }
}
