import Foundation
import Synchronization
import TestSupport

/// A running `plumbline`: its output as it comes, and its end.
///
/// Blocking reads and the wait for the end have threads of their own; nothing blocks the cooperative pool.
final class RunningTool: Sendable {
  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    /// Those who wait for more output, or for the end.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var open = 3
    var status: Int32?
  }

  private let process: ChildProcess
  private let state: Mutex<State>

  /// Starts the tool in a folder, the repository's own if none is given, with nothing in its environment but what is
  /// given.
  ///
  /// - Parameters:
  ///   - output: the file that a shell appends the output to, with `>>`.
  ///   - openFiles: how many descriptors the tool may have, which it can't raise.
  ///   - waits: whether its writes wait for a reader that is slow.
  ///   - interruptedAfter: what the tool gets a SIGINT for as soon as it has said it, however busy the tests are.
  init(
    _ arguments: [String], environment: [String: String] = [:], folder: String = repositoryRoot.path,
    appendingTo output: String? = nil, openFiles: Int? = nil, interruptedAfter text: String? = nil,
    waits: Bool = true
  ) throws {
    let tool = try Binary.url.get()
    // A test that is starved doesn't ask for seconds, and a server hangs up on who is silent.
    let isServing = ["serve", "record"].contains(arguments.first) && arguments.contains("--port")
    let patience = ["idle", "head-time"].filter { name in isServing && !arguments.contains { $0.hasPrefix(name + "=") }
    }
    let arguments = arguments + patience.flatMap { ["--limit", $0 + "=60m"] }
    if output != nil || openFiles != nil {
      let bound = openFiles.map { "ulimit -n \($0) && " } ?? ""
      let target = output.map { " >> '\($0)'" } ?? ""
      let script = ["-c", "\(bound)exec \"$0\" \"$@\"\(target)", tool.path]
      let shell = URL(fileURLWithPath: "/bin/sh")
      process = try ChildProcess(shell, script + arguments, environment: environment, folder: folder)
    } else {
      process = try ChildProcess(tool, arguments, environment: environment, folder: folder, waits: waits)
    }
    state = Mutex(State())
    try process.input.close()
    let process = process
    read(process.output) { state, bytes in
      func isSaid() -> Bool { text.map { String(decoding: state.output, as: UTF8.self).contains($0) } ?? false }
      let wasSaid = isSaid()
      state.output += bytes
      if !wasSaid, isSaid() { process.send(SIGINT) }
    }
    read(process.errors) { $0.errors += $1 }
    Thread.detachNewThread { [weak self, process] in
      let status = process.wait()
      self?.change {
        $0.status = status
        $0.open -= 1
      }
    }
  }

  deinit { kill() }

  var text: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var errorText: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

  /// Waits until the output has a line that begins like this, and gives the rest of that line; nil if the tool ends
  /// before.
  func line(beginning text: String) async -> String? {
    while true {
      let lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.hasPrefix(text) }) { return String(line.dropFirst(text.count)) }
      if hasEnded { return nil }
      await waitForChange(after: lines.reduce(0) { $0 + $1.utf8.count + 1 })
    }
  }

  /// Waits until the output has a line that contains this, and gives it; nil if the tool ends before.
  func line(containing text: String) async -> String? {
    while true {
      let lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
      if hasEnded { return nil }
      await waitForChange(after: lines.reduce(0) { $0 + $1.utf8.count + 1 })
    }
  }

  /// Waits for the end, and for all output.
  func end() async -> Finished {
    while !hasEnded { await waitForChange(after: nil) }
    return Finished(status: state.withLock { $0.status ?? -1 }, output: text, errors: errorText)
  }

  /// Asks the tool to stop.
  func terminate() { process.send(SIGTERM) }

  /// Sends the tool a signal.
  func send(_ signal: Int32) { process.send(signal) }

  /// Ends the tool at once; for `defer`. Does nothing when it has ended.
  func kill() { process.send(SIGKILL) }

  private var hasEnded: Bool { state.withLock { $0.open == 0 } }

  private func read(_ handle: FileHandle, _ keep: @escaping @Sendable (inout State, [UInt8]) -> Void) {
    Thread.detachNewThread { [weak self] in
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        self?.change { keep(&$0, Array(data)) }
      }
      self?.change { $0.open -= 1 }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the next change; not at all if the whole lines have more than so many bytes by now, or the tool has ended.
  private func waitForChange(after seen: Int?) async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        let whole = state.output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if state.open == 0 || seen.map({ whole > $0 }) ?? false { return true }
        state.waiting.append(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
