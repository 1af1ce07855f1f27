import PlumblineContractModel
import PlumblineJSONTree

/// The result of an inspection. It includes intermediate results, to avoid looking up endpoints and parsing bodies
/// twice.
package struct InspectedExchange: Sendable {
  /// The endpoint that the request was checked against, or `nil` if the contract doesn't have one.
  package let endpoint: Endpoint?
  /// The reason that the exchange couldn't be checked: there was no response, or the response came from a gateway.
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
