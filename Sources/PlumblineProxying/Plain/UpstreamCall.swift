import PlumblineHTTPMessages
import PlumblineHTTPServer

/// One request to a real server, until its outcome. Used on the upstream loop's thread only.
final class UpstreamCall {
  /// The bytes to send next: the request, or the piece of its body that is at hand.
  var bytes: [UInt8]
  /// The source of the rest of the body; `nil` once it is all there.
  var source: (any BodyStream)?
  /// A Boolean value that indicates whether the pieces are sent as chunks; if not, the body's length is known.
  let isChunked: Bool
  /// A Boolean value that indicates whether its body came in pieces, so that it can't be sent again.
  let isStreamed: Bool
  /// The response's body, if it is passed on as it arrives.
  var pipe: BodyPipe?
  /// The time that may pass without progress, and the last progress. Neither is used until a body arrives in pieces.
  var patience: UInt64 = 0
  var progress: UInt64?
  let method: HTTPMethod
  let base: BaseURL
  let limits: HTTPLimits
  /// The responses of unknown length that are given before they are whole.
  let openAnswers: OpenAnswers
  /// A Boolean value that indicates whether its body never completes: it has its own connection, which ends in a reset.
  let isUnfinished: Bool
  var number: UInt64 = 0
  /// The connection that it is on.
  weak var connection: UpstreamConnection?
  /// The failure after which it was sent again; `nil` if it wasn't.
  var resentAfter: TransportFailure?
  /// Addresses that weren't tried yet.
  var addresses: [SocketAddress] = []
  private(set) var isDone = false
  private let completion: @Sendable (Exchange.Outcome) -> Void

  init(
    bytes: [UInt8], source: (any BodyStream)? = nil, method: HTTPMethod, base: BaseURL, limits: HTTPLimits,
    opening openAnswers: OpenAnswers = .all, isUnfinished: Bool = false,
    completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    self.bytes = bytes
    self.source = source
    isStreamed = source != nil
    isChunked = source != nil && source?.length == nil
    self.method = method
    self.base = base
    self.limits = limits
    self.openAnswers = openAnswers
    self.isUnfinished = isUnfinished
    self.completion = completion
  }

  /// Reports the outcome, once.
  func finish(_ outcome: Exchange.Outcome) {
    guard !isDone else { return }
    isDone = true
    // The failure of a second connection says nothing about the fate of a write on the first.
    if case .failure = outcome, let resentAfter, !method.isSafe { return completion(.failure(resentAfter)) }
    completion(outcome)
  }

  /// Ends the bodies that arrive in pieces, because nothing more will follow.
  func end(_ failure: TransportFailure?) {
    source?.cancel()
    source = nil
    if let failure { pipe?.finish(.failed(failure)) }
    pipe = nil
  }

  /// A Boolean value that indicates whether it has its own connection, which isn't reused.
  var isAlone: Bool { isUnfinished || isStreamed }

  static func cancelled(_ base: BaseURL) -> TransportFailure {
    TransportFailure(kind: .cancelled, message: "The request to \(base.authority) was canceled.")
  }

  /// Returns the message for a body that began and didn't continue in time.
  static func fellSilent(_ base: BaseURL) -> String { "\(base.authority) didn't finish its response in time." }

  /// Returns the meaning of a failed system call for the server.
  static func failure(_ code: Int32, _ base: BaseURL) -> TransportFailure {
    switch Sockets.meaning(of: code) {
    case .refused: TransportFailure(kind: .connectionRefused, message: "\(base.authority) refused the connection.")
    case .reset: TransportFailure(kind: .connectionReset, message: "\(base.authority) reset the connection.")
    case .timedOut: TransportFailure(kind: .timeout, message: "\(base.authority) can't be reached: timed out.")
    default:
      TransportFailure(kind: .other, message: "\(base.authority) can't be reached: \(Sockets.errorText(code)).")
    }
  }
}
