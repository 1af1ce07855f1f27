import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineWorkspace
import TestSupport
import Testing

/// The mocks of contracts that describe other people's servers, and of a contract that a team keeps in its own package.
/// They are verified against their contracts like real servers, and must pass.
@Suite(.serialized) struct ForeignContractTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let service: String
    /// The folder that contains `Contracts` and `Recordings`.
    let folder: String
    let environment: [String: String]
    /// A check that passes if writes are allowed.
    let check: String

    var testDescription: String { service }
  }

  static let rows = [
    Row(
      service: "weather", folder: "Tests/Packages/Weather", environment: ["WEATHER_KEY": "demo-key"],
      check: "forecasts.get: requires each of its credentials"),
    Row(service: "prometheus", folder: "Tests/Live", environment: [:], check: ""),
    Row(
      service: "kinto", folder: "Tests/Live",
      environment: ["KINTO_ACCOUNT": "alice:plumb-alice", "KINTO_ACCOUNT_BOB": "bob:plumb-bob"],
      check: "records.list: lists what was requested"),
  ]

  @Test(arguments: rows, [[], ["--allow-writes"]])
  func `a mock passes its own judgement without a client`(row: Row, options: [String]) async throws {
    let folder = repositoryRoot.appendingPathComponent(row.folder)
    let contracts = folder.appendingPathComponent("Contracts").path
    let recordings = folder.appendingPathComponent("Recordings").path
    let service = Workspace(contracts: contracts, recordings: recordings, base: folder.path).load(row.service)
    let contract = try #require(service.contract, "\(service.problems)")
    let server = UnrulyServer(MockLibrary(contract: contract, recordings: service.recordings))
    let run = try await server.serving { url in
      let arguments = [
        "verify", row.service, "--direct", "--server", url, "--contracts", contracts, "--recordings", recordings,
        "--report", "json",
      ]
      let tool = RunningCommand(arguments + options, environment: row.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    let report = try run.json
    #expect(run.status == 0 && report["drift"]?.count == 0, "\(report["drift"]?.text ?? "") \(run.errors)")
    let passed = try #require(report["calls"]).elements.filter { $0["outcome"]?.string == "passed" }
      .map { "\($0["endpoint"]?.string ?? ""): \($0["name"]?.string ?? "")" }
    #expect(passed.count > 3 && (row.check.isEmpty || passed.contains(row.check)), "\(passed)")
  }
}
