import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

struct BowtieSessionTests {
  /// Pipes lines through the harness executable and returns its responses.
  private func session(_ lines: [String]) async throws -> [JSON] {
    let folders =
      [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
      + CommandLine.arguments.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let tool = try #require(
      folders.map { $0.appendingPathComponent("plumbline-bowtie") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let output = try await offPool {
      let process = try ChildProcess(tool, [], environment: [:], folder: repositoryRoot.path)
      try process.input.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
      try process.input.close()
      let data = process.output.readDataToEndOfFile()
      _ = process.wait()
      return Array(data)
    }
    return try output.split(separator: UInt8(ascii: "\n")).map { try JSON.parse(Array($0)) }
  }

  @Test func `a session runs from start to stop`() async throws {
    let answers = try await session([
      #"{"cmd": "start", "version": 1}"#,
      #"{"cmd": "dialect", "dialect": "http://json-schema.org/draft-07/schema#"}"#,
      #"{"cmd": "run", "seq": 1, "case": {"description": "d", "schema": {"$ref": "http://x/a", "type": "string"}, "registry": {"http://x/a": {"type": "integer"}}, "tests": [{"description": "1", "instance": 7}, {"description": "2", "instance": "7"}]}}"#,
      #"{"cmd": "run", "seq": "two", "case": {"schema": {"pattern": "(a)\\1"}, "tests": [{"instance": "b"}, {"instance": 1}, {}]}}"#,
      #"{"cmd": "stop"}"#, #"{"cmd": "start", "version": 1}"#,
    ])
    #expect(answers.count == 4)
    #expect(answers[0].at("/implementation/name") == "plumbline")
    #expect(answers[0].at("/implementation/version")?.string == Toolkit.version)
    #expect(answers[0].at("/implementation/dialects")?.count == 5)
    #expect(answers[1] == ["ok": true])
    #expect(answers[2] == ["seq": 1, "results": [["valid": true], ["valid": false]]])
    #expect(answers[3].at("/results/0/skipped") == true)
    #expect(answers[3].at("/results/2/errored") == true)
  }

  @Test func `hostile lines get an error object and the session goes on`() async throws {
    let lines = [
      "", "{", "null", "[]", #"{"cmd": 1}"#, #"{"cmd": "fly", "seq": 3}"#, #"{"cmd": "start", "version": 99}"#,
      #"{"cmd": "run"}"#, #"{"cmd": "run", "seq": 4, "case": 1}"#,
      #"{"cmd": "run", "seq": 5, "case": {"schema": {"type": "no"}, "tests": []}}"#,
      #"{"cmd": "run", "seq": 6, "case": {"schema": {"$ref": "http://nowhere/"}, "tests": [{"instance": 1}]}}"#,
      #"{"cmd": "run", "seq": 7, "case": {"schema": {}, "registry": 5, "tests": {}}}"#,
      String(repeating: "[", count: 100_000), "\u{0}\u{FFFF}",
    ]
    let answers = try await session(
      lines + [#"{"cmd": "run", "seq": 8, "case": {"schema": false, "tests": [{"instance": 1}]}}"#])
    #expect(answers.count == lines.count + 1)
    for (line, answer) in zip(lines, answers) {
      #expect(answer["errored"] == true, "\(line.prefix(60))")
      #expect(answer.at("/context/message")?.string?.isEmpty == false, "\(line.prefix(60))")
    }
    #expect(answers[5]["seq"] == 3)
    #expect(answers.last == ["seq": 8, "results": [["valid": false]]])
  }
}
