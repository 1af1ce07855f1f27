import PlumblineContractModel

/// The contract of the control interface: it routes and validates what comes, like any other.
package enum ControlContract {
  /// The contract's text.
  package static var bytes: [UInt8] { PackageResources.contract_json }

  /// The contract, and what is wrong with it: nothing, as a test sees.
  package static let loaded = ContractLoader.load([
    ContractLoader.File(
      name: "contract.json", path: "Sources/PlumblineMockEngine/Control/Contract/contract.json", bytes: bytes)
  ])
}
