import PlumblineContractModel
import PlumblineHTTPMessages

/// The checks that a request passes before it reaches its endpoint: routing, authorization, and validation.
///
/// They don't change anything, and of the session's state they use only the callers.
struct RequestGate {
  /// The result of a check.
  enum Passage<Value> {
    case open(Value)
    /// The request contains several calls, each with its own endpoint. `otherwise` returns the response to use if one
    /// of the calls has no endpoint.
    case calls(CallBatch, in: Request, otherwise: () -> Decision)
    case closed(Decision)
  }

  let memory: SessionMemory
  /// A Boolean value that indicates whether the request is one of several in one body.
  let isWithinBatch: Bool

  var library: MockLibrary { memory.library }
  var contract: Contract { library.contract }

  /// Finds the endpoint of a request, and admits the request to it.
  func admission(of request: Request) -> Passage<Admission> {
    switch contract.router.resolve(request) {
    case .found(let endpoint): return admission(of: request, to: endpoint)
    case .methodMissing(let methods): return .closed(methodMissing(request, methods))
    case .conditionMissing(let missed): return conditionMissing(request, missed)
    case .nothing:
      if request.method == .options, request.pathBytes.elementsEqual("*".utf8) {
        return .closed(Decision(OutgoingResponse(Labels.adding(Labels.built, to: Response(status: 204))), .options))
      }
      return .closed(noEndpoint(request))
    }
  }

  /// Handles a request whose path has endpoints with conditions, none of which is met. If the body that determines the
  /// endpoint can't be read, the request continues to the first endpoint. If the body is a batch, its calls continue
  /// separately, each to its own endpoint.
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
      // The endpoint may depend on the body, which isn't part of a request's hash.
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

  /// Validates an admitted request, and returns it as read by its endpoint.
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

  /// Returns the calls of a batch if each method has its own endpoint, or if the endpoint describes single calls.
  ///
  /// - Parameter reading: The request, as read by an endpoint that depends on its body.
  private func calls(in reading: RequestReading) -> CallBatch? {
    isWithinBatch ? nil : CallBatch(reading.body)
  }

  /// Returns the caller, whether they have access, and whether the decision is valid for every request with the same
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
