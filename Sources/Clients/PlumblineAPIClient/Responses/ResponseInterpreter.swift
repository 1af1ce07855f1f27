import Foundation

/// An interpreter that converts a response to a payload or an `APIError` without any networking.
///
/// The status is checked first. A 2xx response must then be an envelope whose `success` is true, so that a failure
/// inside a 2xx response is never ignored.
public struct ResponseInterpreter: Sendable {
  /// The name of the call in messages, such as `GET /api/v2/tickets/1042`.
  public let endpoint: String
  let makeDecoder: @Sendable () -> JSONDecoder

  /// Creates an interpreter from a call's name and a function that creates decoders.
  public init(endpoint: String, makeDecoder: @escaping @Sendable () -> JSONDecoder = JSONCoding.decoder) {
    self.endpoint = endpoint
    self.makeDecoder = makeDecoder
  }

  /// Returns the envelope of a successful response. Its `data` may be `nil`.
  public func envelope<Payload: Decodable>(
    _ response: APIResponse, of type: Payload.Type = Payload.self
  ) throws(APIError) -> APIEnvelope<Payload> {
    try checkStatus(response)
    let envelope: APIEnvelope<Payload>
    do {
      envelope = try makeDecoder().decode(APIEnvelope<Payload>.self, from: response.body)
    } catch {
      throw .decoding(DecodingFailure(error, body: response.body, endpoint: endpoint))
    }
    guard envelope.success else {
      throw .serverError(Self.text(envelope.message) ?? Self.text(envelope.error) ?? "Unknown error")
    }
    return envelope
  }

  /// Returns the payload of a successful response. A missing payload is an error.
  public func payload<Payload: Decodable>(
    _ response: APIResponse, of type: Payload.Type = Payload.self
  ) throws(APIError) -> Payload {
    try payload(in: envelope(response, of: type))
  }

  /// Returns a page of a list, from the array in `data` and the accompanying `pagination`.
  public func page<Item: Decodable>(
    _ response: APIResponse, of type: Item.Type = Item.self
  ) throws(APIError) -> Page<Item> {
    let envelope = try envelope(response, of: [Item].self)
    return Page(items: try payload(in: envelope), pagination: envelope.pagination)
  }

  /// Checks for success and ignores the payload. A 204 or 205 response may have no body.
  public func success(_ response: APIResponse) throws(APIError) {
    if response.status == 204 || response.status == 205, response.body.isEmpty { return }
    _ = try envelope(response, of: EmptyPayload.self)
  }

  /// Returns a response whose body isn't JSON if it has the required media type. An empty body is an error.
  ///
  /// - Parameter mediaType: The required media type, such as `text/csv`, or `nil` to accept any.
  public func file(_ response: APIResponse, mediaType: String?) throws(APIError) -> APIResponse {
    try checkStatus(response)
    guard !response.body.isEmpty else {
      throw .decoding(DecodingFailure(pointer: "", expected: "a file, not an empty body", endpoint: endpoint))
    }
    if response.mediaType == mediaType { return response }
    if response.mediaType == "application/json" {
      // A failure inside a 2xx response is reported with its own message.
      _ = try envelope(response, of: EmptyPayload.self)
    }
    guard let mediaType else { return response }
    throw .decoding(DecodingFailure(pointer: "", expected: "a body of type \(mediaType)", endpoint: endpoint))
  }

  /// Throws the error for the response's status, unless it is 2xx.
  public func checkStatus(_ response: APIResponse) throws(APIError) {
    switch response.status {
    case 200..<300: return
    case 401: throw .unauthorized
    case 403: throw .forbidden(message(of: response))
    case 404: throw .notFound
    case 409: throw .conflict(message(of: response))
    case 400, 413, 415, 422: throw .validationError(message(of: response))
    default: throw .serverError(message(of: response))
    }
  }

  private func payload<Payload>(in envelope: APIEnvelope<Payload>) throws(APIError) -> Payload {
    guard let payload = envelope.data else {
      throw .decoding(
        DecodingFailure(pointer: "/data", expected: "a payload, not null or absent", endpoint: endpoint))
    }
    return payload
  }

  /// Returns the server's message or, if there is none, a sentence about the status.
  private func message(of response: APIResponse) -> String {
    if let failure = try? makeDecoder().decode(FailureText.self, from: response.body),
      let text = Self.text(failure.message) ?? Self.text(failure.error)
    {
      return text
    }
    if 300..<400 ~= response.status {
      return "The server responded to \(endpoint) with \(response.status): redirects are not followed."
    }
    return "The server responded to \(endpoint) with \(response.status) and no explanation."
  }

  private static func text(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return text
  }

  /// The strings of a failure. They are read whatever the status is, so all of them are optional.
  private struct FailureText: Decodable {
    let error: String?
    let message: String?

    enum CodingKeys: String, CodingKey {
      case error, message
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      error = try? container.decode(String.self, forKey: .error)
      message = try? container.decode(String.self, forKey: .message)
    }
  }
}

/// Interpretation of responses without an envelope. The status alone indicates success, and the body is the value
/// itself.
extension ResponseInterpreter {
  /// Returns the value of a successful response.
  public func bare<Value: Decodable>(
    _ response: APIResponse, of type: Value.Type = Value.self
  ) throws(APIError) -> Value {
    try checkStatus(response)
    do {
      return try makeDecoder().decode(Value.self, from: response.body)
    } catch {
      throw .decoding(DecodingFailure(error, body: response.body, endpoint: endpoint))
    }
  }
}
