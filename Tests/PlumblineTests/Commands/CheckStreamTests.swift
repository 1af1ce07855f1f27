import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import TestSupport
import Testing

@testable import PlumblineCommands

/// HAR files, which `plumbline check` reads entry by entry.
@Suite struct CheckStreamTests {
  private func exported() async throws -> (text: String, count: Int) {
    let run = try await plumbline("export", "har", "truelog")
    let count = try #require(try run.json["log"]?["entries"]?.count)
    return (run.output, count)
  }

  private func check(_ words: String...) async throws -> (exchanges: Int, problems: [String], status: Int32) {
    let run = try await plumbline(arguments: ["check"] + words + ["--report", "json"])
    let report = try run.json
    return (
      try #require(report["summary"]?["exchanges"]?.int),
      report["problems"]?.elements.compactMap { $0["message"]?.string } ?? [], run.status
    )
  }

  @Test func `a file that is cut off is judged as far as it goes, and reported with the place`() async throws {
    let (text, count) = try await exported()
    let folder = try TemporaryFolder()
    try folder.write(text, to: "whole.har")
    let whole = try await check("\(folder.path)/whole.har")
    #expect(whole.exchanges == count && whole.problems.isEmpty && whole.status == 0, "\(whole)")
    try folder.write(String(text.prefix(text.count / 2)), to: "half.har")
    let half = try await check("\(folder.path)/half.har")
    #expect(half.exchanges > 10 && half.exchanges < count && half.problems.count == 1 && half.status == 2, "\(half)")
    try folder.write(text.replacing(#""method": "GET""#, with: #""method": 7"#, maxReplacements: 1), to: "wrong.har")
    let wrong = try await check("\(folder.path)/wrong.har")
    #expect(wrong.exchanges == count - 1 && wrong.status == 2, "\(wrong)")
    #expect(wrong.problems.count == 1 && wrong.problems[0].contains("method"), "\(wrong)")
  }

  @Test func `of very many wrong entries twenty are listed, and then the number of the others`() throws {
    let folder = try TemporaryFolder()
    func problems(_ count: Int) throws -> [String] {
      let entries = Array(repeating: "{}", count: count).joined(separator: ", ")
      try folder.write(#"{ "log": { "entries": [\#(entries)] } }"#, to: "a.har")
      return CaptureReader.exchanges(in: "\(folder.path)/a.har").problems.map(\.message)
    }
    let told = (1...20).map { "Entry \($0) has no \"request\" object." }
    #expect(try problems(20) == told)
    #expect(try problems(23) == told + ["3 more entries are invalid."])
  }

  @Test func `standard input may be a HAR file`() async throws {
    let (text, count) = try await exported()
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.har")
    let tool = try Binary.url.get()
    let shell = try ChildProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "exec '\(tool.path)' check - --report json=out.json < a.har"],
      environment: [:],
      folder: folder.path)
    try shell.input.close()
    #expect(try await offPool { shell.wait() } == 2, "here is no contract")
    let there = try ChildProcess(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "exec '\(tool.path)' check - --report json='\(folder.path)/out.json' < '\(folder.path)/a.har' > '\(folder.path)/log'",
      ], environment: [:], folder: repositoryRoot.path)
    try there.input.close()
    #expect(try await offPool { there.wait() } == 0)
    let report = try JSON.parse(folder.text(of: "out.json"))
    #expect(report["summary"]?["exchanges"]?.int == count, "\(report["summary"] ?? .null)")
  }
}
