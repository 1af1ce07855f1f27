import Foundation
import Synchronization

/// The output of a running command up to now, for tests that wait for more.
final class RunningOutput: Sendable {
  private struct State {
    /// The continuations of tasks that wait for more output or for the end.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var status: Int32?
    /// The text for which the output is watched, or `nil` once it has occurred.
    var watched: String?
  }

  private let state: Mutex<State>
  private let react: @Sendable () -> Void

  /// - Parameters:
  ///   - text: The text to watch for.
  ///   - react: A closure that is called once, on the writing thread, as soon as the output contains the text.
  init(watchingFor text: String? = nil, react: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(watched: text))
    self.react = react
  }

  var text: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var errorText: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

  func append(output bytes: [UInt8]) {
    var isThere = false
    change { state in
      state.output += bytes
      guard let text = state.watched, String(decoding: state.output, as: UTF8.self).contains(text) else { return }
      state.watched = nil
      isThere = true
    }
    if isThere { react() }
  }

  func append(errors bytes: [UInt8]) { change { $0.errors += bytes } }

  /// Ends the output, after which nothing is appended.
  func finish(status: Int32) { change { $0.status = status } }

  /// Waits until the output has a line with this prefix, and returns the rest of that line. Returns `nil` if the
  /// command ends before.
  func line(beginning text: String) async -> String? {
    await line { $0.hasPrefix(text) }.map { String($0.dropFirst(text.count)) }
  }

  /// Waits until the output has a line that contains this text, and returns the line. Returns `nil` if the command ends
  /// before.
  func line(containing text: String) async -> String? {
    await line { $0.contains(text) }.map(String.init)
  }

  /// Waits for the end of the command and for all of its output.
  func end() async -> Finished {
    while !hasEnded { await waitForChange(after: nil) }
    return Finished(status: state.withLock { $0.status ?? -1 }, output: text, errors: errorText)
  }

  private func line(where isIt: (Substring) -> Bool) async -> Substring? {
    while true {
      let isLast = hasEnded
      let lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: isIt) { return line }
      if isLast { return nil }
      await waitForChange(after: lines.reduce(0) { $0 + $1.utf8.count + 1 })
    }
  }

  private var hasEnded: Bool { state.withLock { $0.status != nil } }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the next change. Returns immediately if the complete lines already have more than `seen` bytes, or if
  /// the command has ended.
  private func waitForChange(after seen: Int?) async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        let whole = state.output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if state.status != nil || seen.map({ whole > $0 }) ?? false { return true }
        state.waiting.append(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
