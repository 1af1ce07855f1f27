import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport

@testable import PlumblinePact

/// A case of the Pact specification (https://github.com/pact-foundation/pact-specification), with its request or
/// response.
struct PactCase {
  /// The path of the case, such as `v3/testcases/request/body/matches.json`.
  let name: String
  /// A Boolean value that indicates whether the actual message matches the expected one.
  let isMatch: Bool
  private let version: Pact.Version
  private let expected: JSON
  private let actual: JSON

  /// Returns all cases.
  static func all() throws -> [PactCase] {
    guard let root = Conformance.root?.appendingPathComponent("pact") else { return [] }
    let versions = [
      ("v1", Pact.Version(major: 1)), ("v1.1", Pact.Version(major: 1, minor: 1)), ("v2", Pact.Version(major: 2)),
      ("v3", Pact.Version(major: 3)),
    ]
    return try versions.flatMap { folder, version in
      let place = root.appendingPathComponent("\(folder)/testcases")
      let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
      let paths = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
      return try paths.sorted { $0.path < $1.path }.map { file in
        try PactCase(file, "\(folder)/\(file.path.components(separatedBy: "/testcases/").last ?? "")", version)
      }
    }
  }

  private init(_ file: URL, _ name: String, _ version: Pact.Version) throws {
    let bytes = Array(try Data(contentsOf: file))
    let root = try JSON.parse(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    self.name = name
    self.version = version
    isMatch = root["match"]?.bool == true
    expected = root["expected"] ?? JSON.null
    actual = root["actual"] ?? JSON.null
  }

  /// The mismatches between the messages.
  var mismatches: [PactMismatch] {
    let reader = PactReader(path: name, log: NoteLog())
    let matching = PactMatching(version)
    if name.contains("/request/") {
      let wanted = reader.request(
        expected, expected["method"]?.string ?? Self.method, expected["path"]?.string ?? Self.path, version)
      return matching.compare(wanted, request)
    }
    // A message is a response without a status.
    let message = expected["contents"].map { expected.setting("body", to: $0) } ?? expected
    let wanted = reader.response(message, message["status"]?.int, version)
    return matching.compare(wanted, Response(status: actual["status"]?.int ?? 200, headers: headers, body: body))
  }

  private static let method = "GET"
  private static let path = "/"

  private var request: Request {
    let query = PactQuery(actual["query"]).sent.map { "?\($0)" } ?? ""
    let method = HTTPMethod(actual["method"]?.string?.uppercased() ?? Self.method) ?? .get
    return Request(
      method: method, target: (actual["path"]?.string ?? Self.path) + query, headers: headers, body: body)
  }

  private var headers: HeaderFields {
    var headers = HeaderFields()
    for (name, value) in actual["headers"]?.members.map({ $0 }) ?? [] {
      // The recipient reads a folded field as one line.
      headers.append(name: name, value: (value.string ?? "").replacing("\n", with: " "))
    }
    return headers
  }

  private var body: Body {
    guard let body = actual["body"] ?? actual["contents"], !body.isNull else { return .empty }
    return Body(body.string ?? body.text)
  }
}
