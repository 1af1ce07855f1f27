import PlumblineDriftDetection
import PlumblineReporting
import PlumblineVerification

extension Report {
  /// Adds what the exchanges of a run have shown of the endpoints that the report is about.
  mutating func addEvidence(of outcomes: [CallOutcome], for services: [LoadedServices.Service]) {
    let known = Set(endpoints.map(\.name))
    for service in services {
      var ledger = EvidenceLedger(service.contract)
      for outcome in outcomes where outcome.line.service == service.contract.service {
        for exchange in outcome.exchanges { ledger.note(exchange) }
      }
      evidence += ledger.evidence.filter { known.contains(EndpointName(service: $0.service, id: $0.endpoint)) }
    }
  }
}
