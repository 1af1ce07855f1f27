import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The one-way pipeline from a request to its response.
///
/// The request is admitted (``RequestGate``), its response is planned (``ResponseSelector``), the plan is executed
/// (``SessionMemory``), and the outcome is written (``MockResponseWriter``). None of these types knows about the
/// pipeline.
struct RequestPipeline {
  let memory: SessionMemory
  /// A Boolean value that indicates whether the request uses up the session's stubs and sequences.
  let isForReal: Bool
  /// A Boolean value that indicates whether the request is one of several in a single body.
  var isWithinBatch = false

  var gate: RequestGate { RequestGate(memory: memory, isWithinBatch: isWithinBatch) }

  func decide(_ request: Request) -> Decision { decide(request, gate.admission(of: request)) }

  /// Decides on a request that has left the gate.
  func decide(_ request: Request, _ passage: RequestGate.Passage<Admission>) -> Decision {
    let decision = through(passage) { admission in
      through(gate.reading(request, admission)) { reading in
        answer(MockResponseWriter(library: memory.library, recordings: admission.recordings, reading: reading))
      }
    }
    let prefers = request.headers.contains("prefer")
    let noted = prefers ? Preferences(request.headers.values("prefer")).reportingIgnored(decision) : decision
    var sent = memory.pace.pacing(noted.answer)
    if let refusal = noted.refusal { sent.refusal = Labels.field(refusal) }
    return Decision(sent, noted.reason)
  }

  /// Continues with the outcome of the gate, unless the gate has already decided on the response.
  private func through<Value>(_ passage: RequestGate.Passage<Value>, _ goOn: (Value) -> Decision) -> Decision {
    switch passage {
    case .open(let value): goOn(value)
    case .calls(let batch, let request, let otherwise):
      calls(batch, in: request, reading: { $0 }, deciding: { $0.decide($1) }) ?? otherwise()
    case .closed(let decision): decision
    }
  }

  /// Returns the response to an admitted and valid request, with its preferences applied.
  private func answer(_ writer: MockResponseWriter) -> Decision {
    let request = writer.reading.request
    guard request.headers.contains("prefer") else { return chosen(writer) }
    let preferences = Preferences(request.headers.values("prefer"))
    return writer.honouring(preferences, in: writer.preferred(preferences) ?? chosen(writer))
  }

  /// Returns the decision before the request's preferences are applied.
  private func chosen(_ writer: MockResponseWriter) -> Decision {
    let snapshot = memory.snapshot(of: writer.recordings)
    return carryOut(ResponseSelector(writer: writer, snapshot: snapshot, isWithinBatch: isWithinBatch))
  }

  /// Executes the first plan that yields a response.
  private func carryOut(_ selector: ResponseSelector, from stage: ResponsePlan.Stage = .override) -> Decision {
    var stage = stage
    while true {
      let plan = selector.plan(from: stage)
      if let decision = carryOut(plan, selector) { return decision }
      stage = plan.next
    }
  }

  /// Executes a plan. Returns `nil` if the plan yields no response, so that the next one is used.
  private func carryOut(_ plan: ResponsePlan, _ selector: ResponseSelector) -> Decision? {
    let writer = selector.writer
    let endpoint = writer.endpoint
    switch plan {
    case .override:
      return memory.override(for: endpoint.id, used: isForReal).flatMap(writer.overridden)
    case .step(let row, let distance, let isUsed):
      return writer.step(memory.step(of: row, at: endpoint.id, used: isForReal && isUsed), distance)
    case .once(let request): return once(request, selector)
    case .state(let rule):
      let outcome = memory.carryOut(rule, writer.reading, isForReal: isForReal)
      return writer.decision(on: outcome, of: rule, assigning: memory.assigning)
    case .batch(let batch, let requests): return batched(batch, requests, writer)
    case .calls(let batch): return calls(batch, writer)
    case .decided(let decision): return decision
    }
  }

  /// Returns the response to a request with an idempotency key: the response that the key received before, an error if
  /// the key was used with different content, or a new response.
  private func once(_ request: KeyedRequest, _ selector: ResponseSelector) -> Decision {
    let writer = selector.writer
    guard isForReal else {
      return memory.recollection(of: request).map(writer.repeated) ?? carryOut(selector, from: .state)
    }
    if let known = memory.begin(request) { return writer.repeated(known) }
    let decision = carryOut(selector, from: .state)
    memory.end(request, with: decision.answer.response.status < 400 ? decision.answer : nil)
    return decision
  }
}

/// Batches of requests.
extension RequestPipeline {
  /// Executes the requests of a batch one after another, so that each sees the effects of earlier ones. Requests of
  /// other callers may be interleaved.
  private func batched(_ batch: Batch, _ requests: [BatchedRequest], _ writer: MockResponseWriter) -> Decision {
    let inner = RequestPipeline(memory: memory, isForReal: isForReal, isWithinBatch: true)
    // The responses are joined into one, so each has to be in memory completely.
    var joined = JoinedResponses(batch, writer, most: memory.options.items.answer)
    for request in requests {
      joined.append(to: request) { inner.decide(request.request).answer }
    }
    return joined.decision
  }

  /// Returns the response to a batch of calls, or `nil` if one of the responses can't be part of a list.
  private func calls(_ batch: CallBatch, _ writer: MockResponseWriter) -> Decision? {
    let reading = writer.reading
    return calls(batch, in: reading.request) { request in
      RequestReading(request, for: writer.endpoint, persona: reading.persona)
    } deciding: { pipeline, reading in
      pipeline.chosen(MockResponseWriter(library: memory.library, recordings: writer.recordings, reading: reading))
    }
  }

  /// Returns the response to a request that contains a batch of calls, each of which is handled as if it had been sent
  /// alone. Returns `nil` if one of the responses can't be part of a list.
  ///
  /// An error for one call becomes the error for the whole batch. Stubs and sequence steps are used up only after every
  /// call is known to have a response.
  ///
  /// - Parameters:
  ///   - read: A closure that reads a request with a single call. It is called once per call.
  ///   - decide: A closure that decides on a single call.
  private func calls<Reading>(
    _ batch: CallBatch, in request: Request, reading read: (Request) -> Reading,
    deciding decide: (RequestPipeline, Reading) -> Decision
  ) -> Decision? {
    let inner = RequestPipeline(memory: memory, isForReal: isForReal, isWithinBatch: true)
    guard !batch.asked.isEmpty else {
      return CallBatch.unanswered(decide(inner, read(batch.carrying(batch.first, request))))
    }
    let trial = RequestPipeline(memory: memory, isForReal: false, isWithinBatch: true)
    var trials: [(reading: Reading, decision: Decision, answer: JSON)] = []
    for (_, call) in batch.asked {
      let reading = read(batch.carrying(call, request))
      let decision = decide(trial, reading)
      if decision.isRefusal { return decision }
      guard let answer = batch.answer(in: decision, to: call) else { return nil }
      trials.append((reading: reading, decision: decision, answer: answer))
    }
    var answers = CallResponses(most: memory.options.items.answer)
    for ((number, call), trial) in zip(batch.asked, trials) {
      let decision = decide(inner, trial.reading)
      let answer = batch.answer(in: decision, to: call) ?? trial.answer
      guard answers.append(answer, to: number, decision) else { return answers.full(memory.library) }
    }
    return answers.decision(contentType: trials[0].decision.answer.response.contentType)
  }
}
