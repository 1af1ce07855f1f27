import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// A service's sensitivity map as it's stored in the repository.
struct CommittedMap {
  let root: JSON

  init(_ service: String = "truelog") throws {
    let url = repositoryRoot.appendingPathComponent("Contracts/\(service)/field-usage.json")
    root = try JSON.parse(Array(Data(contentsOf: url)))
  }

  var endpoints: [String] { root["endpoints"]?.members.keys ?? [] }

  /// Returns the requirements of a call, by field.
  func needs(of call: String, at endpoint: String) -> [String: String] {
    let needs = root["endpoints"]?[endpoint]?["needs"]?.elements.map { $0 } ?? []
    guard let need = needs.first(where: { $0["calls"]?.elements.contains { $0.string == call } ?? false }) else {
      return [:]
    }
    return Dictionary(
      (need["fields"]?.members.map { ($0.0, $0.1.string ?? "") } ?? []), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the fields that any call of an endpoint mentions.
  func fields(of endpoint: String) -> Set<String> {
    let needs = root["endpoints"]?[endpoint]?["needs"]?.elements.map { $0 } ?? []
    return Set(needs.flatMap { $0["fields"]?.members.keys ?? [] })
  }
}
