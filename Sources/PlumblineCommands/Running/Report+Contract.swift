import PlumblineContractModel
import PlumblineReporting

extension Report {
  /// Adds a service and its endpoints to what the report is about.
  ///
  /// - Parameters:
  ///   - links: Whether the report is about the service's links as well.
  ///   - isIncluded: Chooses by id.
  mutating func add(_ contract: Contract, links: Bool = false, where isIncluded: (String) -> Bool = { _ in true }) {
    services.append(ServiceLine(name: contract.service, title: contract.title))
    for endpoint in contract.endpoints where isIncluded(endpoint.id) {
      endpoints.append(
        EndpointLine(
          service: contract.service, id: endpoint.id, request: "\(endpoint.request)", standing: endpoint.standing,
          contract: endpoint.location))
    }
    for link in contract.links where links && isIncluded(link.id) {
      endpoints.append(
        EndpointLine(
          service: contract.service, id: link.id, request: link.form, standing: link.standing, kind: .link))
    }
  }
}
