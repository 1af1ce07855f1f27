import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A recording prepared for the mock: its parsed request and the bytes of its response, both computed once.
final class PreparedRecording: Sendable {
  let recording: Recording
  let status: Int
  let values: RequestValues
  /// The header fields of its request that may distinguish requests.
  let headers: [(name: String, value: JSON)]
  /// The documented cookies of its request.
  let cookies: [(name: String, value: JSON)]
  /// The `Accept` field of its request, if it names one.
  let accept: String?
  /// The `Prefer` field of its request, if it requests this response by status or name, in which case the recording
  /// matches no other request.
  let preference: String?
  /// The index of the documented response that it shows, or `nil` for an error or an undocumented response.
  let answer: Int?
  /// The code in its envelope, for an error.
  let errorCode: ErrorCode?
  /// A Boolean value that indicates whether the recording is an error whose request the contract doesn't allow, so that
  /// no valid request could cause it.
  let isOfInvalidRequest: Bool
  /// The places that its `match` reads, or `nil` if it has none.
  let matched: MatchedPlaces?
  /// The places of its request that were redacted when it was recorded, or `nil` if none were.
  let redacted: RedactedPlaces?
  /// The places where its response contains URLs of the recorded server, or `nil` if there are none.
  let origin: RecordedOrigin?
  /// The response as sent if it has no bindings.
  let rendered: RenderedResponse
  /// The response's body, split where values are bound, or `nil` if there are none, or if it can't be split.
  let template: BindingTemplate?
  /// The response as a template, if it is a stream with bindings.
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
        // A field that the contract documents distinguishes requests, whatever its usual purpose, and so does a
        // condition that was refused.
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

  /// Returns the number of its conditions that a request doesn't meet.
  func unmet(by reading: RequestReading) -> Int {
    guard matched != nil else { return 0 }
    return recording.match.clauses.count { !Condition(clauses: [$0]).holds(for: reading) }
  }

  /// Returns a Boolean value that indicates whether it shows this error: its status, and one of its codes if both have
  /// any.
  func shows(_ failure: Failure) -> Bool {
    guard failure.statuses.contains(status) else { return false }
    guard let errorCode, !failure.codes.isEmpty else { return true }
    return failure.codes.contains(errorCode)
  }
}

/// The places of a request that a recording's `match` checks, where the recorded request's values are only examples.
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

  /// Returns `nil` for an empty condition.
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
