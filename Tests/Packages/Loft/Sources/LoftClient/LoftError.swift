import Foundation

/// A failure of a call, as the app shows it.
public enum LoftError: Error, Sendable {
  /// There is no valid session (401), so the user must log in again.
  case unauthorized
  /// The session lacks a scope (403).
  case forbidden(String)
  /// The item doesn't exist (404).
  case notFound
  /// The request isn't possible in the item's current state (409).
  case conflict(String)
  /// The item has changed since it was read (412). Reading it again resolves the conflict.
  case changedMeanwhile
  /// A parameter, whose name is given, is wrong or missing (400, 413, 415, 422).
  case invalid(String, parameter: String?)
  /// The token endpoint rejected a login or a refresh, with an error code of RFC 6749.
  case refused(String)
  /// The server responded with any other status.
  case server(Int, String)
  /// A URL has a different origin, to which no token is sent.
  case foreignAddress(URL)
  /// No response arrived.
  case network(any Error)
  /// The models can't decode a successful response.
  case decoding(any Error)
}

/// The body of an error. None of its members are required, because a gateway may have created it.
struct ErrorBody: Decodable {
  struct Details: Decodable {
    let code: String?
    let message: String?
    let param: String?
  }

  let error: Details?
}

/// An error of the token endpoint (RFC 6749, section 5.2).
struct TokenErrorBody: Decodable {
  let error: String
}

extension LoftError {
  /// Creates the error for a response whose status is outside of 200 to 299.
  init(status: Int, body: Data) {
    if status != 401, let refusal = try? JSONDecoder().decode(TokenErrorBody.self, from: body) {
      self = .refused(refusal.error)
      return
    }
    let details = (try? JSONDecoder().decode(ErrorBody.self, from: body))?.error
    let message = details?.message ?? "Loft answered \(status)."
    switch status {
    case 401: self = .unauthorized
    case 403: self = .forbidden(message)
    case 404 where !PlantedBug.missingAsServer.isPlanted: self = .notFound
    case 409: self = .conflict(message)
    case 412, 428: self = .changedMeanwhile
    case 400, 413, 415, 422: self = .invalid(message, parameter: details?.param)
    default: self = .server(status, message)
    }
  }
}
