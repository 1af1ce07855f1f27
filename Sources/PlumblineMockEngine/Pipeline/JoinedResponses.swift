import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The response to a batch, built from the responses to its requests.
struct JoinedResponses {
  private let batch: Batch
  private let writer: MockResponseWriter
  /// The index of the documented response that is used for the batch.
  private let index: Int?
  private let shape: Batch.Shape?
  /// The maximum size of the response in bytes.
  private let most: Int
  private var room: Int
  private var answers: [JSON] = []
  private var delay = Duration.zero

  init(_ batch: Batch, _ writer: MockResponseWriter, most: Int) {
    self.batch = batch
    self.writer = writer
    self.most = most
    room = most
    let index = Self.index(of: batch, writer)
    self.index = index
    shape = index.flatMap { batch.shapes.indices.contains($0) ? batch.shapes[$0] : nil }
  }

  /// Adds the response to a request of the batch. The request is executed only if the size limit hasn't been reached.
  mutating func append(to request: BatchedRequest, carryingOut: () -> OutgoingResponse) {
    let isDone = room > 0
    let answer = isDone ? carryingOut() : full("so this request wasn't carried out")
    delay += answer.delivery.delay
    var shown = Self.shown(answer.response, to: request, batch.answer, shape?.answer)
    room -= shown.document.tape[shown.node].range.count
    if isDone, room < 0 {
      let left = full("so this response isn't included, and the requests after it aren't carried out")
      shown = Self.shown(left.response, to: request, batch.answer, shape?.answer)
    }
    answers.append(shown)
  }

  /// The response to the whole batch.
  var decision: Decision {
    let recorded = shape.map { !$0.frame.members.isEmpty } ?? false ? writer.recordedPayload(index) : nil
    let whole = writer.filled(shape?.frame ?? ResponseFrame(), nil) { recorded?.at($0) }
    let payload =
      batch.answers.tokens.isEmpty ? .array(answers) : whole.placing(batch.answers, .array(answers)) ?? whole
    let response =
      writer.response(index, payload: payload) ?? writer.library.envelope.json(200, payload)
    return Decision(
      OutgoingResponse(Labels.adding(Labels.batch, to: response), delivery: Delivery(delay: delay)),
      .batch(count: answers.count))
  }

  /// Returns the index of the documented response to use for a batch. A response whose schema can hold the responses
  /// takes precedence.
  private static func index(of batch: Batch, _ writer: MockResponseWriter) -> Int? {
    let endpoint = writer.endpoint
    let fitting = zip(endpoint.answers.indices, batch.shapes).filter { index, shape in
      shape.hasRoom && endpoint.answers[index].status < 300
        && endpoint.answers[index].condition.holds(for: writer.reading)
    }
    return fitting.first?.0 ?? writer.answerIndex(isNew: false)
  }

  /// Returns the mock's own error for a batch whose responses are too large. Contracts don't document it.
  private func full(_ consequence: String) -> OutgoingResponse {
    writer.library.built(
      507, message: "The responses of the batch have more than \(most) bytes (--limit answer=\(most)), \(consequence).")
  }
}

/// The representation of responses within a batch's response.
extension JoinedResponses {
  private static let longestText = 16 << 20

  private static func shown(
    _ response: Response, to request: BatchedRequest, _ places: Batch.ResponsePlaces, _ schema: Schema?
  ) -> JSON {
    let bodies = bodies(of: response, to: request.request.method)
    let headers = headers(of: response)
    var first: JSON?
    for fields in headers {
      for body in bodies {
        var parts: [(JSONPointer?, JSON?)] = [(places.status, JSON(response.status)), (places.headers, fields)]
        parts += [(places.path, JSON(request.target)), (places.body, body), (places.id, request.id)]
        let answer = parts.reduce(JSON.emptyObject) { answer, part in
          guard let place = part.0, let value = part.1 else { return answer }
          return answer.placing(place, value) ?? answer
        }
        guard let schema else { return answer }
        if schema.isValid(answer) { return answer }
        first = first ?? answer
      }
    }
    return first ?? .emptyObject
  }

  /// Returns the representations that a body can have, the most common one first: JSON as is, JSON in a string, a
  /// string, or nothing.
  private static func bodies(of response: Response, to method: HTTPMethod) -> [JSON?] {
    let bytes = response.body.bytes ?? []
    guard !bytes.isEmpty, method != .head else { return [nil, .null, "", .emptyObject] }
    // Don't embed a large body in a string: that would be even longer than the JSON.
    guard bytes.count <= Self.longestText else { return [try? JSON.parse(bytes)] }
    let text = String(validating: bytes, as: UTF8.self).map { JSON($0) } ?? JSON(Base64.encode(bytes))
    guard response.headers.mediaType.map(MediaType.isJSON) ?? true, let json = try? JSON.parse(bytes) else {
      return [text]
    }
    return [json, text]
  }

  /// Returns the representations that header fields can have: an object of strings, or a list of names and values. The
  /// mock's own header fields are omitted.
  private static func headers(of response: Response) -> [JSON] {
    let fields = response.headers.filter { !$0.0.hasPrefix("Plumbline-") }
    var members: [(String, JSON)] = []
    for (name, value) in fields {
      if let index = members.firstIndex(where: { $0.0.lowercased() == name.lowercased() }) {
        members[index].1 = JSON("\(members[index].1.string ?? ""), \(value)")
      } else {
        members.append((name, JSON(value)))
      }
    }
    return [
      .object(members),
      .array(fields.map { name, value in .object([("name", JSON(name)), ("value", JSON(value))]) }),
    ]
  }
}
