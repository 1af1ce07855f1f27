import ContractModel
import Reporting

extension Report {
  /// Adds a service and its endpoints to what the report is about.
  mutating func add(_ contract: Contract, where isIncluded: (Endpoint) -> Bool = { _ in true }) {
    services.append(ServiceLine(name: contract.service, title: contract.title))
    for endpoint in contract.endpoints where isIncluded(endpoint) {
      endpoints.append(
        EndpointLine(
          service: contract.service, id: endpoint.id, request: "\(endpoint.request)", standing: endpoint.standing,
          contract: endpoint.location))
    }
  }
}
