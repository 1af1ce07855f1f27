import PlumblineContractModel
import PlumblineHTTPMessages

/// The stages of a request before its endpoint: routing, authorization and validation. They change nothing, and use
/// only the session's callers.
struct RequestGate {
  /// The result of a stage for a request.
  enum Passage<Value> {
    case open(Value)
    /// The calls of a request that contains several, each with its own endpoint, and the response to the request if one
    /// of them has none.
    case calls(CallBatch, in: Request, otherwise: () -> Decision)
    case closed(Decision)
  }

  let memory: SessionMemory
  /// A Boolean value that indicates whether the request is one of several in one body.
  let isWithinBatch: Bool

  var library: MockLibrary { memory.library }
  var contract: Contract { library.contract }

  /// Returns the admission of a request to its endpoint.
  func admission(of request: Request) -> Passage<Admission> {
    switch contract.router.resolve(request) {
    case .found(let endpoint): return admission(of: request, to: endpoint)
    case .methodMissing(let methods): return .closed(methodMissing(request, methods))
    case .conditionMissing(let missed): return conditionMissing(request, missed)
    case .nothing:
      if request.method == .options, request.pathBytes.elementsEqual("*".utf8) {
        return .closed(Decision(Answer(Labels.adding(Labels.built, to: Response(status: 204))), .options))
      }
      return .closed(noEndpoint(request))
    }
  }

  /// Returns the passage of a request whose path has endpoints that are distinguished by conditions, none of which
  /// holds. The request continues to the first endpoint if the body that determines the endpoint can't be read, or as
  /// the calls of a batch, each with its own endpoint.
  private func conditionMissing(_ request: Request, _ missed: [Endpoint]) -> Passage<Admission> {
    var reading: RequestReading?
    for endpoint in missed where endpoint.condition.looksIntoBody {
      let own = reading.map { RequestReading($0, for: endpoint) } ?? RequestReading(request, for: endpoint)
      reading = own
      if own.bodyFault != nil, endpoint.condition.holdsBesidesBody(for: own) {
        return admission(of: request, to: endpoint)
      }
    }
    guard let reading, let batch = calls(in: reading) else { return .closed(noEndpoint(request)) }
    return .calls(batch, in: reading.request) { noEndpoint(request) }
  }

  private func admission(of request: Request, to endpoint: Endpoint) -> Passage<Admission> {
    guard let recordings = library.recordings(of: endpoint) else { return .closed(noEndpoint(request)) }
    let (access, isLasting) = access(request, endpoint)
    switch access {
    case .granted(let persona):
      // A request's endpoint may depend on its body, which isn't part of its hash.
      let isLasting = isLasting && !contract.router.looksIntoBodies
      return .open(Admission(recordings: recordings, persona: persona, isLasting: isLasting))
    case .unauthenticated(let reason, let credential):
      let reading = RequestReading(request, for: endpoint)
      return .closed(library.refuse(recordings, reading, for: .unauthenticated, about: credential, reason))
    case .forbidden(let reason, let who):
      let reading = RequestReading(request, for: endpoint, persona: who)
      return .closed(library.refuse(recordings, reading, for: .forbidden, reason))
    }
  }

  /// Returns an admitted request as it was read, if it is valid.
  func reading(_ request: Request, _ admission: Admission) -> Passage<RequestReading> {
    let recordings = admission.recordings
    let reading = RequestReading(request, for: recordings.endpoint, persona: admission.persona)
    if let failure = recordings.endpoint.unconditional, library.isUnconditional(reading, recordings) {
      return .closed(library.refuse(recordings, reading, asUnconditional: failure))
    }
    guard recordings.needsValidation else { return .open(reading) }
    let validation = RequestValidation(reading, in: contract)
    if validation.isPassing { return .open(reading) }
    let isLenient = memory.options.isLenient
    let faults = validation.faults().filter { !$0.isTolerated && !(isLenient && $0.isReadable) }
    if faults.isEmpty { return .open(isLenient ? LenientRequest.mended(reading) : reading) }
    guard recordings.endpoint.takesSingleCalls, let batch = calls(in: reading) else {
      return .closed(library.refuse(recordings, reading, faults))
    }
    return .calls(batch, in: reading.request) { library.refuse(recordings, reading, faults) }
  }

  /// Returns the calls of a batch whose methods are separate endpoints, or whose endpoint describes single calls.
  ///
  /// - Parameter reading: The request, as read by an endpoint that depends on its body.
  private func calls(in reading: RequestReading) -> CallBatch? {
    isWithinBatch ? nil : CallBatch(reading.body)
  }

  /// Returns the caller, whether they have access, and whether the decision holds for every request with the same
  /// target and fields, as long as no credentials are issued. With `--as`, credentials are ignored.
  private func access(_ request: Request, _ endpoint: Endpoint) -> (AccessDecision, isLasting: Bool) {
    if let persona = memory.persona { return (.permit(persona, sending: request, to: endpoint), false) }
    if let ended = memory.endedCredential(in: request, names: endpoint.authentication.names) {
      let reason = "The credential \(ended) belongs to a session that has ended."
      return (.unauthenticated(reason: reason, credential: ended), false)
    }
    if contract.hasHolders {
      let decision = AccessDecision.decide(
        request, to: endpoint, in: contract, issued: memory.holder, holding: memory.itemHolder)
      return (decision, false)
    }
    if let granted = AccessDecision.plain(request, to: endpoint, in: contract) { return (granted, true) }
    return (AccessDecision.decide(request, to: endpoint, in: contract, issued: memory.holder), false)
  }
}
