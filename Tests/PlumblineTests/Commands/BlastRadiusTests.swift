import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The calls that `plumbline diff --clients` predicts to break, compared with those that do when the suite runs against
/// the changed mock.
struct BlastRadiusTests {
  /// A change that intentionally breaks a client.
  struct Change: Sendable, CustomTestStringConvertible {
    let service: String
    let file: String
    let text: String
    let other: String
    /// The member that becomes null, in objects that also have the second member, or `nil` if responses don't change.
    var null: (member: String, beside: String)?

    var testDescription: String { "\(service): \(text)" }
  }

  static let changes = [
    Change(
      service: "truelog", file: "contract.json", text: #""subject": { "type": "string" },"#,
      other: #""subject": { "type": ["string", "null"] },"#, null: ("subject", beside: "priority")),
    Change(
      service: "truelog", file: "tickets.json", text: #""required": ["assigned_to_id"],"#,
      other: #""required": ["assigned_to_id", "reason"],"#),
    Change(
      service: "realityportal", file: "contract.json", text: #""title": { "type": "string" },"#,
      other: #""title": { "type": ["string", "null"] },"#, null: ("title", beside: "currency")),
    Change(
      service: "photoscout", file: "conversations.json", text: #""content": { "type": "string" },"#,
      other: #""content": { "type": ["string", "null"] },"#, null: ("content", beside: "role")),
  ]

  @Test(arguments: changes)
  func `the endpoints that are said to break are those that break on the changed mock`(change: Change) async throws {
    let folder = try TemporaryFolder()
    for name in ["Contracts/\(change.service)", "Recordings/\(change.service)"] {
      try copy(name, to: folder, change)
    }
    let contract = "Contracts/\(change.service)/\(change.file)"
    let old = try folder.text(of: contract)
    try #require(old.contains(change.text))
    try folder.write(old.replacing(change.text, with: change.other, maxReplacements: 1), to: contract)

    let diff = try await plumbline(
      "diff", "\(repositoryRoot.path)/Contracts/\(change.service)", "Contracts/\(change.service)", "--clients",
      "--report", "json", in: folder)
    #expect(diff.status == 1, "\(diff)")
    let impacts = try diff.json["impacts"]?.elements.map { $0 } ?? []
    let said = Set(impacts.filter { $0["breaks"]?.bool == true }.compactMap { $0["endpoint"]?.string })

    let verify = try await plumbline("verify", change.service, "--report", "json", in: folder)
    #expect(verify.status == 1, "\(verify)")
    let calls = try verify.json["calls"]?.elements.map { $0 } ?? []
    let broken = Set(calls.filter { $0["outcome"]?.string != "passed" }.compactMap { $0["endpoint"]?.string })
    #expect(!broken.isEmpty)
    #expect(broken.count < Set(calls.compactMap { $0["endpoint"]?.string }).count)
    let failed = calls.filter { $0["outcome"]?.string != "passed" }.map { "\($0)" }.joined(separator: "\n")
    #expect(said == broken, "\(failed)")
    for name in broken {
      #expect(try diff.json["conclusion"]?.string?.contains("clients break at") ?? false, "\(name)")
    }
  }

  private func plumbline(_ words: String..., in folder: TemporaryFolder) async throws -> Finished {
    // Which of a call's parallel requests fails first depends on the process's threads, so the suite runs in a process
    // of its own.
    let tool = try RunningTool(words, folder: folder.path)
    defer { tool.kill() }
    return await tool.end()
  }

  /// Copies a folder of the repository, and applies the change to all responses.
  private func copy(_ name: String, to folder: TemporaryFolder, _ change: Change) throws {
    let root = repositoryRoot.appendingPathComponent(name).path
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) where path.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
      var file = try JSON.parse(bytes)
      if let null = change.null, let body = file["response"]?["body"] {
        file = file.replacing("/response/body", with: body.nulling(null.member, beside: null.beside)) ?? file
      }
      try folder.write(name.hasPrefix("Recordings") ? file.serialized() : bytes, to: "\(name)/\(path)")
    }
  }
}

extension JSON {
  /// Returns the value with null for a member of each object that also has the second member.
  fileprivate func nulling(_ member: String, beside other: String) -> JSON {
    switch kind {
    case .array: return .array(elements.map { $0.nulling(member, beside: other) })
    case .object:
      var object = self
      for (key, value) in members { object = object.setting(key, to: value.nulling(member, beside: other)) }
      return self[member] != nil && self[other] != nil ? object.setting(member, to: nil) : object
    default: return self
    }
  }
}
