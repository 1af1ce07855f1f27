import PlumblineContractModel
import PlumblineJSONTree

/// Holds two contracts of one service to each other.
package struct ContractComparison {
  package struct Options: Sendable {
    package var today: String?
    package init(today: String? = nil) { self.today = today }
  }
  private let old: Contract
  private let new: Contract

  package init(old: Contract, new: Contract, options: Options = Options()) {
    self.old = old
    self.new = new
  }

  package func changes() -> [Drift] {
    old.endpoints.filter { one in !new.endpoints.contains { $0.id == one.id } }.map {
      Drift(
        rule: Rule("change.endpoint.removed", .breaking), service: new.service, endpoint: $0.id,
        expected: "\($0.request)", message: "The endpoint is gone: \($0.request). Whoever calls it fails.",
        old: $0.location,
        witness: ChangeWitness(
          .request, method: $0.request.method.description, path: "\($0.request.template)", place: "/request",
          value: nil))
    }
  }
}

extension ContractComparison {
  package static func removal(of contract: Contract) -> Drift {
    Drift(
      rule: Rule("change.service.removed", .breaking), service: contract.service, endpoint: "contract.json",
      message: "The service is gone.", old: contract.location)
  }
  package static func addition(of contract: Contract) -> Drift {
    Drift(
      rule: Rule("change.service.added", .notice), service: contract.service, endpoint: "contract.json",
      message: "There is one more service.", contract: contract.location)
  }
}
