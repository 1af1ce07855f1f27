import Foundation
import PlumblineJSONTree

/// The contract's files as plain JSON, read without the code under test, so that the expected result of a mutation is
/// computed independently.
struct ContractText: Sendable {
  /// A schema and the file in which its references resolve.
  struct Place: Sendable {
    let file: String
    let schema: JSON
  }

  private let files: [String: JSON]
  /// All of the service's files, including those that don't describe endpoints.
  let contents: [String: JSON]

  static let trueLog = ContractText(folder: "Contracts/truelog")

  init(folder: String) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: folder)
    var contents: [String: JSON] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    where name.hasSuffix(".json") {
      contents[name] = (try? Data(contentsOf: root.appending(path: name))).flatMap { try? JSON.parse(Array($0)) }
    }
    self.init(contents)
  }

  private init(_ contents: [String: JSON]) {
    self.contents = contents
    files = contents.filter { !["waivers.json", "deep-links.json", "field-usage.json"].contains($0.key) }
  }

  /// The text without state, so that no collection prevents a member from being renamed.
  var withoutState: ContractText {
    ContractText(
      contents.mapValues { root in
        (root["endpoints"]?.members.map { $0 } ?? []).reduce(root) { root, endpoint in
          root.removing(JSONPointer(tokens: ["endpoints", endpoint.0, "state"])) ?? root
        }
      })
  }

  /// The file with the settings for all endpoints.
  var root: JSON? { files["contract.json"] }

  /// The identifiers of all endpoints, sorted.
  var endpointIDs: [String] { files.values.flatMap { $0["endpoints"]?.members.keys.map { $0 } ?? [] }.sorted() }

  /// Returns an endpoint's declaration and its file.
  func endpoint(_ id: String) -> Place? {
    for (file, root) in files {
      if let endpoint = root["endpoints"]?[id] { return Place(file: file, schema: endpoint) }
    }
    return nil
  }

  /// Returns every failure of an endpoint, including the common ones, with its status and codes.
  func failures(of endpoint: JSON) -> [(status: Int, codes: [String])] {
    let names = ["contract.json"].flatMap { files[$0]?["commonErrors"]?.elements.compactMap(\.string) ?? [] }
    let own = endpoint["errors"]?.elements.compactMap(\.string) ?? []
    return (names + own).compactMap { name in
      for root in files.values {
        guard let failure = root["errors"]?[name], let status = failure["status"]?.int else { continue }
        return (status, failure["codes"]?.elements.compactMap(\.string) ?? [])
      }
      return nil
    }
  }

  /// Returns the additional member of the envelope with this name.
  func slot(_ name: String) -> Place? {
    files["contract.json"]?["envelope"]?["others"]?[name].map { Place(file: "contract.json", schema: $0) }
  }

  /// Returns a place and every schema that it refers to, each schema once.
  func expanded(_ place: Place) -> [Place] {
    guard let reference = place.schema["$ref"]?.string, let target = target(of: reference, from: place.file) else {
      return [place]
    }
    return [place] + expanded(target)
  }

  private func target(of reference: String, from file: String) -> Place? {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let name = parts.first.flatMap { $0.isEmpty ? nil : $0 } ?? file
    guard let pointer = JSONPointer(parts.count > 1 ? parts[1] : ""), let schema = files[name]?.at(pointer) else {
      return nil
    }
    return Place(file: name, schema: schema)
  }
}
