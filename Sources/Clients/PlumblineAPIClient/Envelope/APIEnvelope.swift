/// The envelope of every JSON response.
///
///     {"success": true, "data": …, "message": "optional", "pagination": {…}}
///     {"success": false, "error": "ERROR_CODE", "message": "Human readable message"}
///
/// `data` is decoded only if `success` is true, so that a decoding error never hides a failure.
public struct APIEnvelope<Payload: Decodable>: Decodable {
  /// A Boolean value that indicates whether the call succeeded.
  public let success: Bool
  /// The payload, or `nil` if the call failed or the payload is absent or null.
  public let data: Payload?
  /// The machine-readable error code, such as `NOT_FOUND`.
  public let error: String?
  /// A human-readable message.
  public let message: String?
  /// The page's position in its list, for paginated responses.
  public let pagination: Pagination?

  /// Creates an envelope.
  public init(
    success: Bool, data: Payload? = nil, error: String? = nil, message: String? = nil, pagination: Pagination? = nil
  ) {
    self.success = success
    self.data = data
    self.error = error
    self.message = message
    self.pagination = pagination
  }

  enum CodingKeys: String, CodingKey {
    case success, data, error, message, pagination
  }

  /// Creates an envelope from JSON. `data` is decoded only if `success` is true.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    success = try container.decode(Bool.self, forKey: .success)
    error = try container.decodeIfPresent(String.self, forKey: .error)
    message = try container.decodeIfPresent(String.self, forKey: .message)
    guard success else {
      data = nil
      pagination = nil
      return
    }
    data = try container.decodeIfPresent(Payload.self, forKey: .data)
    pagination = try container.decodeIfPresent(Pagination.self, forKey: .pagination)
  }
}

extension APIEnvelope: Sendable where Payload: Sendable {}
extension APIEnvelope: Equatable where Payload: Equatable {}

/// A payload that accepts and ignores any content of `data`.
public struct EmptyPayload: Decodable, Sendable, Hashable {
  /// Creates an empty payload.
  public init() {}

  /// Accepts any JSON without decoding it.
  public init(from decoder: any Decoder) throws {}
}
