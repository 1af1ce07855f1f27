import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import Synchronization

/// A generator of responses from the contract's schemas, for requests without a recording. The same contract always
/// yields the same responses.
final class Synthesis: Sendable {
  private struct Key: Hashable {
    let endpoint: String
    let answer: Int
    let status: Int
    let mediaType: String?
  }

  private let envelope: EnvelopeWriter
  private let failures: FailureWriter
  private let endpoints: [Endpoint]
  private let keys = LazyReference<MadeKeys>()
  private let made = Mutex<[Key: RenderedResponse]>([:])

  init(envelope: EnvelopeWriter, failures: FailureWriter, endpoints: [Endpoint]) {
    self.envelope = envelope
    self.failures = failures
    self.endpoints = endpoints
  }

  /// Returns the response that an endpoint documents for a request: the one with a given status, or otherwise the first
  /// success whose condition is met.
  func answer(of endpoint: Endpoint, for reading: RequestReading, status: Int? = nil) -> RenderedResponse? {
    let index =
      status.map { endpoint.answerIndex(status: $0, for: reading) }
      ?? endpoint.answers.firstIndex { $0.condition.holds(for: reading) }
    guard let index else { return nil }
    let answer = endpoint.answers[index]
    let content = Self.content(of: answer, for: reading)
    let sent = status ?? answer.status
    let key = Key(endpoint: endpoint.id, answer: index, status: sent, mediaType: content?.mediaType)
    if let rendered = made.withLock({ $0[key] }) { return CallID.filled(in: rendered, for: reading) }
    let response = response(of: endpoint, answer, content, sent)
    let rendered = RenderedResponse(Labels.adding(Labels.synthesised, to: response))
    made.withLock { $0[key] = rendered }
    return CallID.filled(in: rendered, for: reading)
  }

  /// Returns the documented response, or an error that gives the reason if the response can't be generated.
  private func response(
    of endpoint: Endpoint, _ answer: DocumentedResponse, _ content: MediaContent?, _ status: Int
  ) -> Response {
    do throws(GenerationFailure) {
      return try make(endpoint, answer, content, status)
    } catch {
      return failures.response(
        500,
        message:
          "The mock can't generate a response for \(endpoint.id): \(error.message) Record one to replay it instead.")
    }
  }

  private func make(
    _ endpoint: Endpoint, _ answer: DocumentedResponse, _ content: MediaContent?, _ status: Int
  ) throws(GenerationFailure) -> Response {
    func keyed(_ body: JSON, _ schema: Schema) -> JSON {
      keys.value { MadeKeys(endpoints) }.accepted(body, of: endpoint, schema)
    }
    var response: Response
    switch answer.content {
    case .payload(let schema):
      let payload = keyed(try Self.example(schema), schema)
      response = envelope.success(status, payload: payload, others: try others(answer))
    case .noPayload:
      response = envelope.success(status, payload: nil, others: try others(answer))
    case .body(let schema):
      response = envelope.json(status, keyed(try Self.success(schema), schema))
    case .media:
      response = Response(status: status)
      if let content {
        let (bytes, type) = try Self.bytes(content, keyed)
        response.headers["Content-Type"] = type
        response.body = Body(bytes)
      }
    case .empty:
      response = Response(status: status)
    }
    // The documented status can be a class that includes statuses without a body.
    if status != answer.statuses.typical, HTTPStatus.isBodyless(status) { response = Response(status: status) }
    for header in answer.headers where !response.headers.contains(header.name) {
      if let value = HeaderValues.sent(in: header, status: status) { response.headers[header.name] = value }
    }
    return response
  }

  private func others(_ answer: DocumentedResponse) throws(GenerationFailure) -> [(String, JSON)] {
    var others: [(String, JSON)] = []
    for name in answer.others {
      if let slot = envelope.slot(name) { others.append((name, try Self.example(slot.schema))) }
    }
    return others
  }

  /// The members that report errors in successful responses without an envelope.
  private static let refusals = ["error", "errors"]

  /// Returns an example of a success. Members that would report an error are removed or null if the schema allows that.
  private static func success(_ schema: Schema) throws(GenerationFailure) -> JSON {
    try refusals.reduce(example(schema)) { body, name in
      guard let told = body[name], !told.isNull else { return body }
      let place = JSONPointer(tokens: [name])
      let silent = [body.removing(place), body.replacing(place, with: .null)].compactMap { $0 }
      return silent.first(where: schema.isValid) ?? body
    }
  }

  /// Returns an example of a schema. If the schema has its own example, that is used as written, including members that
  /// the schema doesn't declare.
  private static func example(_ schema: Schema) throws(GenerationFailure) -> JSON {
    if let shown = schema.shownExample, !schema.undocumented(in: shown).isEmpty { return shown }
    return try schema.example().get()
  }

  /// Returns the content that a request accepts, or the first content if it accepts none of them.
  private static func content(of answer: DocumentedResponse, for reading: RequestReading) -> MediaContent? {
    guard case .media(let contents) = answer.content else { return nil }
    guard StreamChoice.isOffered(by: reading.endpoint) else { return contents.preferred(by: reading.accept) }
    return StreamChoice.contents(contents, for: reading).preferred(by: reading.accept)
  }

  private static func bytes(
    _ content: MediaContent, _ keyed: (JSON, Schema) -> JSON
  ) throws(GenerationFailure) -> (bytes: [UInt8], contentType: String) {
    let value = try content.schema.map { schema throws(GenerationFailure) in keyed(try success(schema), schema) }
    let type = content.sentType
    if content.schema?.listsValues != true {
      if let sample = SampleFile.bytes(of: type) { return (sample, type) }
      if let text = try markup(content, type, value) { return (Array(text.utf8), type) }
    }
    if let value, let made = content.body(of: value), !made.bytes.isEmpty { return made }
    if MediaType.isJSON(type) { return (JSON.object([]).serialized(), type) }
    if MediaType.isJSONLines(type) { return (Array("{}\n".utf8), type) }
    if type == MediaType.eventStream, value?.string?.isEmpty ?? true {
      return (Array("data: synthesized\n\n".utf8), type)
    }
    if let text = value?.string, !text.isEmpty {
      let isPlain = content.mediaType == "*/*" && content.schema?.source["format"] == nil
      return (Array(text.utf8), isPlain ? "text/plain" : type)
    }
    return (Array("synthesised\n".utf8), type)
  }

  /// Returns XML text with the content that the contract describes, or `nil` if the media type isn't XML.
  private static func markup(
    _ content: MediaContent, _ type: String, _ value: JSON?
  ) throws(GenerationFailure) -> String? {
    guard MediaType.isXML(type) else { return nil }
    let inner = try content.inner.map(success)
    let text = content.markup(of: inner ?? value)
    if let schema = content.schema, !schema.isValid(JSON(text)) { return nil }
    return text
  }
}
