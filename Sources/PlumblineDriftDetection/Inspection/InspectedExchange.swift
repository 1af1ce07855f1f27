import PlumblineContractModel
import PlumblineJSONTree

/// The result of an inspection, with its intermediate results, so that no endpoint is looked up again and no body
/// parsed again.
package struct InspectedExchange: Sendable {
  /// The endpoint against which the request was checked; `nil` if the contract has none.
  package let endpoint: Endpoint?
  /// The reason why the exchange couldn't be checked: there was no response, or it came from a gateway.
  package let outage: Outage?
  /// All drift between the exchange and the contract.
  package let drift: [Drift]
  /// The response's body as JSON; `nil` if it isn't JSON, or wasn't inspected.
  package let body: JSON?

  init(endpoint: Endpoint?, outage: Outage? = nil, drift: [Drift] = [], body: JSON? = nil) {
    self.endpoint = endpoint
    self.outage = outage
    self.drift = drift
    self.body = body
  }
}
