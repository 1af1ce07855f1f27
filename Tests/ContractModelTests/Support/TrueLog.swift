import Foundation
import PlumblineContractModel

/// The contract of this repository.
enum TrueLog {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Contracts/truelog")

  static func files() throws -> [ContractLoader.File] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
      .map { name in
        ContractLoader.File(
          name: name, path: "Contracts/truelog/\(name)",
          bytes: Array(try Data(contentsOf: folder.appending(path: name))))
      }
  }

  static func contract() throws -> Contract {
    let result = ContractLoader.load(try files())
    guard let contract = result.contract else { throw Files.Unloadable(problems: result.problems) }
    return contract
  }
}
