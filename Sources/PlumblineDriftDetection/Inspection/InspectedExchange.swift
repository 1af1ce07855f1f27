import PlumblineContractModel
import PlumblineJSONTree

/// The result of an inspection, with its intermediate results, so that no endpoint is looked up and no body read again.
package struct InspectedExchange: Sendable {
  /// The endpoint that the request was checked against; `nil` if the contract has none.
  package let endpoint: Endpoint?
  /// The reason why the exchange couldn't be judged: no response came, or a gateway's.
  package let outage: Outage?
  /// Every disagreement between the exchange and the contract.
  package let drift: [Drift]
  /// The response's body as JSON; `nil` if it isn't JSON, or wasn't looked at.
  package let body: JSON?

  init(endpoint: Endpoint?, outage: Outage? = nil, drift: [Drift] = [], body: JSON? = nil) {
    self.endpoint = endpoint
    self.outage = outage
    self.drift = drift
    self.body = body
  }
}
