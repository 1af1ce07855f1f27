import PlumblineDriftDetection
import PlumblineHTTPMessages

/// An exchange with a real server, and what the contract says of it.
struct JudgedExchange: Sendable {
  let exchange: Exchange
  let drift: [Drift]
  let outage: Outage?
}
