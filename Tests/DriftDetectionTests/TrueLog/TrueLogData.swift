import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The contract and the recordings that ship with the repository.
enum TrueLogData {
  static let contract = contract(of: "truelog")

  static func contract(of service: String) -> Contract {
    let result = ContractLoader.load(
      files(in: "Contracts/\(service)").map { url in
        ContractLoader.File(
          name: url.lastPathComponent, path: "Contracts/\(service)/\(url.lastPathComponent)", bytes: bytes(of: url))
      })
    guard let contract = result.contract else {
      preconditionFailure("The contract is wrong: \(result.problems.map(\.description))")
    }
    return contract
  }

  /// A recording in the form that the inspector needs.
  struct Sample: Sendable {
    let name: String
    let exchange: Exchange
    let persona: Persona?
    /// The response's body, or `nil` if it isn't JSON.
    let body: JSON?
  }

  static let samples = samples(of: contract)

  static func samples(of contract: Contract) -> [Sample] {
    files(in: "Recordings/\(contract.service)", deep: true).compactMap { sample($0, contract) }
  }

  static let inspector = Inspector(contract, options: Inspector.Options(visibility: .withoutCredentials))

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func files(in folder: String, deep: Bool = false) -> [URL] {
    let base = root.appending(path: folder)
    let names =
      (deep
        ? try? FileManager.default.subpathsOfDirectory(atPath: base.path)
        : try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { base.appending(path: $0) }
  }

  private static func bytes(of url: URL) -> [UInt8] {
    (try? Data(contentsOf: url)).map { Array($0) } ?? []
  }

  private static func sample(_ url: URL, _ contract: Contract) -> Sample? {
    guard let file = try? JSON.parse(bytes(of: url), file: url.lastPathComponent), let request = file["request"],
      let response = file["response"], let status = response["status"]?.int,
      let method = request["method"]?.string.flatMap(HTTPMethod.init), var target = request["path"]?.string
    else { return nil }
    let query = request["query"]?.members.map { ($0, $1.string ?? $1.text) } ?? []
    if !query.isEmpty { target += "?" + query.map { "\($0)=\($1)" }.joined(separator: "&") }
    let isJSON = response["encoding"] == nil
    let name = url.pathComponents.suffix(2).joined(separator: "/")
    let persona = request["persona"]
    let (body, headers) = body(of: request)
    return Sample(
      name: name,
      exchange: Exchange(
        request: Request(method: method, target: target, headers: headers, body: body),
        response: Response(
          status: status, headers: HeaderFields(response["headers"]?.members.map { ($0, $1.string ?? "") } ?? []),
          body: response["body"].map { isJSON ? Body($0.serialized(.compact)) : Body($0.string ?? "") } ?? .empty),
        recording: name),
      persona: persona == nil ? contract.personas.first : persona?.string.flatMap(contract.persona),
      body: isJSON ? response["body"].flatMap { try? JSON.parse($0.serialized(.compact)) } : nil)
  }

  private static func body(of request: JSON) -> (Body, HeaderFields) {
    guard let body = request["body"] else { return (.empty, [:]) }
    guard request["encoding"] == "multipart" else { return (Body(body.serialized(.compact)), [:]) }
    let (bytes, boundary) = MultipartWriter.bytes(
      of: body.elements.map { part in
        MultipartWriter.Part(name: part["name"]?.string ?? "", body: Array((part["body"]?.string ?? "").utf8))
      })
    return (Body(bytes), ["Content-Type": "multipart/form-data; boundary=\(boundary)"])
  }
}
