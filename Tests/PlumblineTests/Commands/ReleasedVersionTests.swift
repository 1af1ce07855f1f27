import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The release of a version, and the results of `plumbline diff` for released versions afterward.
struct ReleasedVersionTests {
  private let folder: TemporaryFolder

  /// Creates a copy of the contracts and recordings, and saves the map of TrueLog's version 1.0 in it.
  init() async throws {
    folder = try TemporaryFolder()
    for name in ["Contracts", "Recordings"] {
      try FileManager.default.copyItem(
        at: repositoryRoot.appendingPathComponent(name), to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    let release = try await plumbline(
      "field-usage", "truelog", "--only", "tickets.get", "--only", "users.list", "--save",
      "Contracts/truelog/released/1.0.json")
    try #require(release.status == 0, "\(release)")
  }

  private func plumbline(_ words: String...) async throws -> Finished {
    let tool = RunningCommand(words, folder: folder.path)
    defer { tool.kill() }
    return await tool.end()
  }

  /// Compares the committed contracts with those in the folder.
  private func diff(_ words: String...) async throws -> Finished {
    let tool = RunningCommand(
      ["diff", "\(repositoryRoot.path)/Contracts", "Contracts"] + words, folder: folder.path)
    defer { tool.kill() }
    return await tool.end()
  }

  /// Replaces a string in TrueLog's contract.
  private func change(_ text: String, to other: String) throws {
    let name = "Contracts/truelog/contract.json"
    let old = try folder.text(of: name)
    try #require(old.contains(text))
    try folder.write(old.replacing(text, with: other, maxReplacements: 1), to: name)
  }

  private static let subject = #""subject": { "type": "string" },"#

  @Test func `a release leaves a map that is right by its schema and for lint`() async throws {
    let map = try JSON.parse(folder.text(of: "Contracts/truelog/released/1.0.json"))
    #expect(map["$schema"]?.string == "../../sensitivity.schema.json")
    #expect(map["endpoints"]?.members.keys.map { $0 } == ["tickets.get", "users.list"])
    let lint = try await plumbline("lint", "truelog")
    #expect(lint.status == 0, "\(lint)")
    #expect(!lint.output.contains("released"), "\(lint)")
  }

  @Test func `a change that breaks a released version is reported, without its source and unasked`() async throws {
    try change(Self.subject, to: #""subject": { "type": ["string", "null"] },"#)
    let run = try await diff("--report", "json")
    #expect(run.status == 1, "\(run)")
    let json = try run.json
    let impacts = json["impacts"]?.elements.map { $0 } ?? []
    #expect(!impacts.isEmpty && impacts.allSatisfy { $0["release"]?.string == "1.0" }, "\(run)")
    #expect(impacts.allSatisfy { $0["endpoint"]?.string == "tickets.get" && $0["breaks"]?.bool == true }, "\(run)")
    #expect(impacts.first?["pointer"]?.string == "/response/body/data/subject", "\(run)")
    #expect(json["conclusion"]?.string?.contains("version 1.0 of TrueLog Inventory API breaks at tickets.get") ?? false)
    #expect(json["conclusion"]?.string?.contains("no client call") == false, "Nobody asked the client.")
    let gate = try await diff("--clients", "--gate", "clients")
    #expect(gate.status == 1, "\(gate)")
    #expect(gate.output.contains("in version 1.0 fails at /response/body/data/subject"), "\(gate)")
  }

  @Test func `what is a warning to most is breaking where a version is known to need it`() async throws {
    let name = "Contracts/truelog/released/1.0.json"
    let map = try folder.text(of: name)
    let need = #""/data/custom_status": "may be absent · may be null"#
    try #require(map.contains(need))
    try change(#""custom_status": { "type": ["string", "null"] },"#, to: "")
    let open = try await diff("--report", "json", "--gate", "breaking")
    #expect(open.status == 0, "\(open)")
    try folder.write(
      map.replacing(need, with: #""/data/custom_status": "must exist · not null"#), to: name)
    let run = try await diff("--report", "json", "--gate", "breaking")
    #expect(run.status == 1, "\(run)")
    let raised = try run.json["drift"]?.elements.filter { $0["severity"]?.string == "breaking" } ?? []
    #expect(raised.map { $0["endpoint"]?.string } == ["tickets.get"], "\(run)")
  }

  @Test func `what no version reads breaks none`() async throws {
    try change(#""custom_status": { "type": ["string", "null"] },"#, to: "")
    let run = try await diff()
    #expect(run.output.contains("no released version is known to break"), "\(run)")
  }

  @Test func `an endpoint that is gone breaks the versions that call it, and so does a service`() async throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/old", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(folder.path)/Contracts", toPath: "\(folder.path)/old/Contracts")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Contracts/truelog")
    let run = try await plumbline("diff", "old/Contracts", "Contracts", "--clients", "--gate", "clients")
    #expect(run.status == 1, "\(run)")
    let told = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(told.contains("version 1.0 of TrueLog Inventory API breaks at tickets.get and users.list"), "\(run)")
    #expect(told.contains("clients break at session.login"), "\(run)")
  }

  @Test func `a wrong map is reported by lint and by diff`() async throws {
    try folder.write(#"{ "plumbline": 1 }"#, to: "Contracts/truelog/released/1.1.json")
    for run in [try await plumbline("lint", "truelog"), try await diff()] {
      #expect(run.status == 2, "\(run)")
      #expect(run.output.contains("Contracts/truelog/released/1.1.json:1:1"), "\(run)")
      #expect(run.output.contains("This isn't a field usage map in format"), "\(run)")
    }
  }
}
