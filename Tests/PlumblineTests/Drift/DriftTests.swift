import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The real executable, which runs as a proxy in front of a server that violates the contract.
struct DriftTests {
  /// A finding of the JSON report, reduced to the parts that tests examine.
  private struct Finding: Hashable, CustomStringConvertible {
    let endpoint: String
    let rule: String
    let pointer: String?

    var description: String { "\(endpoint) \(rule) \(pointer ?? "")" }
  }

  private func findings(_ report: JSON) -> [Finding] {
    (report["drift"]?.elements.map { $0 } ?? []).map {
      Finding(
        endpoint: $0["endpoint"]?.string ?? "", rule: $0["rule"]?.string ?? "", pointer: $0["pointer"]?.string)
    }
  }

  private func verify(
    _ url: String, _ more: [String] = ["--allow-writes"] + TrueLog.expendables
  ) async throws -> (run: Finished, report: JSON) {
    let folder = try TemporaryFolder()
    let tool = RunningCommand(
      ["verify", "truelog", "--server", url, "--report", "json=\(folder.path)/report.json"] + more,
      environment: TrueLog.environment)
    defer { tool.kill() }
    let run = await tool.end()
    return (run, try JSON.parse(folder.text(of: "report.json")))
  }

  @Test func `a server that keeps the contract drifts nowhere`() async throws {
    let (run, report) = try await DriftingServer.serving([:]) { try await verify($0) }
    #expect(run.status == 0, "\(run)")
    #expect(findings(report).isEmpty)
    let calls = Array(try #require(report["calls"]).elements)
    let undone = calls.dropFirst(Suite.calls.count)
    // Items that were declared as removable are gone, and the report says so.
    let isTold = { (line: JSON) in line["reason"]?.string?.contains(", which was there before the run, is gone") == true
    }
    #expect(undone.allSatisfy { $0["outcome"]?.string == (isTold($0) ? "skipped" : "passed") }, "\(undone)")
    #expect(undone.contains(where: isTold))
    for (line, call) in zip(calls, Suite.calls) {
      if line["reason"]?.string?.contains("needs --var") == true {
        #expect(["tickets.setStatus", "assets.transfer"].contains(call.endpoint), "\(line)")
      } else if case .recording(let name) = call.means {
        #expect(line["outcome"]?.string == "skipped")
        #expect(line["reason"]?.string == "only the mock can be made to respond with \(name), not a real server")
      } else {
        #expect(line["outcome"]?.string == "passed", "\(line)")
      }
    }
  }

  @Test func `a server is only read from unless writes are allowed`() async throws {
    let (run, report) = try await DriftingServer.serving([:]) { try await verify($0, []) }
    #expect(run.status == 0, "\(run)")
    let contract = try TrueLog.contract
    for (line, call) in zip(try #require(report["calls"]).elements, Suite.calls) where call.means == .data {
      let isSafe = contract.endpoint(call.endpoint)?.isSafe == true
      #expect(line["outcome"]?.string == (isSafe ? "passed" : "skipped"), "\(line)")
      if !isSafe { #expect(line["reason"]?.string?.contains("--allow-writes") == true) }
    }
  }

  @Test func `a server that the contract protects is never written to`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try await DriftingServer.serving([:]) { url in
      try folder.replace(
        #"{ "url": "https://inventory.truelog.com.sg", "writes": "never" }"#,
        with: #"{ "url": "\#(url)", "writes": "never" }"#, in: "Contracts/truelog/contract.json")
      for server in ["production", url + "/"] {
        let (_, report) = try await verify(
          server, ["--allow-writes", "--contracts", "\(folder.path)/Contracts", "--only", "tickets.delete"])
        let calls = Array(try #require(report["calls"]).elements)
        #expect(calls.count == 5)
        #expect(calls.allSatisfy { $0["outcome"]?.string == "skipped" }, "\(calls)")
        #expect(report["summary"]?["exchanges"]?.int == 0)
      }
    }
  }

  @Test(arguments: DriftCase.all)
  func `a drift is named with its place`(drift: DriftCase) async throws {
    let (run, report) = try await DriftingServer.serving([drift.endpoint: drift.edit]) {
      try await verify($0, ["--allow-writes", "--only", drift.endpoint] + TrueLog.expendables)
    }
    #expect(run.status == 1, "\(run)")
    #expect(report["exit"]?.int == 1)
    #expect(findings(report) == [Finding(endpoint: drift.endpoint, rule: drift.rule, pointer: drift.pointer)])
    let finding = try #require(report["drift"]?[0])
    let place = try #require(finding["contract"])
    let file = try #require(place["file"]?.string)
    let line = try #require(place["line"]?.int)
    let column = try #require(place["column"]?.int)
    let locations = try drift.locations
    #expect(locations.contains("\(file):\(line):\(column)"), "\(file):\(line):\(column) is not one of \(locations)")
    // The console output contains the same.
    #expect(run.output.contains(drift.rule))
    #expect(run.output.contains("\(file):\(line):\(column)"))
    if let pointer = drift.pointer { #expect(run.output.contains(pointer)) }
  }

  @Test func `many drifts at once are each named once`() async throws {
    let edits = Dictionary(uniqueKeysWithValues: DriftCase.all.map { ($0.endpoint, $0.edit) })
    let (run, report) = try await DriftingServer.serving(edits) { try await verify($0) }
    #expect(run.status == 1)
    let expected = DriftCase.all.map { Finding(endpoint: $0.endpoint, rule: $0.rule, pointer: $0.pointer) }
    let found = findings(report)
    #expect(Set(found).subtracting(expected) == [])
    #expect(found.count == Set(found).count)
    // Items whose responses drift when they're read can't be restored. Therefore, they aren't changed, and drift in
    // their changes isn't found.
    let calls = Array(try #require(report["calls"]).elements)
    for missed in expected where !found.contains(missed) {
      let own = calls.filter { $0["endpoint"]?.string == missed.endpoint }
      let isWithheld = { (call: JSON) in
        call["reason"]?.string.map { $0.contains(" was not sent: GET ") || $0.hasPrefix("needs --var") } ?? false
      }
      #expect(own.contains(where: isWithheld), "\(missed)")
      #expect(!own.contains { $0["outcome"]?.string == "failed" }, "\(missed)")
    }
    let drifting = Set(expected.map(\.endpoint))
    for line in try #require(report["calls"]).elements where !drifting.contains(line["endpoint"]?.string ?? "") {
      #expect(line["outcome"]?.string != "drifted" && line["outcome"]?.string != "failed", "\(line)")
    }
  }

  @Test func `what the gate lets pass is reported and no failure`() async throws {
    let drift = try #require(DriftCase.all.first { $0.rule == "response.field.undocumented" })
    let (run, report) = try await DriftingServer.serving([drift.endpoint: drift.edit]) {
      try await verify($0, ["--only", drift.endpoint, "--gate", "breaking"])
    }
    #expect(run.status == 0, "\(run)")
    #expect(findings(report).count == 1)
  }

  @Test func `credentials are in no report and no output`() async throws {
    let drift = try #require(DriftCase.all.first)
    let (run, report) = try await DriftingServer.serving([drift.endpoint: drift.edit]) {
      try await verify($0, ["--only", drift.endpoint])
    }
    for secret in ["demo-key", "agent-token"] {
      #expect(!run.output.contains(secret))
      #expect(!run.errors.contains(secret))
      #expect(!report.text.contains(secret))
    }
  }
}
