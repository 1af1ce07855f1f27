import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The meaning of a response, based on its status, or on its envelope if the two disagree.
enum ResponseMeaning: Sendable, Hashable {
  case success
  /// The server redirects the caller elsewhere.
  case redirect
  /// The request doesn't carry a login that the server accepts.
  case login
  case forbidden
  /// Something in the request is invalid, most likely its body.
  case invalid
  case notFound
  case methodRefused
  /// The server received too many requests.
  case limited
  /// The server failed.
  case failed
  /// Something in front of the server responded instead, or nothing did.
  case outage
  /// The server waits for the rest of an incomplete body before it responds.
  case waiting
  /// The server returns an error for any other reason.
  case other

  /// Creates the meaning of a status on its own (RFC 9110 section 15).
  init(status: Int) {
    self =
      switch status {
      case 304, 200..<300: .success
      case 300..<400: .redirect
      case 401, 407: .login
      case 403: .forbidden
      case 404, 410: .notFound
      case 405: .methodRefused
      case 406, 421, 426, 431, 451, 501: .other
      case 429: .limited
      case _ where Outage.isTold(by: status): .outage
      case 400..<500: .invalid
      case 500...: .failed
      default: .other
      }
  }

  /// Creates the meaning of a missing response to a request whose body never completes.
  init(unfinished failure: TransportFailure?) {
    self =
      switch failure?.kind {
      case .timeout: .waiting
      // A server, or something in front of it, may drop such a request without responding.
      case .connectionClosed, .connectionReset: .other
      default: .outage
      }
  }

  /// Creates the meaning of an error for a documented occasion.
  init(_ occasion: Occasion) {
    self =
      switch occasion {
      case .unauthenticated: .login
      case .forbidden: .forbidden
      case .missing: .notFound
      case .limit: .limited
      case .server: .failed
      case .invalid, .malformed, .conflict, .precondition: .invalid
      }
  }

  /// Creates the meaning of an error that an envelope reports under a success status, based on the contract's codes or,
  /// failing that, on the words in the message.
  init(refusal code: ErrorCode?, message: String?, in contract: Contract) {
    if let code, let failure = contract.failures.first(where: { $0.codes.contains(code) }) {
      self = failure.occasions?.first.map(Self.init) ?? ResponseMeaning(status: failure.status)
      return
    }
    let text = ((code?.description ?? "") + " " + (message ?? "")).lowercased().replacing("_", with: " ").replacing(
      "-", with: " ")
    let meanings: [(ResponseMeaning, [String])] = [
      (.methodRefused, ["method not", "method"]),
      (.notFound, ["not found", "no such", "no route", "no endpoint", "unknown", "does not exist"]),
      (.login, ["unauthori", "unauthenti", "not logged in", "log in", "login", "token", "credential"]),
      (.forbidden, ["forbidden", "permission", "not allowed"]), (.limited, ["rate limit", "too many"]),
      (.invalid, ["invalid", "valid", "malformed", "required", "parse", "bad request", "json"]),
    ]
    self = meanings.first { meaning in meaning.1.contains { text.contains($0) } }?.0 ?? .other
  }
}
