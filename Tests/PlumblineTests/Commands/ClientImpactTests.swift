import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The effect of a change on TrueLog's real client, as `plumbline diff --clients` reports it.
struct ClientImpactTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: repositoryRoot.appendingPathComponent("Contracts"), to: URL(fileURLWithPath: folder.path + "/Contracts"))
  }

  /// Replaces a string in a file of TrueLog's contract.
  private func change(_ file: String, _ text: String, to other: String) throws {
    let path = "\(folder.path)/Contracts/truelog/\(file)"
    let old = try String(contentsOfFile: path, encoding: .utf8)
    try #require(old.contains(text))
    try old.replacing(text, with: other, maxReplacements: 1).write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func diff(_ options: String...) async throws -> Finished {
    let tool = RunningCommand(
      ["diff", "Contracts", "\(folder.path)/Contracts", "--recordings", "Recordings"] + options,
      folder: repositoryRoot.path)
    defer { tool.kill() }
    return await tool.end()
  }

  @Test func `the calls that a change breaks are named with the place where decoding ends`() async throws {
    try change(
      "contract.json", #""subject": { "type": "string" },"#, to: #""subject": { "type": ["string", "null"] },"#)
    let run = try await diff("truelog", "--clients", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let json = try run.json
    let impacts = json["impacts"]?.elements.map { $0 } ?? []
    let broken = impacts.filter { $0["breaks"]?.bool == true }
    #expect(broken.contains { $0["endpoint"]?.string == "tickets.get" && $0["effect"]?.string == "fails" })
    #expect(broken.contains { $0["message"]?.string?.contains("/data/subject") ?? false }, "\(run)")
    #expect(json["conclusion"]?.string?.contains("clients break at tickets.list") ?? false, "\(run)")
  }

  @Test func `what no client reads breaks none, and --gate clients lets it pass`() async throws {
    try change("contract.json", #""custom_status": { "type": ["string", "null"] },"#, to: "")
    let run = try await diff("truelog", "--clients", "--gate", "clients")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("no client call breaks"), "\(run)")
    // A call that wasn't run isn't said to be unaffected.
    #expect(run.output.contains("wasn't run"), "\(run)")
  }

  @Test func `without a client nothing is said about a service's calls`() async throws {
    for name in ["shop", "store"] {
      try folder.write(
        """
        { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/\(name)": { "get": {
          "responses": { "200": { "description": "Fine" } } } } } }
        """, to: "\(name).json")
    }
    let run = try await plumbline("diff", "shop.json", "store.json", "--clients", folder: folder.path)
    #expect(run.status == 2 && !run.output.contains("no client call breaks"), "\(run)")
    #expect(run.errors.contains("no call suite for shop, so --clients can't run its client"), "\(run)")
  }

  @Test func `a request that is no longer taken is named by the call that sends it`() async throws {
    try change(
      "tickets.json", #""custom_status": { "type": "string" }"#,
      to: #""custom_status": { "type": "string", "maxLength": 1 }"#)
    let run = try await diff("truelog", "--clients", "--gate", "clients", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let refused = try run.json["impacts"]?.elements.filter { $0["effect"]?.string == "refused" } ?? []
    #expect(refused.contains { $0["endpoint"]?.string == "tickets.setStatus" }, "\(run)")
  }

  @Test func `a listed value that is no longer taken is named by the call that sends that one`() async throws {
    try change("contract.json", #""PROCESSING", "#, to: "")
    let run = try await diff("truelog", "--clients", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let refused = try run.json["impacts"]?.elements.filter { $0["effect"]?.string == "refused" } ?? []
    #expect(refused.contains { $0["call"]?.string?.contains("PROCESSING") ?? false }, "\(run)")
    #expect(try run.json["conclusion"]?.string?.contains("no client call breaks") == false, "\(run)")
  }

  @Test func `a success with another status and no body is played, too`() async throws {
    let path = "\(folder.path)/Contracts/truelog/tickets.json"
    let contract = try JSON.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let changed = try #require(
      contract.replacing("/endpoints/tickets.delete/success", with: ["202": [:]])?.removing(
        "/endpoints/tickets.delete/state"))
    try changed.serialized().withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
    let run = try await diff("truelog", "--clients", "--gate", "clients", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let broken = try run.json["impacts"]?.elements.filter { $0["breaks"]?.bool == true } ?? []
    #expect(broken.map { $0["endpoint"]?.string } == ["tickets.delete"], "\(run)")
    #expect(broken.first?["pointer"]?.string == "/response/status", "\(run)")
  }

  @Test func `what refusals say can't be shown to clients, which is said`() async throws {
    try change("contract.json", #""codes": ["FORBIDDEN"]"#, to: #""codes": ["FORBIDDEN", "LOCKED"]"#)
    let run = try await diff("truelog", "--clients", "--report", "json")
    let conclusion = try run.json["conclusion"]?.string ?? ""
    #expect(conclusion.contains("no client was tested with"), "\(run)")
  }

  @Test func `clients are asked although recordings no longer fit the change`() async throws {
    try change("contract.json", #""payload": "data""#, to: #""payload": "result""#)
    let run = try await diff("truelog", "--clients", "--report", "json")
    #expect(run.status == 1, "\(run)")
    #expect(try run.json["conclusion"]?.string?.contains("clients break at") ?? false, "\(run)")
  }

  @Test func `--gate clients is for diff --clients alone`() async throws {
    let run = try await diff("truelog", "--gate", "clients")
    #expect(run.status == 2)
    #expect(run.errors.contains("--gate clients requires diff --clients"), "\(run)")
  }
}
