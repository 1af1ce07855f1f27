import PlumblineHTTPMessages

/// An exchange of a session.
///
/// An entry keeps the parsed request and the response, which exist anyway. Everything else, such as the endpoint, the
/// drift, and the text, is computed on demand. For large bodies, only the size is kept.
package final class JournalEntry: Sendable {
  /// The number of the exchange in the journal, starting at 1.
  package let id: Int
  /// The time of the request, in milliseconds since 1970.
  package let time: Int
  /// The request. Its body is empty if it was too large to keep.
  package let request: Request
  /// The response. Its body is empty if it was streamed or too large to keep.
  package let answer: OutgoingResponse
  /// The size of the request's body in bytes.
  package let requestSize: Int
  /// The size of the response's body in bytes, or `nil` for a stream whose length isn't known.
  package let responseSize: Int?
  /// A Boolean value that indicates whether both bodies are available, so that the exchange can be checked.
  package let isWhole: Bool
  /// The status that the client should see, or `nil` if a fault prevented a complete response.
  package let status: Int?
  /// The approximate memory use of the exchange in bytes.
  let weight: Int
  private let streamEnd: FollowedBody.End?

  /// The approximate memory use of an exchange in addition to its bytes.
  static let overhead = 512

  init(id: Int, time: Int, request: Request, answer: OutgoingResponse, largestBody: Int) {
    self.id = id
    self.time = time
    var isWhole = true
    var weight = Self.overhead + request.targetBytes.count
    streamEnd = Self.followed(answer)?.end
    let requestLength = request.body.length
    requestSize = requestLength ?? 0
    if case .bytes(let bytes) = request.body, bytes.count <= largestBody {
      weight += bytes.count
      self.request = request
    } else if requestLength == 0 {
      self.request = request
    } else {
      isWhole = false
      self.request = Self.bodiless(request)
    }
    let isBroken = !answer.isImmediate && answer.delivery.isBroken
    var keepsAnswer = answer.isImmediate || (answer.delivery.raw?.count ?? 0) <= largestBody
    switch answer.content {
    case .rendered(let rendered):
      status = isBroken ? nil : rendered.status
      responseSize = rendered.body.count
      // Other rendered responses are retained by their recordings anyway.
      if rendered.isOneOff { weight += rendered.size }
    case .failure:
      status = nil
      responseSize = 0
    case .response(let response):
      status = isBroken ? nil : response.status
      responseSize = response.body.length
      if case .bytes(let bytes) = response.body, bytes.count <= largestBody {
        weight += bytes.count
      } else if response.body.length != 0 {
        keepsAnswer = false
        isWhole = false
      }
    }
    weight += answer.refusal?.utf8.count ?? 0
    self.answer = keepsAnswer ? answer : Self.cut(answer, to: largestBody)
    self.isWhole = isWhole
    self.weight = weight
  }

  private static func followed(_ answer: OutgoingResponse) -> FollowedBody? {
    guard case .response(let response) = answer.content, case .stream(let stream) = response.body else { return nil }
    return stream as? FollowedBody
  }

  private static func bodiless(_ request: Request) -> Request {
    var request = request
    request.body = .empty
    return request
  }

  /// Returns a response without its body and raw bytes if they are too large to keep.
  private static func cut(_ answer: OutgoingResponse, to largestBody: Int) -> OutgoingResponse {
    var answer = answer
    if case .response(var response) = answer.content {
      let isSmall = response.body.bytes.map { $0.count <= largestBody } ?? false
      if !isSmall { response.body = .empty }
      answer.content = .response(response)
    }
    if let raw = answer.delivery.raw, raw.count > largestBody { answer.delivery.raw = [] }
    return answer
  }

  /// The source of the response: a recording's id, `synthesised`, or `built`.
  package var recording: String? { answer.response.headers[Labels.recording] }

  /// The name of the fault that was injected, or `nil` if there was none.
  package var fault: String? { answer.response.headers[FaultStroke.label] }

  /// The reason why no complete response arrived, or `nil` if it did.
  package var failure: TransportFailure? {
    if case .failure(let failure) = answer.content { return failure }
    guard answer.delivery.isBroken else { return nil }
    let name = fault.map { "The fault \($0)" } ?? "The response's delivery"
    if answer.delivery.reset {
      return TransportFailure(kind: .connectionReset, message: "\(name) reset the connection.")
    }
    if let raw = answer.delivery.raw, !raw.isEmpty {
      return TransportFailure(kind: .malformedResponse, message: "\(name) damaged the response.")
    }
    let place = cutStream.map { " after \($0.sent) of \($0.all) event\($0.all == 1 ? "" : "s")" } ?? ""
    return TransportFailure(kind: .connectionClosed, message: "\(name) closed the connection\(place).")
  }

  /// A Boolean value that indicates whether the response is a stream that hasn't ended yet.
  package var isStreaming: Bool { streamEnd?.isOpen ?? false }

  /// A sentence that says where a streamed response broke off or its client stopped reading, or `nil` if the stream was
  /// complete or hasn't ended yet, or the response wasn't streamed.
  package var earlyEnd: String? { streamEnd?.sentence }

  /// The number of events or lines of an interrupted stream that were sent completely, and their total number. The
  /// value is `nil` if the stream wasn't interrupted or isn't kept.
  package var cutStream: (sent: Int, all: Int)? {
    guard let end = answer.delivery.truncateAfter, answer.delivery.raw == nil, let ends = answer.streamEnds else {
      return nil
    }
    return (sent: ends.count { $0 <= end }, all: ends.count)
  }

  /// The exchange as the client saw it. An interrupted stream contains only the events that arrived completely.
  package var exchange: Exchange {
    guard let failure else { return Exchange(request: request, response: answer.response, recording: recording) }
    var response = answer.response
    guard let cut = cutStream, cut.sent > 0, let ends = answer.streamEnds, let bytes = response.body.bytes else {
      return Exchange(request: request, outcome: .failure(failure))
    }
    response.body = Body(Array(bytes[..<ends[cut.sent - 1]]))
    return Exchange(request: request, response: response, recording: recording)
  }
}
