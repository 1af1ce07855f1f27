import Foundation
import TestSupport
import Testing

/// The commands that the papers show with their output, which are executed in a shell.
@Suite struct TranscriptTests {
  /// Transcripts that use the same server and the same shell, in sequence.
  private struct Session {
    let service: String
    var steps: [Step]
  }

  private struct Step {
    let block: Paper.Block
    let line: Int
    let command: String
    var shown: [String] = []
  }

  /// The sessions of the papers. A transcript that sets the server's URL starts a session, and the preceding `plumbline
  /// serve NAME` specifies the service.
  private static var sessions: [Session] {
    get throws {
      var sessions: [Session] = []
      for block in try Paper.all.get().flatMap(\.blocks) where block.lines.contains(where: { $0.hasPrefix("$ ") }) {
        var steps: [Step] = []
        for (offset, line) in block.lines.enumerated() {
          if line.hasPrefix("$ ") {
            steps.append(Step(block: block, line: block.firstLine + offset, command: String(line.dropFirst(2))))
          } else {
            try #require(!steps.isEmpty, "\(block.path):\(block.firstLine): no command comes before what is shown")
            steps[steps.count - 1].shown.append(line)
          }
        }
        if steps[0].command.hasPrefix("U=") {
          let before = block.before.joined(separator: "\n")
          let named = before.matches(of: /plumbline serve ([a-z]+)/).last.map { String($0.output.1) }
          sessions.append(Session(service: try #require(named), steps: steps))
        } else {
          try #require(
            !sessions.isEmpty, "\(block.path):\(block.firstLine): no transcript before it says where the server is")
          sessions[sessions.count - 1].steps += steps
        }
      }
      return sessions
    }
  }

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  private static let shell = URL(fileURLWithPath: "/bin/bash")

  private static var hasTools: Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/curl") }
      && FileManager.default.isExecutableFile(atPath: shell.path)
  }

  /// Runs the commands in a single shell, and returns the output and exit status of each.
  private func typed(_ commands: [String]) async throws -> [(lines: [String], status: String)] {
    // The output of each step ends with a byte that no response contains.
    let script =
      "exec 2>&1\ncurl() { command curl --silent --show-error --max-time 120 \"$@\"; }\n"
      + commands.map { $0 + "\nprintf '\\n\\036%d\\n' $?\n" }.joined()
    let said = try await offPool {
      let process = try ChildProcess(
        Self.shell, ["-c", script], environment: ["PATH": Self.path], folder: repositoryRoot.path)
      try process.input.close()
      let output = try process.output.readToEnd() ?? Data()
      _ = process.wait()
      return String(decoding: output, as: UTF8.self)
    }
    let parts = said.components(separatedBy: "\n\u{1E}")
    return zip(parts, parts.dropFirst()).enumerated().map { index, pair in
      // All parts except the first start with the previous step's status.
      let text = index == 0 ? pair.0[...] : pair.0.drop { $0 != "\n" }.dropFirst()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return (lines == [""] ? [] : lines, String(pair.1.prefix { $0 != "\n" }))
    }
  }

  @Test func `a session a service, and each transcript belongs to one`() throws {
    let sessions = try Self.sessions
    #expect(sessions.map(\.service) == ["truelog", "photoscout", "realityportal"])
    #expect(sessions.allSatisfy { $0.steps.count > 5 })
  }

  @Test(.enabled(if: hasTools, "bash and curl"), arguments: ["truelog", "photoscout", "realityportal"])
  func `what is typed is answered as shown`(service: String) async throws {
    let session = try #require(try Self.sessions.first { $0.service == service })
    let title = try #require(Service.all.first { $0.suite.service == service }).library.get().contract.title
    let tool = RunningCommand(["serve", service, "--port", "0"])
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "\(title): http://127.0.0.1:"))
    let results = try await typed(
      session.steps.map { $0.command.replacing("http://localhost:8080", with: "http://localhost:\(port)") })
    try #require(results.count == session.steps.count, "The shell ended early.")
    for (step, result) in zip(session.steps, results) {
      #expect(result.status == "0", "\(step.block.path):\(step.line): \(step.command)\ngot \(result.lines)")
      for difference in step.block.differences(result.lines, step.shown, firstLine: step.line + 1) {
        Issue.record("$ \(step.command)\n\(difference)")
      }
    }
  }
}
