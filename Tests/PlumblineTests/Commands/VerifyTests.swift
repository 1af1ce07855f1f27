import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

struct VerifyTests {
  @Test func `the whole of TrueLog is verified`() async throws {
    let run = try await plumbline("verify", "truelog")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.isEmpty, "No progress goes into a pipe.")
    #expect(!run.output.contains("\u{1B}"), "No colours go into a pipe.")
    for endpoint in try TrueLog.contract.endpoints {
      let line = run.lines.first { $0.split(separator: " ").dropFirst().first.map(String.init) == endpoint.id }
      #expect(line?.hasPrefix("✓ ") == true, "\(endpoint.id)")
    }
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.contains("✓ 37 endpoints verified"), "\(run)")
    #expect(run.output.contains("no drift"))
  }

  @Test func `every service is verified where none is named`() async throws {
    let run = try await plumbline("verify", "--report", "json")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.isEmpty)
    let report = try run.json
    let calls = Array(try #require(report["calls"]).elements)
    for service in Service.all {
      let contract = try service.library.get().contract
      let own = calls.filter { $0["service"]?.string == contract.service }
      let cases = contract.links.reduce(0) { $0 + $1.cases.count }
      #expect(own.count == service.suite.calls.count + cases)
      #expect(own.allSatisfy { $0["outcome"]?.string == "passed" })
    }
    #expect(report["drift"]?.count == 0)
  }

  @Test func `the report has a passed success for every endpoint`() async throws {
    let run = try await plumbline("verify", "truelog", "--report", "json")
    let report = try run.json
    #expect(run.status == 0)
    #expect(report["plumbline"]?.int == 1)
    #expect(report["command"]?.string == "verify")
    #expect(report["target"]?.string == "mock")
    #expect(report["exit"]?.int == 0)
    #expect(report["summary"]?["endpoints"]?.int == 37)
    #expect(report["drift"]?.count == 0)
    #expect(report["problems"]?.count == 0)
    let calls = Array(try #require(report["calls"]).elements)
    #expect(calls.count == report["summary"]?["calls"]?.int)
    #expect(calls.allSatisfy { $0["outcome"]?.string == "passed" })
    let suite = Suite.calls
    #expect(calls.map { $0["endpoint"]?.string } == suite.map(\.endpoint), "The suite's order is kept.")
    #expect(calls.map { $0["name"]?.string } == suite.map(\.name))
    for endpoint in try TrueLog.contract.endpoints {
      let passed = zip(calls, suite).contains { line, call in
        call.endpoint == endpoint.id && call.expectation == .success && line["outcome"]?.string == "passed"
      }
      #expect(passed, "\(endpoint.id) has a success that passed.")
    }
  }

  @Test func `a pattern chooses endpoints`() async throws {
    let run = try await plumbline("verify", "--only", "comments.*", "--only", "users.list", "--report", "json")
    #expect(run.status == 0)
    let endpoints = Set(try #require(try run.json["calls"]).elements.compactMap { $0["endpoint"]?.string })
    #expect(endpoints == ["comments.list", "comments.add", "comments.update", "comments.delete", "users.list"])
    #expect(try run.json["summary"]?["endpoints"]?.int == 5)
  }

  @Test func `a pattern chooses calls`() async throws {
    let run = try await plumbline("verify", "--only", "*: *without the permission*", "--report", "json")
    let names = try #require(try run.json["calls"]).elements.compactMap { $0["name"]?.string }
    #expect(!names.isEmpty)
    #expect(names.allSatisfy { $0.contains("without the permission") })
  }

  @Test func `reports go to files, and the console's still to standard output`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline(
      "verify", "--only", "users.list", "--report", "junit=\(folder.path)/build/plumbline.xml", "--report",
      "json=\(folder.path)/plumbline.json", "--report", "console=\(folder.path)/plumbline.txt")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("✓ users.list"))
    let xml = try folder.text(of: "build/plumbline.xml")
    #expect(xml.hasPrefix("<?xml"))
    #expect(xml.components(separatedBy: "<testcase").count == 6)
    #expect(try JSON.parse(folder.text(of: "plumbline.json"))["summary"]?["calls"]?.int == 5)
    #expect(try folder.text(of: "plumbline.txt") == run.output)
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "-", "out.txt"])
  func `what standard output goes to is appended to, and not replaced`(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("before\n", to: "out.txt")
    let path = name == "out.txt" ? "\(folder.path)/out.txt" : name
    let tool = try RunningTool(
      ["verify", "--only", "users.list", "--quiet", "--report", "json=\(path)"], appendingTo: "\(folder.path)/out.txt")
    defer { tool.kill() }
    #expect(await tool.end().status == 0)
    let text = try folder.text(of: "out.txt")
    #expect(text.hasPrefix("before\n{"), "\(text.prefix(40))")
    #expect(try JSON.parse(String(text.dropFirst(7)))["summary"]?["calls"]?.int == 5)
  }

  @Test(arguments: ["-", "/dev/stdout"])
  func `a pipe that doesn't wait gets the whole report`(path: String) async throws {
    let tool = try RunningTool(["verify", "--quiet", "--report", "json=\(path)"], waits: false)
    defer { tool.kill() }
    let end = await tool.end()
    #expect(end.status == 0, "\(end.errors)")
    // The output is several times the capacity of a pipe.
    #expect(end.output.utf8.count > 200_000)
    #expect(try JSON.parse(end.output)["exit"]?.int == 0)
  }

  @Test func `a report that can't be written is an error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file, no folder", to: "taken")
    let run = try await plumbline("verify", "--only", "users.list", "--report", "json=\(folder.path)/taken/report.json")
    #expect(run.status == 2)
    #expect(run.errors.contains("taken can't be made: A file with that name already exists."), "\(run)")
  }

  @Test func `quiet says nothing when nothing is wrong`() async throws {
    let run = try await plumbline("verify", "--only", "users.list", "--quiet")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.isEmpty)
  }

  @Test func `a server that isn't there has an exit status and a report of its own`() async throws {
    let folder = try TemporaryFolder()
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let url = port.url
    let run = try await plumbline(
      "verify", "truelog", "--server", url, "--report", "json=\(folder.path)/report.json",
      environment: TrueLog.environment)
    #expect(run.status == 3, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("plumbline: \(url) can't be reached: "), "\(run)")
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["exit"]?.int == 3)
    #expect(report["target"]?.string == url)
    #expect(report["drift"]?.count == 0)
  }

  @Test func `for a service without a suite the error lists those with one`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(.notes(server: "http://127.0.0.1:1"))
    let alone = try await plumbline("verify", folder: folder.path)
    #expect(alone.status == 2)
    #expect(alone.errors.contains("This plumbline has no call suite for notes; it has one for truelog"), "\(alone)")
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(Suite.recordings.appendingPathComponent("truelog"), to: "Recordings/truelog")
    let both = try await plumbline("verify", "--only", "users.list", folder: folder.path)
    #expect(both.status == 0, "\(both)")
    #expect(both.errors.contains("no call suite for notes"), "\(both)")
    let named = try await plumbline("verify", "notes", "truelog", folder: folder.path)
    #expect(named.status == 2, "\(named)")
  }
}
