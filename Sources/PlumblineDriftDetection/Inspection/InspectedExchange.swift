import PlumblineContractModel
import PlumblineJSONTree

/// The result of an inspection. It includes the intermediate results, so that no endpoint is looked up twice and no
/// body parsed twice.
package struct InspectedExchange: Sendable {
  /// The endpoint against which the request was checked, or `nil` if the contract has none.
  package let endpoint: Endpoint?
  /// The reason that the exchange couldn't be checked, which is that there was no response or that it came from a
  /// gateway.
  package let outage: Outage?
  /// All drift between the exchange and the contract.
  package let drift: [Drift]
  /// The response's body as JSON, or `nil` if it isn't JSON or wasn't inspected.
  package let body: JSON?

  init(endpoint: Endpoint?, outage: Outage? = nil, drift: [Drift] = [], body: JSON? = nil) {
    self.endpoint = endpoint
    self.outage = outage
    self.drift = drift
    self.body = body
  }
}
