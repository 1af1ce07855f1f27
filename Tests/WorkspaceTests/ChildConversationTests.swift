import Dispatch
import Testing

@testable import PlumblineWorkspace

struct ChildConversationTests {
  /// Communicates with a shell that reads its commands from the words, on a thread that may block.
  private func talking<Value: Sendable>(
    to script: String, _ body: @escaping @Sendable (ChildConversation) -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { body(try ChildConversation(["/bin/sh", "-c", script], environment: ["GREETING": "hello"])) })
      }
    }
  }

  @Test func `A line is answered by a line, however often`() async throws {
    let answers = try await talking(to: "while read -r line; do echo \"$GREETING $line\" >&0; done; exit 7") { child in
      let answers = (1...3).map { child.ask(Array("\($0)".utf8)).map { String(decoding: $0, as: UTF8.self) } }
      return (answers, child.end())
    }
    #expect(answers.0 == ["hello 1", "hello 2", "hello 3"])
    #expect(answers.1.status == 7)
    #expect(answers.1.signal == nil)
  }

  @Test func `Two lines that come at once are two answers`() async throws {
    let answers = try await talking(to: "read -r line; printf 'one\\ntwo\\n' >&0; read -r line; exit 0") { child in
      defer { _ = child.end() }
      return ["a", "b"].map { child.ask(Array($0.utf8)).map { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(answers == ["one", "two"])
  }

  @Test func `A program that a signal ends answers nothing, and its last words are kept`() async throws {
    let (answer, end) = try await talking(to: "read -r line; echo 'Fatal error: no' >&2; kill -ILL $$") { child in
      (child.ask(Array("x".utf8)), child.end())
    }
    #expect(answer == nil)
    #expect(end.signal == 4)
    #expect(end.status == nil)
    #expect(String(decoding: end.errors, as: UTF8.self).contains("Fatal error: no"))
  }

  @Test func `A program that hangs is ended by another thread`() async throws {
    let (answer, end) = try await talking(to: "while :; do read -r line || exit 0; done") { child in
      let asked = DispatchQueue(label: "asked")
      let answer = DispatchGroup()
      nonisolated(unsafe) var line: [UInt8]?
      asked.async(group: answer) { line = child.ask(Array("x".utf8)) }
      child.terminate()
      answer.wait()
      return (line, child.end())
    }
    #expect(answer == nil)
    #expect(end.signal == 9)
  }

  @Test func `A program that ended between two lines is known before the next is asked`() async throws {
    let (before, after) = try await talking(to: "read -r line; echo yes >&0; read -r line; exit 0") { child in
      _ = child.ask(Array("x".utf8))
      let before = child.isUnusable
      let first = child.end()
      let second = child.end()
      return (before, [first.status, second.status])
    }
    #expect(!before)
    // Requesting the exit status repeatedly returns the same one, and closes no other descriptor.
    #expect(after == [0, 0])
  }

  @Test func `A program that isn't there is reported`() async throws {
    #expect(throws: ChildProcess.Unstarted.self) {
      _ = try ChildConversation(["/nowhere/at/all"], environment: [:])
    }
  }
}
