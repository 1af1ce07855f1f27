import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import TestSupport
import Testing

/// The TrueLog contract and recordings of this repository.
enum TrueLog {
  /// The contract and the recordings, which are loaded once. If either has a problem, every test that needs them fails.
  static let library = Result { try load() }

  private static func load() throws -> MockLibrary {
    let contracts = repositoryRoot.appendingPathComponent("Contracts/truelog")
    let contractFiles = try names(in: contracts).filter { $0.hasSuffix(".json") }.map { name in
      ContractLoader.File(
        name: name, path: "Contracts/truelog/\(name)",
        bytes: Array(try Data(contentsOf: contracts.appendingPathComponent(name))))
    }
    let result = ContractLoader.load(contractFiles)
    let contract = try #require(result.contract, "\(result.problems)")
    let root = repositoryRoot.appendingPathComponent("Recordings/truelog")
    var files: [RecordingLoader.File] = []
    for endpoint in try names(in: root) {
      for name in try names(in: root.appendingPathComponent(endpoint)) where name.hasSuffix(".json") {
        let url = root.appendingPathComponent(endpoint).appendingPathComponent(name)
        files.append(
          RecordingLoader.File(
            endpoint: endpoint, name: String(name.dropLast(5)), path: "Recordings/truelog/\(endpoint)/\(name)",
            bytes: Array(try Data(contentsOf: url))))
      }
    }
    let recordings = RecordingLoader.load(files)
    #expect(recordings.problems.isEmpty, "\(recordings.problems)")
    return MockLibrary(contract: contract, recordings: recordings.recordings)
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

extension MockSession {
  /// Sends a request to TrueLog with a token, and returns the response.
  func sendTrueLog(
    _ method: HTTPMethod, _ target: String, as token: String? = "agent-token", body: String = ""
  ) -> Seen {
    var headers: HeaderFields = ["X-API-Key": "demo-key"]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    return Seen(answer(to: Request(method: method, target: target, headers: headers, body: Body(body))))
  }
}
