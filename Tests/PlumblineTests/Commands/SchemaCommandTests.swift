import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

struct SchemaCommandTests {
  @Test(arguments: [
    ("contract", "Contracts"), ("links", "Contracts"), ("waivers", "Contracts"), ("sensitivity", "Contracts"),
    ("recording", "Recordings"),
  ])
  func `the schema of a kind of file is the one beside our own files`(kind: String, folder: String) async throws {
    let run = try await plumbline("schema", kind)
    #expect(run.status == 0, "\(run)")
    let own = repositoryRoot.appendingPathComponent("\(folder)/\(kind).schema.json")
    #expect(try run.output == String(contentsOf: own, encoding: .utf8))
  }

  @Test(arguments: [("deep-links", "links"), ("field-usage", "sensitivity")])
  func `a schema has the name of its file, and a former one`(name: String, former: String) async throws {
    let run = try await plumbline("schema", name)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(try await plumbline("schema", former).output == run.output)
    let help = try await plumbline("schema", "--help")
    #expect(help.output.contains(name) && !help.output.contains("|\(former)|"), "\(help)")
  }

  @Test func `the kind is contracts if none is named`() async throws {
    #expect(try await plumbline("schema").output == plumbline("schema", "contract").output)
  }

  @Test(arguments: [(["recordings"], "did you mean recording?"), (["links", "waivers"], "one schema at a time")])
  func `an unknown kind of file is reported`(words: [String], told: String) async throws {
    let tool = RunningCommand(["schema"] + words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2)
    #expect(run.output.isEmpty && run.errors.contains(told), "\(run)")
  }

  @Test(arguments: [true, false])
  func `a file that we write leads to a schema only where one is`(isThere: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write(.notes())
    if isThere { try folder.write("{}", to: "Contracts/waivers.schema.json") }
    let end = try await plumbline(
      "waive", "0123456789abcdef", "--reason", "Known", "--until", "never", folder: folder.path)
    #expect(end.status == 0, "\(end.errors)")
    let file = try JSON.parse(folder.text(of: "Contracts/notes/waivers.json"))
    #expect(file["$schema"]?.string == (isThere ? "../waivers.schema.json" : nil))
    #expect(file["waivers"]?.count == 1)
  }
}
