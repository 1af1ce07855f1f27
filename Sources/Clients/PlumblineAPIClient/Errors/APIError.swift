import Foundation

/// What went wrong with one call, in words that an app can show.
///
/// Calls throw an `APIError`, or `CancellationError` when the surrounding task was cancelled. The TrueLog Master Prompt
/// names six cases and their texts; ``conflict(_:)`` and ``decoding(_:)`` are ours.
public enum APIError: LocalizedError, Sendable {
  /// 401: the credentials are missing, unknown or expired.
  case unauthorized
  /// 403: the caller may not do this; the server's message.
  case forbidden(String)
  /// 404: what was asked for does not exist.
  case notFound
  /// 400, 413, 415 or 422: the request was refused; the server's message.
  case validationError(String)
  /// 409: the state of the resource forbids it; the server's message. No document names this case.
  case conflict(String)
  /// Any other failure that the server reports, also `"success": false` in a 2xx answer.
  case serverError(String)
  /// No usable HTTP answer came; usually a `URLError`.
  case networkError(any Error)
  /// A 2xx answer that is not what the client's models say. No document names this case.
  case decoding(DecodingFailure)

  /// What to show to a user.
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
