import Foundation

/// The error of a failed call, with a message that an app can show.
///
/// Calls throw an `APIError`, or `CancellationError` if the surrounding task was canceled. The TrueLog Master Prompt
/// names six of these cases and their messages. This client adds ``conflict(_:)`` and ``decoding(_:)``.
public enum APIError: LocalizedError, Sendable {
  /// 401: the credentials are missing, unknown, or expired.
  case unauthorized
  /// 403: the caller isn't allowed to do this. The associated value is the server's message.
  case forbidden(String)
  /// 404: the resource doesn't exist.
  case notFound
  /// 400, 413, 415, or 422: the server rejected the request. The associated value is the server's message.
  case validationError(String)
  /// 409: the state of the resource doesn't allow the request. The associated value is the server's message. No
  /// document names this case.
  case conflict(String)
  /// Any other failure that the server reports, including `"success": false` in a 2xx response.
  case serverError(String)
  /// No usable HTTP response arrived. The associated value is usually a `URLError`.
  case networkError(any Error)
  /// A 2xx response doesn't match the client's models. No document names this case.
  case decoding(DecodingFailure)

  /// The message to show to the user.
  public var errorDescription: String? {
    switch self {
    case .unauthorized: return "Session expired. Please login again."
    case .forbidden(let message): return message
    case .notFound: return "Resource not found."
    case .validationError(let message): return message
    case .conflict(let message): return message
    case .serverError(let message): return message
    case .networkError(let error): return error.localizedDescription
    case .decoding(let failure): return failure.description
    }
  }
}
