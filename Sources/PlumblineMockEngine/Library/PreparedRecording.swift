import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A recording that is prepared for replay: its request is parsed, and the bytes of its response are rendered.
final class PreparedRecording: Sendable {
  let recording: Recording
  let status: Int
  let values: RequestValues
  /// The header fields of the recorded request that can distinguish requests.
  let headers: [(name: String, value: JSON)]
  /// The documented cookies of the recorded request.
  let cookies: [(name: String, value: JSON)]
  /// The `Accept` field of the recorded request, or `nil` if it has none.
  let accept: String?
  /// The `Prefer` field of the recorded request if it selects this response by status or name, otherwise `nil`. If
  /// there is one, the recording only matches requests with the same field.
  let preference: String?
  /// The index of the documented response that was recorded, or `nil` for an error or an undocumented response.
  let answer: Int?
  /// The error code in the envelope.
  let errorCode: ErrorCode?
  /// A Boolean value that indicates whether the recording is an error whose request violates the contract. A valid
  /// request can't cause such an error.
  let isOfInvalidRequest: Bool
  /// The parts of a request that the recording's `match` checks, or `nil` if it has none.
  let matched: MatchedPlaces?
  /// The locations of values in the recorded request that were redacted, or `nil` if there are none.
  let redacted: RedactedPlaces?
  /// The locations of URLs of the recorded server in the response, or `nil` if there are none.
  let origin: RecordedOrigin?
  /// The response to send if there are no bindings.
  let rendered: RenderedResponse
  /// The response's body, split where values are bound, or `nil` if there are no bindings or it can't be split.
  let template: BindingTemplate?
  /// The response as a template, or `nil` if it isn't a stream with bindings.
  let stream: StreamTemplate?

  init(
    _ recording: Recording, endpoint: Endpoint, contract: Contract, credentials: CredentialNames,
    failures: FailureWriter
  ) {
    self.recording = recording
    let reading = RequestReading(recording.request, for: endpoint, persona: recording.persona(in: contract))
    values = RequestValues(reading, credentials: credentials)
    var seen: Set<String> = []
    let documented = Set(endpoint.headers.map { $0.name.lowercased() })
    headers = recording.request.headers.map { $0.name.lowercased() }
      .filter { name in
        // A header field distinguishes requests if the contract documents it, whatever its usual purpose. A conditional
        // header field does so if the server returned an error.
        let isTelling =
          documented.contains(name) || !KnownFields.isAny([.connection, .delivery, .client], name)
          || recording.response.status >= 400 && name.hasPrefix("if-")
        return isTelling && name != "accept" && !credentials.headers.contains(name) && seen.insert(name).inserted
      }
      .compactMap { name in reading.header(name).map { (name, $0) } }
    cookies = endpoint.cookies.compactMap { cookie in reading.cookie(cookie.name).map { (cookie.name, $0) } }
    matched = MatchedPlaces(recording.match)
    redacted = RedactedPlaces(recording)
    origin = RecordedOrigin(recording)
    accept = recording.request.headers["accept"]
    let prefer = recording.request.headers.values("prefer")
    let preferences = Preferences(prefer)
    preference = preferences.code == nil && preferences.example == nil ? nil : prefer.joined(separator: ", ")
    let status = recording.response.status
    self.status = status
    answer = endpoint.answerIndex(status: status, for: reading)
    errorCode =
      status < 400 ? nil : contract.errorCode(of: recording.responseBody, at: status, from: endpoint)
    let challenged = failures.challenged(recording.response, to: endpoint)
    isOfInvalidRequest = status >= 400 && !RequestValidation(reading, in: contract).isPassing
    rendered = RenderedResponse(Labels.adding(recording.id, to: challenged))
    template = recording.responseBody.flatMap { BindingTemplate($0, bindings: recording.bindings) }
    stream =
      recording.responseBody == nil ? StreamTemplate(recording.response, bindings: recording.bindings) : nil
  }

  var isSuccess: Bool { status < 400 }
  var name: String { recording.name }

  /// Returns the number of the recording's conditions that a request doesn't meet.
  func unmet(by reading: RequestReading) -> Int {
    guard matched != nil else { return 0 }
    return recording.match.clauses.count { !Condition(clauses: [$0]).holds(for: reading) }
  }

  /// Returns a Boolean value that indicates whether the recorded response is an error. The status must match and, if
  /// both have a code, the code as well.
  func shows(_ failure: Failure) -> Bool {
    guard failure.statuses.contains(status) else { return false }
    guard let errorCode, !failure.codes.isEmpty else { return true }
    return failure.codes.contains(errorCode)
  }
}

/// The parts of a request that a recording's `match` checks. The recorded request's values for these parts are only
/// examples.
struct MatchedPlaces: Sendable {
  private(set) var path: Set<String> = []
  private(set) var query: Set<String> = []
  /// The header fields, in lowercase.
  private(set) var headers: Set<String> = []
  private(set) var cookies: Set<String> = []
  /// The body's top-level members.
  private(set) var body: Set<String> = []
  /// A Boolean value that indicates whether the condition depends on any part of the body.
  private(set) var looksIntoBody = false
  /// A Boolean value that indicates whether the condition depends on the body as a whole.
  private(set) var isWholeBody = false

  /// Returns `nil` if the condition is empty.
  init?(_ condition: Condition) {
    guard !condition.clauses.isEmpty else { return nil }
    for clause in condition.clauses {
      switch clause.address {
      case .path(let name): path.insert(name)
      case .query(let name): query.insert(name)
      case .header(let name): headers.insert(name.lowercased())
      case .cookie(let name): cookies.insert(name)
      case .body(let pointer):
        looksIntoBody = true
        if let first = pointer.tokens.first { body.insert(first) } else { isWholeBody = true }
      case .persona, .credential, .item: break
      }
    }
  }
}
