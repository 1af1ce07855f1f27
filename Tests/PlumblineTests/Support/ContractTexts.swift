import Foundation
import TestSupport

/// A service's contract files, read by Foundation as a reference for the toolkit's own parsing.
struct ContractTexts {
  /// The objects in the files, by name, such as `tickets.json`.
  let files: [String: Any]

  init(_ service: String) throws {
    let folder = repositoryRoot.appendingPathComponent("Contracts/\(service)")
    var files: [String: Any] = [:]
    for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where url.pathExtension == "json" {
      files[url.lastPathComponent] = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    }
    self.files = files
  }

  /// All endpoints with their file and identifier.
  var endpoints: [(file: String, id: String, endpoint: [String: Any])] {
    files.sorted { $0.key < $1.key }.flatMap { name, file in
      let endpoints = (file as? [String: Any])?["endpoints"] as? [String: Any] ?? [:]
      return endpoints.compactMap { id, endpoint in (endpoint as? [String: Any]).map { (name, id, $0) } }
    }
  }

  /// Returns the target of a `$ref` in a file, and the file that contains the target.
  func target(of reference: String, in file: String) -> (schema: Any, file: String)? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].isEmpty ? file : parts[0]
    var target = files[name]
    for token in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      target = (target as? [String: Any])?[String(token)]
    }
    return target.map { ($0, name) }
  }
}
