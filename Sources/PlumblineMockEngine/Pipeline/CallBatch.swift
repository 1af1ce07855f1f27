import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The calls of a batch of JSON-RPC (JSON-RPC 2.0, section 6) or of GraphQL (a list of documents with their variables), each of
/// which is answered as if it had come alone.
///
/// The list has the responses in the order of the calls; those of JSON-RPC have their calls' ids, and a notification has none.
struct CallBatch {
  private let language: RemoteCall.Language
  /// The calls that want a response, with their numbers from 1.
  private let asked: [(number: Int, call: JSON)]
  private let first: JSON

  /// - Returns: `nil` if a body isn't a list of calls of one language alone.
  init?(_ body: JSON?) {
    guard let batch = body.flatMap({ RemoteCall.Batch($0) }), let first = batch.calls.first else { return nil }
    language = batch.language
    self.first = first
    let numbered = batch.calls.enumerated().map { (number: $0.offset + 1, call: $0.element) }
    asked = numbered.filter { batch.isAsked($0.call) }
  }

  /// Returns the response to a request that holds the batch; `nil` if one of the calls has none that could be in a list.
  ///
  /// A call that is refused refuses the whole batch, in the same words. Nothing is used up before all of the calls are known to
  /// have a response.
  ///
  /// - Parameters:
  ///   - read: reads a request that holds one call, once for each call.
  ///   - decide: decides on one call.
  func decision<Reading>(
    to request: Request, by pipeline: RequestPipeline, reading read: (Request) -> Reading,
    deciding decide: (RequestPipeline, Reading) -> Decision
  ) -> Decision? {
    if asked.isEmpty { return Self.unanswered(decide(pipeline.withinBatch, read(carrying(first, request)))) }
    var trials: [(reading: Reading, decision: Decision, answer: JSON)] = []
    for (_, call) in asked {
      let reading = read(carrying(call, request))
      let decision = decide(pipeline.tryingWithinBatch, reading)
      if decision.isRefusal { return decision }
      guard let answer = answer(in: decision, to: call) else { return nil }
      trials.append((reading: reading, decision: decision, answer: answer))
    }
    var answers: [JSON] = []
    var notes: [String] = []
    var delay = Duration.zero
    var label = Labels.batch
    var room = pipeline.session.longestAnswer
    for ((number, call), trial) in zip(asked, trials) {
      let decision = decide(pipeline.withinBatch, trial.reading)
      let answer = answer(in: decision, to: call) ?? trial.answer
      room -= answer.serialized().count
      if room < 0 { return full(pipeline) }
      answers.append(answer)
      delay += decision.answer.delivery.delay
      let headers = decision.answer.response.headers
      if headers[Labels.recording] == Labels.synthesised { label = Labels.synthesised }
      if let note = headers[Labels.nearest] { notes.append("call \(number): \(note)") }
    }
    let type = trials[0].decision.answer.response.contentType ?? "application/json"
    var response = Response(
      status: 200, headers: ["Content-Type": type], body: Body(JSON.array(answers).serialized()))
    if !notes.isEmpty { response.headers[Labels.nearest] = Labels.field(notes.joined(separator: "; ")) }
    return Decision(
      Answer(Labels.adding(label, to: response), delivery: Delivery(delay: delay)), .batch(count: answers.count))
  }

  /// Returns the response to notifications alone: empty, with the status that the first one gets if that is known.
  private static func unanswered(_ decision: Decision) -> Decision {
    if decision.isRefusal { return decision }
    let response = decision.answer.response
    let status = response.status < 300 && response.body.length == 0 ? response.status : 204
    return Decision(Answer(Labels.adding(Labels.batch, to: Response(status: status))), .batch(count: 0))
  }

  /// Returns the mock's own response: no contract documents one.
  private func full(_ pipeline: RequestPipeline) -> Decision {
    let most = pipeline.session.longestAnswer
    let message = "The answers of the batch have more than \(most) bytes (--limit answer=\(most))."
    return Decision(pipeline.built(507, message: message), .batch(count: 0))
  }

  private func carrying(_ call: JSON, _ request: Request) -> Request {
    var request = request
    request.body = Body(call.serialized())
    return request
  }

  /// Returns the response that a decision has for a call, of JSON-RPC with the call's id; `nil` if it isn't in the call's
  /// language, such as a stream.
  private func answer(in decision: Decision, to call: JSON) -> JSON? {
    let body: JSON? = decision.answer.response.body.bytes.flatMap { try? JSON.parse($0) }
    guard let body, body.kind == .object else { return nil }
    switch language {
    case .graphQL: return body["data"] != nil || body["errors"] != nil ? body : nil
    case .rpc:
      guard body["jsonrpc"] != nil || body["id"] != nil, body["result"] != nil || body["error"] != nil,
        let id = call["id"]
      else { return nil }
      return body.placing(JSONPointer(tokens: ["id"]), id)
    }
  }
}

extension AnswerSelector {
  /// Returns the response to a batch of calls that isn't recorded as one.
  ///
  /// - Parameter best: the nearest recording of the batch as a whole.
  func calls(insteadOf best: (recorded: PreparedRecording, distance: MatchDistance)?) -> Decision? {
    guard !pipeline.isWithinBatch, let batch = CallBatch(reading.body) else { return nil }
    if let best, selection.isFor(best.recorded, best.distance) { return nil }
    return batch.decision(to: reading.request, by: pipeline) { request in
      RequestReading(request, for: endpoint, persona: reading.persona)
    } deciding: { pipeline, reading in
      AnswerSelector(pipeline: pipeline, recordings: recordings, reading: reading).chosen()
    }
  }
}

extension RequestPipeline {
  /// Returns the response to a batch of calls if each method is a separate endpoint, or if their endpoint describes single
  /// calls.
  ///
  /// - Parameter reading: the request, as read by an endpoint that looks into its body.
  func calls(in reading: RequestReading) -> Decision? {
    guard !isWithinBatch, let batch = CallBatch(reading.body) else { return nil }
    return batch.decision(to: reading.request, by: self) {
      $0
    } deciding: { pipeline, request in
      pipeline.decide(request)
    }
  }

  /// The same for a call of a batch that is only looked at.
  fileprivate var tryingWithinBatch: RequestPipeline {
    RequestPipeline(session: session, isForReal: false, isWithinBatch: true)
  }
}
