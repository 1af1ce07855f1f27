import HTTPMessages
import Synchronization

/// The exchanges of one call, in the order in which they were answered.
final class ExchangeLog: Sendable {
  private let exchanges = Mutex<[Exchange]>([])

  func append(_ exchange: Exchange) {
    exchanges.withLock { $0.append(exchange) }
  }

  var all: [Exchange] { exchanges.withLock { $0 } }
}
