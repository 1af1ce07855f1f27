import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A writer of responses in a service's envelope. If the service has none, errors are `{"error", "message"}`, and
/// successes consist of just their payload.
final class EnvelopeWriter: Sendable {
  private let envelope: Envelope?
  /// The text before the payload of a success, such as `{"success":true,"data":`.
  private let opening: [UInt8]
  /// The text before the message of a success, such as `,"message":`.
  private let messageLabel: [UInt8]
  private let jsonHeaders: HeaderFields = ["Content-Type": "application/json"]
  /// The header fields of responses from the session's state, including their label.
  private let rememberedHeaders: HeaderFields
  /// The prepared responses from the session's state by status, so that each response head is created only once.
  private let remembered: [Int: RenderedResponse]

  init(_ envelope: Envelope?) {
    self.envelope = envelope
    let headers = Labels.adding(
      Labels.remembered, to: Response(status: 200, headers: ["Content-Type": "application/json"])
    ).headers
    rememberedHeaders = headers
    remembered = Dictionary(
      uniqueKeysWithValues: [200, 201, 202].map { status in
        (status, RenderedResponse(Response(status: status, headers: headers, body: Body("{}"))))
      })
    // Only slots at the top level of the body can be written as text. Nested ones require a tree.
    let isFlat = envelope?.places.allSatisfy { $0.tokens.count == 1 } ?? false
    guard isFlat, let envelope, let payload = envelope.payload?.tokens.first else {
      opening = []
      messageLabel = []
      return
    }
    // If the message and the payload share a slot, it contains the payload.
    messageLabel = envelope.message.map { $0 == envelope.payload ? [] : Self.label($0.tokens[0]) } ?? []
    let flag = envelope.flag.map { flag in
      JSON(flag.place.tokens[0]).serialized() + [UInt8(ascii: ":")] + flag.success[0].serialized()
        + [UInt8(ascii: ",")]
    }
    opening = [UInt8(ascii: "{")] + (flag ?? []) + JSON(payload).serialized() + [UInt8(ascii: ":")]
  }

  /// Returns an error response. The details are included only if the envelope has a slot for them.
  ///
  /// - Parameter place: The location of the code, if no envelope defines it.
  func failure(
    _ status: Int, code: ErrorCode?, message: String, details: JSON? = nil, at place: JSONPointer? = nil
  ) -> Response {
    guard let envelope else {
      let name = place.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil } ?? "error"
      let members = code.map { [(name, $0.json)] } ?? []
      return json(status, .object(members + (name == "message" ? [] : [("message", JSON(message))])))
    }
    return json(status, envelope.failure(code: code, message: JSON(message), details: details))
  }

  /// Returns a success response with an optional payload. The message is included only if the envelope has a slot for
  /// it.
  ///
  /// - Parameter isRemembered: A Boolean value that indicates whether to label it as a response from the session's
  ///   state.
  func success(
    _ status: Int, payload: JSON?, message: JSON? = nil, others: [(String, JSON)] = [],
    isRemembered: Bool = false
  ) -> Response {
    guard let envelope else { return payload.map { json(status, $0) } ?? json(status, .object(others)) }
    guard let payload, !opening.isEmpty else {
      // Successes don't use an envelope that has no payload slot.
      if let payload, envelope.payload == nil { return json(status, payload) }
      let body = envelope.success(payload: payload, message: message, others: others.map { (name: $0.0, value: $0.1) })
      var response = json(status, body)
      if payload != nil, isRemembered { response.headers = rememberedHeaders }
      return response
    }
    // Write the response as text: a tree of the whole response would be discarded right after serialization.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.document.bytes.count + 128)
    bytes.append(contentsOf: opening)
    payload.append(to: &bytes)
    append(message, to: &bytes)
    for (name, value) in others {
      bytes.append(contentsOf: Self.label(name))
      value.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return Response(
      status: status, headers: isRemembered ? rememberedHeaders : jsonHeaders, body: .bytes(bytes))
  }

  /// Returns a success with a payload from the session's state, given as text, or `nil` if the envelope doesn't allow
  /// writing it as text.
  func remembered(_ status: Int, _ payload: [UInt8], message: JSON?) -> OutgoingResponse? {
    guard !opening.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 128)
    bytes.append(contentsOf: opening)
    bytes.append(contentsOf: payload)
    append(message, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    if let base = remembered[status] { return OutgoingResponse(rendered: RenderedResponse(base, body: bytes)) }
    return OutgoingResponse(Response(status: status, headers: rememberedHeaders, body: .bytes(bytes)))
  }

  private func append(_ message: JSON?, to bytes: inout [UInt8]) {
    guard let message, !messageLabel.isEmpty else { return }
    bytes.append(contentsOf: messageLabel)
    message.append(to: &bytes)
  }

  /// Returns the text before the value of an additional member.
  private static func label(_ name: String) -> [UInt8] {
    [UInt8(ascii: ",")] + JSON(name).serialized() + [UInt8(ascii: ":")]
  }

  /// Returns the slot of the additional member with a name.
  func slot(_ name: String) -> Envelope.Slot? { envelope?.other(name) }

  /// Returns a JSON response without an envelope.
  func json(_ status: Int, _ value: JSON) -> Response {
    Response(status: status, headers: jsonHeaders, body: Body(value.serialized()))
  }
}
