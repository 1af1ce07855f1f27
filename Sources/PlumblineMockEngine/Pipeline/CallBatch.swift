import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The calls of a JSON-RPC batch (JSON-RPC 2.0, section 6) or a GraphQL batch (a list of documents with their
/// variables). Each call is handled as if it had been sent alone.
///
/// The response is a list with the responses in the order of the calls. Responses to JSON-RPC calls contain the ids of
/// their calls, and notifications have no response.
struct CallBatch {
  private let language: RemoteCall.Language
  /// The calls that expect a response, numbered from 1.
  let asked: [(number: Int, call: JSON)]
  let first: JSON

  /// - Returns: `nil` if the body isn't a list of calls in a single language.
  init?(_ body: JSON?) {
    guard let batch = body.flatMap({ RemoteCall.Batch($0) }), let first = batch.calls.first else { return nil }
    language = batch.language
    self.first = first
    let numbered = batch.calls.enumerated().map { (number: $0.offset + 1, call: $0.element) }
    asked = numbered.filter { batch.isAsked($0.call) }
  }

  /// Returns the response to a batch that contains only notifications. It is empty, and has the status of the first
  /// notification's response if that is known.
  static func unanswered(_ decision: Decision) -> Decision {
    if decision.isRefusal { return decision }
    let response = decision.answer.response
    let status = response.status < 300 && response.body.length == 0 ? response.status : 204
    return Decision(OutgoingResponse(Labels.adding(Labels.batch, to: Response(status: status))), .batch(count: 0))
  }

  /// Returns a request with a single call as its body.
  func carrying(_ call: JSON, _ request: Request) -> Request {
    var request = request
    request.body = Body(call.serialized())
    return request
  }

  /// Returns the body of a decision as the response to a call, with the call's id for JSON-RPC. Returns `nil` if the
  /// body doesn't conform to the call's protocol, for example because it is a stream.
  func answer(in decision: Decision, to call: JSON) -> JSON? {
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

/// The response to a batch of calls, built from the responses to each of them.
struct CallResponses {
  private let most: Int
  private var room: Int
  private var answers: [JSON] = []
  private var notes: [String] = []
  private var delay = Duration.zero
  private var label = Labels.batch

  /// - Parameter most: The maximum total size of the responses in bytes.
  init(most: Int) {
    self.most = most
    room = most
  }

  /// Adds the response to a call. Returns `false` if the response would exceed the size limit.
  mutating func append(_ answer: JSON, to number: Int, _ decision: Decision) -> Bool {
    room -= answer.serialized().count
    if room < 0 { return false }
    answers.append(answer)
    delay += decision.answer.delivery.delay
    let headers = decision.answer.response.headers
    if headers[Labels.recording] == Labels.synthesised { label = Labels.synthesised }
    if let note = headers[Labels.nearest] { notes.append("call \(number): \(note)") }
    return true
  }

  func decision(contentType: String?) -> Decision {
    var response = Response(
      status: 200, headers: ["Content-Type": contentType ?? "application/json"],
      body: Body(JSON.array(answers).serialized()))
    if !notes.isEmpty { response.headers[Labels.nearest] = Labels.field(notes.joined(separator: "; ")) }
    return Decision(
      OutgoingResponse(Labels.adding(label, to: response), delivery: Delivery(delay: delay)),
      .batch(count: answers.count))
  }

  /// Returns the mock's own error for a batch whose responses are too large. Contracts don't document it.
  func full(_ library: MockLibrary) -> Decision {
    let message = "The responses of the batch have more than \(most) bytes (--limit answer=\(most))."
    return Decision(library.built(507, message: message), .batch(count: 0))
  }
}
