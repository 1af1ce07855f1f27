import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The calls of a JSON-RPC batch (JSON-RPC 2.0, section 6), each of which is answered as if it had come alone.
///
/// The list has the answers in the order of the calls, each with its call's id. A notification has no answer in it.
struct CallBatch {
  /// A longer list isn't taken apart.
  private static let mostCalls = 1_000

  /// The calls that want an answer, with their numbers from 1.
  private let asked: [(number: Int, call: JSON, id: JSON)]
  private let first: JSON

  /// - Returns: `nil` where a body isn't a list of calls alone.
  init?(_ body: JSON?) {
    guard let body, body.kind == .array, body.count <= Self.mostCalls else { return nil }
    let calls = body.elements.map { $0 }
    guard let first = calls.first, calls.allSatisfy({ Self.isCall($0) }) else { return nil }
    self.first = first
    var asked: [(number: Int, call: JSON, id: JSON)] = []
    for (index, call) in calls.enumerated() {
      if let id = call["id"] { asked.append((number: index + 1, call: call, id: id)) }
    }
    self.asked = asked
  }

  private static func isCall(_ value: JSON) -> Bool {
    value.kind == .object && value["jsonrpc"] != nil && value["method"]?.string != nil
  }

  /// Returns the answer to a request that holds the batch; `nil` where one of the calls has none that could be in a list.
  ///
  /// A call that is refused has the whole batch refused, in the same words. Nothing is used up before all of the calls are known to
  /// have an answer.
  ///
  /// - Parameter decide: decides for one call in a request of its own.
  func decision(
    to request: Request, by pipeline: RequestPipeline, _ decide: (RequestPipeline, Request) -> Decision
  ) -> Decision? {
    if asked.isEmpty { return Self.unanswered(decide(pipeline.withinBatch, carrying(first, request))) }
    var trials: [(decision: Decision, answer: JSON)] = []
    for (_, call, id) in asked {
      let decision = decide(pipeline.tryingWithinBatch, carrying(call, request))
      if decision.isRefusal { return decision }
      guard let answer = Self.answer(in: decision, id: id) else { return nil }
      trials.append((decision: decision, answer: answer))
    }
    var answers: [JSON] = []
    var notes: [String] = []
    var delay = Duration.zero
    var label = Labels.batch
    var room = pipeline.session.longestAnswer
    for (index, (number, call, id)) in asked.enumerated() {
      let decision = decide(pipeline.withinBatch, carrying(call, request))
      let answer = Self.answer(in: decision, id: id) ?? trials[index].answer
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

  /// The answer to notifications alone: none, with the status that the first one gets where that is known.
  private static func unanswered(_ decision: Decision) -> Decision {
    if decision.isRefusal { return decision }
    let response = decision.answer.response
    let status = response.status < 300 && response.body.length == 0 ? response.status : 204
    return Decision(Answer(Labels.adding(Labels.batch, to: Response(status: status))), .batch(count: 0))
  }

  /// The answer of the mock itself: no contract has a word for it.
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

  /// The answer that a decision has for a call, with the call's id; `nil` where that is none of JSON-RPC, such as a stream.
  private static func answer(in decision: Decision, id: JSON) -> JSON? {
    let body: JSON? = decision.answer.response.body.bytes.flatMap { try? JSON.parse($0) }
    guard let body, body.kind == .object, body["jsonrpc"] != nil || body["id"] != nil,
      body["result"] != nil || body["error"] != nil
    else { return nil }
    return body.placing(JSONPointer(tokens: ["id"]), id)
  }
}

extension AnswerSelector {
  /// The answer to a batch of calls that isn't recorded as one.
  ///
  /// - Parameter best: the nearest recording of what came as a whole.
  func calls(insteadOf best: (recorded: PreparedRecording, distance: MatchDistance)?) -> Decision? {
    guard !pipeline.isWithinBatch, let batch = CallBatch(reading.body) else { return nil }
    if let best, selection.isFor(best.recorded, best.distance) { return nil }
    return batch.decision(to: reading.request, by: pipeline) { pipeline, request in
      let call = RequestReading(request, for: endpoint, persona: reading.persona)
      return AnswerSelector(pipeline: pipeline, recordings: recordings, reading: call).chosen()
    }
  }
}

extension RequestPipeline {
  /// The answer to a batch of calls where each method is an endpoint of its own.
  func calls(in request: Request) -> Decision? {
    let body: JSON? = request.body.bytes.flatMap { try? JSON.parse($0) }
    guard !isWithinBatch, let batch = CallBatch(body) else { return nil }
    return batch.decision(to: request, by: self) { pipeline, request in pipeline.decide(request) }
  }

  /// The same for a call of a batch that is only looked at.
  fileprivate var tryingWithinBatch: RequestPipeline {
    RequestPipeline(session: session, isForReal: false, isWithinBatch: true)
  }
}
