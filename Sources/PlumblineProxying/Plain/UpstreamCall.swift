import PlumblineHTTPMessages
import PlumblineHTTPServer

/// One request to a real server, until something came of it. Used on the upstream loop's thread only.
final class UpstreamCall {
  let bytes: [UInt8]
  let method: HTTPMethod
  let base: BaseURL
  let limits: HTTPLimits
  /// Whether its body never completes: it has a connection of its own, which ends in a reset.
  let isUnfinished: Bool
  var number: UInt64 = 0
  /// The connection that it is on.
  weak var connection: UpstreamConnection?
  /// Why it was sent again; `nil` where it wasn't.
  var resentAfter: TransportFailure?
  /// Addresses that were not tried yet.
  var addresses: [SocketAddress] = []
  private(set) var isDone = false
  private let completion: @Sendable (Exchange.Outcome) -> Void

  init(
    bytes: [UInt8], method: HTTPMethod, base: BaseURL, limits: HTTPLimits, isUnfinished: Bool = false,
    completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    self.bytes = bytes
    self.method = method
    self.base = base
    self.limits = limits
    self.isUnfinished = isUnfinished
    self.completion = completion
  }

  /// Tells what came of it, once.
  func finish(_ outcome: Exchange.Outcome) {
    guard !isDone else { return }
    isDone = true
    // That no second connection was made says nothing of what became of a write on the first.
    if case .failure = outcome, let resentAfter, !method.isSafe { return completion(.failure(resentAfter)) }
    completion(outcome)
  }

  static func cancelled(_ base: BaseURL) -> TransportFailure {
    TransportFailure(kind: .cancelled, message: "The request to \(base.authority) was cancelled.")
  }

  /// What a failed system call says about the server.
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
