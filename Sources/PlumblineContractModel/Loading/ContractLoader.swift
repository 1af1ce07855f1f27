import PlumblineJSONTree

/// Makes contracts from files, and says everything that is wrong with them at once.
package enum ContractLoader {
  /// One file of a contract.
  package struct File: Sendable {
    /// The name inside the contract's folder, by which `$ref` finds it: `tickets.json`.
    package let name: String
    /// The path that problems show: `Contracts/truelog/tickets.json`.
    package let path: String
    package let bytes: [UInt8]

    package init(name: String, path: String, bytes: [UInt8]) {
      self.name = name
      self.path = path
      self.bytes = bytes
    }
  }

  /// What came of the files.
  package struct Result: Sendable {
    /// The contract; `nil` when a problem is an error.
    package let contract: Contract?
    /// Every problem, sorted by place.
    package let problems: [Problem]

    package init(contract: Contract?, problems: [Problem]) {
      self.contract = contract
      self.problems = problems
    }
  }
}
