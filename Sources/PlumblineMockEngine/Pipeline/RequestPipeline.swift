import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// One request on its way to a response.
struct RequestPipeline {
  let session: MockSession
  /// A Boolean value that indicates whether the request uses up the session's overrides and sequences.
  let isForReal: Bool
  /// The request's hash, if its admission should be remembered.
  var hash: UInt64?
  /// A Boolean value that indicates whether it is one of several in one body.
  var isWithinBatch = false

  var library: MockLibrary { session.library }
  var contract: Contract { library.contract }

  /// The same for a request that came with others in one body.
  var withinBatch: RequestPipeline {
    RequestPipeline(session: session, isForReal: isForReal, isWithinBatch: true)
  }

  func decide(_ request: Request) -> Decision { heard(route(request), request) }

  /// Decides on a request that is known to be admitted.
  func decide(_ request: Request, _ admission: Admission) -> Decision { heard(answer(request, admission), request) }

  private func heard(_ decision: Decision, _ request: Request) -> Decision {
    let heard = request.headers.contains("prefer") ? unheard(decision, request) : decision
    var answer = session.pace.pacing(heard.answer)
    guard heard.isRefusal else { return Decision(answer, heard.reason) }
    answer.refusal = Labels.field(heard.words)
    return Decision(answer, heard.reason)
  }

  private func route(_ request: Request) -> Decision {
    switch contract.router.resolve(request) {
    case .found(let endpoint): return decide(request, endpoint)
    case .methodMissing(let methods): return methodMissing(request, methods)
    case .conditionMissing(let missed): return conditionMissing(request, missed)
    case .nothing:
      if request.method == .options, request.pathBytes.elementsEqual("*".utf8) {
        return Decision(Answer(Labels.adding(Labels.built, to: Response(status: 204))), .options)
      }
      return noEndpoint(request)
    }
  }

  /// Decides on a request whose path has endpoints that are distinguished by conditions, none of which holds: with the first
  /// endpoint if the body that says which one is meant can't be read, or with the calls of a batch, each with its own endpoint.
  private func conditionMissing(_ request: Request, _ missed: [Endpoint]) -> Decision {
    var reading: RequestReading?
    for endpoint in missed where endpoint.condition.looksIntoBody {
      let own = reading.map { RequestReading($0, for: endpoint) } ?? RequestReading(request, for: endpoint)
      reading = own
      if own.bodyFault != nil, endpoint.condition.holdsBesidesBody(for: own) { return decide(request, endpoint) }
    }
    return reading.flatMap { calls(in: $0) } ?? noEndpoint(request)
  }

  private func decide(_ request: Request, _ endpoint: Endpoint) -> Decision {
    guard let recordings = library.recordings(of: endpoint) else { return noEndpoint(request) }
    let persona: Persona?
    let (access, isLasting) = access(request, endpoint)
    switch access {
    case .granted(let who): persona = who
    case .unauthenticated(let reason, let credential):
      let reading = RequestReading(request, for: endpoint)
      return refuse(recordings, reading, for: .unauthenticated, about: credential, reason)
    case .forbidden(let reason, let who):
      return refuse(recordings, RequestReading(request, for: endpoint, persona: who), for: .forbidden, reason)
    }
    let admission = Admission(recordings: recordings, persona: persona)
    // Which endpoint a request is for may depend on its body, which its hash leaves out.
    if let hash, isLasting, !contract.router.looksIntoBodies { session.keep(admission, for: request, hash: hash) }
    return answer(request, admission)
  }

  /// Returns the response to an admitted request.
  private func answer(_ request: Request, _ admission: Admission) -> Decision {
    let recordings = admission.recordings
    var reading = RequestReading(request, for: recordings.endpoint, persona: admission.persona)
    if let failure = recordings.endpoint.unconditional, isUnconditional(reading, recordings) {
      return refuse(recordings, reading, asUnconditional: failure)
    }
    if recordings.needsValidation {
      let validation = RequestValidation(reading, in: contract)
      if !validation.isPassing {
        let isLenient = session.options.isLenient
        let faults = validation.faults().filter { !$0.isTolerated && !(isLenient && $0.isReadable) }
        if !faults.isEmpty {
          let batch = recordings.endpoint.takesSingleCalls ? calls(in: reading) : nil
          return batch ?? refuse(recordings, reading, faults)
        }
        if isLenient { reading = LenientRequest.mended(reading) }
      }
    }
    return AnswerSelector(pipeline: self, recordings: recordings, reading: reading).choose()
  }

  /// Returns the caller, and whether they have access; and whether that holds for every request with the same target and
  /// fields, as long as no credentials are handed out. With `--as`, credentials are not looked at.
  private func access(_ request: Request, _ endpoint: Endpoint) -> (AccessDecision, isLasting: Bool) {
    if let persona = session.persona { return (.permit(persona, sending: request, to: endpoint), false) }
    if let ended = session.endedCredential(in: request, names: endpoint.authentication.names) {
      let reason = "The credential \(ended) belongs to a session that has ended."
      return (.unauthenticated(reason: reason, credential: ended), false)
    }
    if contract.hasHolders {
      let decision = AccessDecision.decide(
        request, to: endpoint, in: contract, issued: session.holder, holding: session.itemHolder)
      return (decision, false)
    }
    if let granted = AccessDecision.plain(request, to: endpoint, in: contract) { return (granted, true) }
    return (AccessDecision.decide(request, to: endpoint, in: contract, issued: session.holder), false)
  }
}

extension RequestPipeline {
  /// Returns a refusal that the contract doesn't document.
  func built(
    _ status: Int, code: String? = nil, at endpoint: Endpoint? = nil, message: String, details: JSON? = nil,
    headers: HeaderFields = [:]
  ) -> Answer {
    var response = library.failures.response(status, code: code, at: endpoint, message: message, details: details)
    for (name, value) in headers { response.headers.append(name: name, value: value) }
    return Answer(Labels.adding(Labels.built, to: response))
  }

  /// Returns a failure as the contract has it.
  func built(
    _ failure: Failure, status: Int?, for reading: RequestReading, about credential: String? = nil, message: String,
    details: JSON? = nil, isAsked: Bool = false
  ) -> Answer {
    let response = library.failures.response(
      failure, status: status, at: reading.endpoint, accepted: reading.accept, about: credential, message: message,
      details: details, isAsked: isAsked)
    return Answer(Labels.adding(Labels.built, to: response))
  }

  /// Returns a failure with a body that the contract shows.
  func built(_ failure: Failure, status: Int?, for reading: RequestReading, showing body: JSON) -> Answer {
    let response = library.failures.response(
      failure, status: status, at: reading.endpoint, accepted: reading.accept, message: "", isAsked: true,
      showing: body)
    return Answer(Labels.adding(Labels.built, to: response))
  }

  private func noEndpoint(_ request: Request) -> Decision {
    let line = Self.line(request)
    let nearest = Self.nearest(to: request, in: contract)
    let answer = lost(404, code: "ENDPOINT_NOT_FOUND", message: "No endpoint fits \(line).\(nearest)")
    return Decision(answer, .noEndpoint)
  }

  private func methodMissing(_ request: Request, _ methods: [HTTPMethod]) -> Decision {
    let allow = Self.allowed(methods + [.options])
    if request.method == .options {
      let response = Response(status: 204, headers: ["Allow": allow])
      return Decision(Answer(Labels.adding(Labels.built, to: response)), .options)
    }
    let takes = Spelling.list(methods.map(\.rawValue), joining: "and")
    let nearest = Self.nearest(to: request, in: contract)
    let message = "\(Self.line(request)) isn't documented: this path takes \(takes).\(nearest)"
    return Decision(
      lost(405, code: "METHOD_NOT_ALLOWED", message: message, headers: ["Allow": allow]), .methodMissing)
  }

  /// Returns the response if there is no endpoint: in the form of a failure that is common to all, if one has its own body for
  /// that status.
  private func lost(_ status: Int, code: String, message: String, headers: HeaderFields = [:]) -> Answer {
    let common = contract.commonFailures.nearest(to: status, by: \.statuses).first
    guard let common, !common.isEnveloped else { return built(status, code: code, message: message, headers: headers) }
    var response = library.failures.response(common, status: status, at: nil, message: message)
    for (name, value) in headers { response.headers[name] = value }
    return Answer(Labels.adding(Labels.built, to: response))
  }

  /// Returns the value of `Allow` for a path: its methods, and HEAD besides GET.
  static func allowed(_ methods: [HTTPMethod]) -> String {
    var names = Set(methods.map(\.rawValue))
    if names.contains("GET") { names.insert("HEAD") }
    return names.sorted().joined(separator: ", ")
  }

  private static func nearest(to request: Request, in contract: Contract) -> String {
    let found = NearestEndpoints.find(request, in: contract)
    if found.isEmpty { return "" }
    let texts = found.map { "\($0.endpoint.id) (\($0.endpoint.request)): \(cut($0.reason))" }
    return " Nearest: " + texts.joined(separator: "; ") + "."
  }

  private static func line(_ request: Request) -> String { "\(request.method) \(cut(request.path))" }

  /// Truncates long input for messages.
  private static func cut(_ text: String) -> String {
    text.utf8.count > 400 ? "\(text.prefix(200))…" : text
  }
}

/// Refusals, which no preference changes.
extension RequestPipeline {
  private static let unhonoured = ["code", "example", "wait"]

  /// Notes on a refusal that the request's preferences were ignored, all but `explain`; returns any other decision as it is.
  func unheard(_ decision: Decision, _ request: Request) -> Decision {
    switch decision.reason {
    case .noEndpoint, .methodMissing, .access, .invalid: break
    default: return decision
    }
    let preferences = Preferences(request.headers.values("prefer"))
    let names = Self.unhonoured.filter { preferences[$0] != nil }
    let isExplained = preferences["explain"] != nil
    if names.isEmpty, !isExplained { return decision }
    var response = decision.answer.response
    if isExplained { response = AnswerSelector.explaining(decision, response) }
    if !names.isEmpty {
      response.headers[Labels.preferenceIgnored] =
        "\(Spelling.list(names)): a request that is refused for what it is gets no other answer"
    }
    return Decision(Answer(response, delivery: decision.answer.delivery), decision.reason)
  }
}
