import Foundation
import TestSupport
import Testing

/// Invalid contracts and recordings.
struct FilesTests {
  private static let five = """
    {
      "plumbline": 1,
      "service": "truelog",
      "title": "Five mistakes",
      "servers": { "testing": { "url": "not a URL" } },
      "envelope": null,
      "colour": "red",
      "endpoints": {
        "notes.get": {
          "summary": "Read", "source": "A test", "request": "FETCH notes",
          "success": { "200": { "body": { "$ref": "#/schemas/Note" } } }
        },
        "notes.add": {
          "summary": "Add", "source": "A test", "request": "POST /notes",
          "success": { "201": { "body": { "type": "objekt" } } },
          "failures": ["notFound"]
        }
      }
    }
    """

  @Test func `a folder has the name by which one went there, unless that is another folder's`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "real/note.txt")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/real")
    for (name, expected) in [(link, link), (folder.path, "\(folder.path)/real"), ("link", "\(folder.path)/real")] {
      let tool = try RunningTool(["verify"], environment: ["PWD": name], folder: "\(folder.path)/real")
      let run = await tool.end()
      #expect(run.status == 2 && run.errors.contains("here or above (\(expected));"), "\(name): \(run)")
    }
  }

  /// The lines of the errors, which concern the server's URL, the unknown member, the request, the reference, the type,
  /// and the error response.
  private static let wrongLines = [5, 7, 10, 11, 15, 16]

  @Test(arguments: ["lint", "verify", "list"])
  func `every mistake of a contract is reported at once, each with its place`(command: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.five, to: "Contracts/truelog/contract.json")
    let run = try await plumbline(command, "--contracts", "\(folder.path)/Contracts", folder: folder.path)
    #expect(run.status == 2, "\(run)")
    let told = (run.output + run.errors).split(separator: "\n").compactMap { line -> Int? in
      guard let start = line.range(of: "Contracts/truelog/contract.json:") else { return nil }
      let parts = line[start.upperBound...].split(separator: ":", maxSplits: 2)
      guard parts.count == 3 || parts.count == 2, Int(parts[1]) != nil else { return nil }
      return Int(parts[0])
    }
    #expect(told.sorted() == Self.wrongLines, "\(run)")
  }

  /// Returns a copy of TrueLog in a folder of its own.
  private func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(Suite.recordings.appendingPathComponent("truelog"), to: "Recordings/truelog")
    return folder
  }

  @Test func `the repository's own files are clean`() async throws {
    let run = try await plumbline("lint")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("no drift"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["lint", "verify"])
  func `a recording that can't be read is reported with its place`(command: String) async throws {
    let folder = try copy()
    let name = "Recordings/truelog/users.list/success.json"
    try folder.replace(#""status": 200,"#, with: #""status": 200"#, in: name)
    let run = try await plumbline(command, folder: folder.path)
    #expect(run.status == 2, "\(run)")
    #expect((run.output + run.errors).contains("\(name):"), "\(run)")
  }

  @Test func `a recording that the contract has left behind is drift`() async throws {
    let folder = try copy()
    try folder.replace(
      #""subject": { "type": "string" }"#, with: #""subject": { "type": "integer" }"#,
      in: "Contracts/truelog/contract.json")
    let run = try await plumbline("lint", "--report", "json", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    let drift = Array(try #require(try run.json["drift"]).elements)
    #expect(!drift.isEmpty)
    #expect(drift.allSatisfy { $0["rule"]?.string == "response.field.type-changed" })
    #expect(drift.contains { $0["endpoint"]?.string == "tickets.get" && $0["recording"]?.string != nil })
  }

  @Test func `contracts are found from a folder beneath them`() async throws {
    let folder = try copy()
    try folder.write("", to: "Sources/App/main.swift")
    let run = try await plumbline("list", folder: "\(folder.path)/Sources/App")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("users.list"))
  }
}
