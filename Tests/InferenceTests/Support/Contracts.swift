import Foundation
import PlumblineContractModel
import PlumblineRecordings
import TestSupport

/// The contracts of this repository.
enum Contracts {
  struct Unloadable: Error {
    let problems: [Problem]
  }

  static func load(_ folder: String) throws -> Contract {
    let url = repositoryRoot.appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }.sorted()
      .map { name in
        ContractLoader.File(
          name: name, path: "\(folder)/\(name)", bytes: Array(try Data(contentsOf: url.appending(path: name))))
      }
    let result = ContractLoader.load(files)
    guard let contract = result.contract else { throw Unloadable(problems: result.problems) }
    return contract
  }

  static func recordings(_ folder: String) throws -> [Recording] {
    let url = repositoryRoot.appending(path: folder)
    let manager = FileManager.default
    let files = try manager.contentsOfDirectory(atPath: url.path).sorted().flatMap { endpoint in
      try manager.contentsOfDirectory(atPath: url.appending(path: endpoint).path).sorted().map { name in
        RecordingLoader.File(
          endpoint: endpoint, name: name.replacing(".json", with: ""), path: "\(folder)/\(endpoint)/\(name)",
          bytes: Array(try Data(contentsOf: url.appending(path: "\(endpoint)/\(name)"))))
      }
    }
    let loaded = RecordingLoader.load(files)
    guard loaded.problems.isEmpty else { throw Unloadable(problems: loaded.problems) }
    return loaded.recordings
  }
}
