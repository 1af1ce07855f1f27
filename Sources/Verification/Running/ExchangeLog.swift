import HTTPMessages
import Synchronization

/// What one call did: its exchanges, in the order in which they were answered, and what was kept from being sent.
final class ExchangeLog: Sendable {
  private let exchanges = Mutex<[Exchange]>([])
  private let refusals = Mutex<[String]>([])

  func append(_ exchange: Exchange) {
    exchanges.withLock { $0.append(exchange) }
  }

  func refuse(_ sentence: String) {
    refusals.withLock { $0.append(sentence) }
  }

  var all: [Exchange] { exchanges.withLock { $0 } }

  /// Why each request that was refused was not sent.
  var refused: [String] { refusals.withLock { $0 } }
}
