import Foundation

/// A failure of a call, as the app shows it.
public enum LoftError: Error, Sendable {
  /// No valid session (401): log in again.
  case unauthorized
  /// The session lacks a scope (403).
  case forbidden(String)
  /// No such item (404).
  case notFound
  /// Not possible in the item's present state (409).
  case conflict(String)
  /// The item changed since it was read (412); reading it again helps.
  case changedMeanwhile
  /// A wrong or missing parameter (400, 413, 415, 422), and its name.
  case invalid(String, parameter: String?)
  /// The token endpoint rejected a login or a refresh, with RFC 6749's code.
  case refused(String)
  /// Any other status.
  case server(Int, String)
  /// An address of another origin, which gets no token.
  case foreignAddress(URL)
  /// No response came.
  case network(any Error)
  /// A success that the models can't read.
  case decoding(any Error)
}

/// An error's body; none of its members is required, as a gateway may have written it.
struct ErrorBody: Decodable {
  struct Details: Decodable {
    let code: String?
    let message: String?
    let param: String?
  }

  let error: Details?
}

/// An error of the token endpoint (RFC 6749, 5.2).
struct TokenErrorBody: Decodable {
  let error: String
}

extension LoftError {
  /// The error of a response outside of 200 to 299.
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
