import PlumblineHTTPMessages
import PlumblineHTTPServer

/// A request to a real server, from its start to its outcome. It is used only on the upstream loop's thread.
final class UpstreamCall {
  /// The bytes to send next: the request, or the part of its body that has arrived.
  var bytes: [UInt8]
  /// The source of the rest of the body, or `nil` once the body is complete.
  var source: (any BodyStream)?
  /// A Boolean value that indicates whether the body is sent as chunks. Otherwise, its length is known.
  let isChunked: Bool
  /// A Boolean value that indicates whether the request's body was streamed, so that it can't be sent again.
  let isStreamed: Bool
  /// The response's body, if it is passed on as it arrives.
  var pipe: BodyPipe?
  /// The maximum time without progress, in nanoseconds, and the time of the last progress. Neither is used until a body
  /// arrives in parts.
  var patience: UInt64 = 0
  var progress: UInt64?
  let method: HTTPMethod
  let base: BaseURL
  let limits: HTTPLimits
  /// The rule that determines which responses of unknown length are returned before they are complete.
  let openAnswers: OpenResponses
  /// A Boolean value that indicates whether the request's body never completes. Such a call gets its own connection,
  /// which ends with a reset.
  let isUnfinished: Bool
  var number: UInt64 = 0
  /// The connection that the call uses.
  weak var connection: UpstreamConnection?
  /// The failure that caused the request to be sent again, or `nil` if it wasn't.
  var resentAfter: TransportFailure?
  /// The addresses that haven't been tried yet.
  var addresses: [SocketAddress] = []
  private(set) var isDone = false
  private let completion: @Sendable (Exchange.Outcome) -> Void

  init(
    bytes: [UInt8], source: (any BodyStream)? = nil, method: HTTPMethod, base: BaseURL, limits: HTTPLimits,
    opening openAnswers: OpenResponses = .all, isUnfinished: Bool = false,
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

  /// Reports the outcome. Later calls have no effect.
  func finish(_ outcome: Exchange.Outcome) {
    guard !isDone else { return }
    isDone = true
    // For a write, report the failure of the first connection. The second one's doesn't show whether the first request
    // was executed.
    if case .failure = outcome, let resentAfter, !method.isSafe { return completion(.failure(resentAfter)) }
    completion(outcome)
  }

  /// Ends the bodies that arrive in parts, because nothing more will follow.
  func end(_ failure: TransportFailure?) {
    source?.cancel()
    source = nil
    if let failure { pipe?.finish(.failed(failure)) }
    pipe = nil
  }

  /// A Boolean value that indicates whether the call has its own connection that isn't reused.
  var isAlone: Bool { isUnfinished || isStreamed }

  static func cancelled(_ base: BaseURL) -> TransportFailure {
    TransportFailure(kind: .cancelled, message: "The request to \(base.authority) was canceled.")
  }

  /// Returns the message for a response body that started but didn't continue in time.
  static func fellSilent(_ base: BaseURL) -> String { "\(base.authority) didn't finish its response in time." }

  /// Returns the transport failure for a failed system call.
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
