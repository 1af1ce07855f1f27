import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A batch of JSON-RPC or GraphQL calls at an endpoint that describes single calls. Each call forms a separate exchange
/// with its response from the list.
struct BatchedExchange {
  struct Part {
    /// The index of the call in the request's list.
    let call: Int
    /// The index of the call's response in the list of responses, or `nil` for a notification, which has none.
    let answer: Int?
    let exchange: Exchange
    /// A Boolean value that indicates whether the response is an error. Outside of a batch, an error may have a
    /// different status.
    let isError: Bool
  }

  let parts: [Part]

  /// Splits a batch. Returns `nil` if the exchange isn't a batch, or if the responses don't match the calls.
  init?(_ exchange: Exchange, at place: Router.Match) {
    switch place {
    case .found(let endpoint): guard endpoint.takesSingleCalls else { return nil }
    case .conditionMissing: break
    case .methodMissing, .nothing: return nil
    }
    guard let response = exchange.response, (200..<300).contains(response.status),
      let batch = Self.list(exchange.request.body).flatMap({ RemoteCall.Batch($0) })
    else { return nil }
    let answers = Self.list(response.body).map { list in list.elements.map { $0 } } ?? []
    var parts: [Part] = []
    var used: Set<Int> = []
    for (index, call) in batch.calls.enumerated() {
      guard batch.isAsked(call) else {
        let own = Self.exchange(exchange, call, response, Optional<JSON>.none)
        parts.append(Part(call: index, answer: nil, exchange: own, isError: false))
        continue
      }
      let found = batch.language == .graphQL ? index : answers.firstIndex { $0["id"] == call["id"] }
      guard let found, answers.indices.contains(found), used.insert(found).inserted else { return nil }
      let answer = answers[found]
      parts.append(
        Part(
          call: index, answer: found, exchange: Self.exchange(exchange, call, response, answer),
          isError: answer["error"] != nil || answer["errors"] != nil))
    }
    guard used.count == answers.count else { return nil }
    self.parts = parts
  }

  /// Returns the list in a body, recognized by the first byte.
  private static func list(_ body: Body) -> JSON? {
    guard let bytes = body.bytes, bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return nil }
    return try? JSON.parse(bytes)
  }

  /// Returns the exchange of one call. Header fields that describe the bytes of the whole body are omitted.
  private static func exchange(_ whole: Exchange, _ call: JSON, _ response: Response, _ answer: JSON?) -> Exchange {
    var request = whole.request
    request.body = Body(call.serialized())
    var response = response
    response.body = answer.map { Body($0.serialized()) } ?? .empty
    for name in ["content-length", "content-md5", "digest", "content-digest", "repr-digest", "etag"] {
      request.headers.remove(name)
      response.headers.remove(name)
    }
    return Exchange(request: request, response: response, duration: whole.duration, recording: whole.recording)
  }
}

extension BatchedExchange.Part {
  /// Returns the exchange with a different response status.
  func exchange(withStatus status: Int) -> Exchange {
    var copy = exchange
    guard var response = exchange.response else { return copy }
    response.status = status
    copy.outcome = .response(response)
    return copy
  }

  /// Returns drift of this part at its location in the whole exchange.
  func placed(_ drift: Drift) -> Drift {
    var drift = drift
    drift.pointer = drift.pointer.map { placed($0, as: { "\($0)" }) }
    drift.folded = drift.folded.map { placed($0, as: { _ in "*" }) }
    return drift
  }

  private func placed(_ pointer: JSONPointer, as token: (Int) -> String) -> JSONPointer {
    guard pointer.tokens.dropFirst().first == "body" else { return pointer }
    let index = pointer.tokens[0] == "request" ? call : answer
    guard let index else { return pointer }
    return JSONPointer(tokens: Array(pointer.tokens.prefix(2)) + [token(index)] + pointer.tokens.dropFirst(2))
  }
}

extension Inspector {
  /// Returns the drift of a batch's calls, each of which is checked against its own endpoint.
  func inspected(_ batch: BatchedExchange, as persona: Persona?, at place: Router.Match) -> InspectedExchange {
    var endpoint = place.endpoint
    var found: [Drift] = []
    for part in batch.parts {
      let own = contract.router.resolve(part.exchange.request)
      endpoint = endpoint ?? own.endpoint
      found += drift(of: part, as: persona, at: own).map(part.placed)
    }
    let merged = DriftMerge.merged(found)
    return InspectedExchange(
      endpoint: endpoint, drift: merged.filter { $0.status == nil } + merged.filter { $0.status != nil })
  }

  /// Returns the drift of one call. An error is checked against the documented error that it fits, because its status
  /// is the status of the whole batch.
  private func drift(of part: BatchedExchange.Part, as persona: Persona?, at place: Router.Match) -> [Drift] {
    if part.answer == nil {
      var options = options
      options.isAnsweredByNobody = true
      return Inspector(contract, options: options).inspected(part.exchange, as: persona, at: place).drift
    }
    let drift = inspected(part.exchange, as: persona, at: place).drift
    guard part.isError, !drift.isEmpty, let endpoint = place.endpoint else { return drift }
    for failure in endpoint.failures {
      let other = inspected(part.exchange(withStatus: failure.status), as: persona, at: place)
      if other.outage == nil, other.drift.isEmpty { return [] }
    }
    return drift
  }
}
