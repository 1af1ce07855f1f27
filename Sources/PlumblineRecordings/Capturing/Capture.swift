import PlumblineContractModel
import PlumblineHTTPMessages

/// An exchange with a real server that may become a recording.
package struct Capture: Sendable {
  /// As it was sent and answered.
  package let exchange: Exchange
  /// Why it says nothing of the service: nobody answered, or a gateway did. `nil` where the server did.
  package let outage: String?
  /// The rules that its answer breaks.
  package let broken: [String]

  package init(_ exchange: Exchange, outage: String? = nil, broken: [String] = []) {
    self.exchange = exchange
    self.outage = outage
    self.broken = broken
  }
}
