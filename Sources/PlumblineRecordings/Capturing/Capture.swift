import PlumblineContractModel
import PlumblineHTTPMessages

/// An exchange with a real server that may become a recording.
package struct Capture: Sendable {
  /// The exchange as it was sent and received.
  package let exchange: Exchange
  /// The reason why the exchange is inconclusive, or `nil` if it is conclusive. There may have been no response, or one
  /// from a gateway.
  package let outage: String?
  /// The rules that the response violates.
  package let broken: [String]

  package init(_ exchange: Exchange, outage: String? = nil, broken: [String] = []) {
    self.exchange = exchange
    self.outage = outage
    self.broken = broken
  }
}

extension Capture {
  /// Returns the reason why a mock can't replay the exchange, or `nil` if it can.
  func unfitness(_ options: RecordingPlan.Options) -> String? {
    guard let response = exchange.response else { return "no response was received" }
    if response.body.bytes == nil, let fragment = exchange.fragment {
      return "its response is incomplete: \(fragment.reason.message.asClause)"
    }
    if exchange.request.body.bytes == nil || response.body.bytes == nil {
      if options.kind == .imported { return "the capture lacks one of its bodies" }
      return "it is larger than \(options.largest); raise the limit with --limit recorded=SIZE"
    }
    for (headers, whose) in [(exchange.request.headers, "request"), (response.headers, "response")] {
      let coding = headers["content-encoding"]?.lowercased() ?? "identity"
      if coding != "identity", !coding.isEmpty {
        return
          "its \(whose) body is compressed (\(coding)) although compression wasn't requested; recordings need uncompressed bodies"
      }
    }
    switch response.status {
    case ..<200: return "\(response.status) isn't a final response"
    case 206: return "it is a partial response (206)"
    case 304: return "a 304 means that the client already has the response"
    default: return nil
    }
  }
}
