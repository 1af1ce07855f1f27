import Foundation
import TestSupport

/// The fields that a service's contract documents, read from its files' text and nothing else.
struct DocumentedFields {
  private let files: [String: Any]

  init(_ service: String) throws {
    let folder = repositoryRoot.appendingPathComponent("Contracts/\(service)")
    var files: [String: Any] = [:]
    for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where url.pathExtension == "json" {
      files[url.lastPathComponent] = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    }
    self.files = files
  }

  /// The fields of every JSON answer that an endpoint promises: `/data/*/id`, or `/*/id` of a bare one.
  func fields(of endpoint: String) -> Set<String> {
    var found: Set<String> = []
    for (name, file) in files {
      guard let endpoints = (file as? [String: Any])?["endpoints"] as? [String: Any],
        let success = (endpoints[endpoint] as? [String: Any])?["success"] as? [String: Any]
      else { continue }
      for answers in success.values {
        for answer in (answers as? [Any]) ?? [answers] {
          if let payload = (answer as? [String: Any])?["payload"] { walk(payload, name, "/data", 0, &found) }
          if let body = (answer as? [String: Any])?["body"] { walk(body, name, "", 0, &found) }
        }
      }
    }
    return found
  }

  private func walk(_ schema: Any, _ file: String, _ place: String, _ depth: Int, _ found: inout Set<String>) {
    guard let schema = schema as? [String: Any], depth < 12 else { return }
    if let reference = schema["$ref"] as? String {
      let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0].isEmpty ? file : parts[0]
      var target = files[name]
      for token in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
        target = (target as? [String: Any])?[String(token)]
      }
      if let target { walk(target, name, place, depth + 1, &found) }
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      for branch in schema[keyword] as? [Any] ?? [] { walk(branch, file, place, depth + 1, &found) }
    }
    for (name, property) in schema["properties"] as? [String: Any] ?? [:] {
      found.insert("\(place)/\(name)")
      walk(property, file, "\(place)/\(name)", depth + 1, &found)
    }
    if let items = schema["items"] { walk(items, file, "\(place)/*", depth + 1, &found) }
  }
}
