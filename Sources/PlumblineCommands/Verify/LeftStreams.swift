import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification

extension VerifyHarvest {
  /// Warnings about the streams that calls read only in part, one per call, with the point that the call reached.
  var leftStreams: [Problem] {
    outcomes.flatMap { outcome -> [Problem] in
      guard let contract = called.first(where: { $0.contract.service == outcome.line.service })?.contract else {
        return []
      }
      let location = contract.endpoint(outcome.line.endpoint)?.location ?? contract.location
      return outcome.exchanges.compactMap { exchange in
        guard let reason = exchange.fragment?.reason else { return nil }
        return Problem(location, "\(outcome.line.label): \(reason.message)", level: .warning)
      }
    }
  }
}
