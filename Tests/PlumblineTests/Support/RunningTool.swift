import Foundation
import Synchronization
import TestSupport

/// A running `plumbline` process, for tests that are about a process: signals, descriptors, its exit.
///
/// Blocking reads and the wait for the end have threads of their own; nothing blocks the cooperative pool.
final class RunningTool: Sendable {
  private let process: ChildProcess
  private let output: RunningOutput
  /// The ends that are still to come: of its output, its errors, and the process.
  private let open = Mutex((count: 3, status: Int32(-1)))

  /// Starts the tool in a folder, the repository's own if none is given, with only the given environment.
  ///
  /// - Parameters:
  ///   - output: the file that a shell appends the output to, with `>>`.
  ///   - openFiles: how many descriptors the tool may have, which it can't raise.
  ///   - waits: whether its writes wait for a reader that is slow.
  ///   - interruptedAfter: what the tool gets a SIGINT for as soon as it has said it, however busy the tests are.
  init(
    _ arguments: [String], environment: [String: String] = [:], folder: String = repositoryRoot.path,
    appendingTo file: String? = nil, openFiles: Int? = nil, interruptedAfter text: String? = nil,
    waits: Bool = true
  ) throws {
    let tool = try Binary.url.get()
    let arguments = arguments.patient
    if file != nil || openFiles != nil {
      let bound = openFiles.map { "ulimit -n \($0) && " } ?? ""
      let target = file.map { " >> '\($0)'" } ?? ""
      let script = ["-c", "\(bound)exec \"$0\" \"$@\"\(target)", tool.path]
      let shell = URL(fileURLWithPath: "/bin/sh")
      process = try ChildProcess(shell, script + arguments, environment: environment, folder: folder)
    } else {
      process = try ChildProcess(tool, arguments, environment: environment, folder: folder, waits: waits)
    }
    let process = process
    let output = RunningOutput(watchingFor: text) { process.send(SIGINT) }
    self.output = output
    try process.input.close()
    read(process.output) { output.append(output: $0) }
    read(process.errors) { output.append(errors: $0) }
    Thread.detachNewThread { [self] in end(status: process.wait()) }
  }

  deinit { kill() }

  var text: String { output.text }
  var errorText: String { output.errorText }

  func line(beginning text: String) async -> String? { await output.line(beginning: text) }

  func line(containing text: String) async -> String? { await output.line(containing: text) }

  func end() async -> Finished { await output.end() }

  /// Asks the tool to stop.
  func terminate() { process.send(SIGTERM) }

  /// Sends the tool a signal.
  func send(_ signal: Int32) { process.send(signal) }

  /// Ends the tool at once; for `defer`. Does nothing when it has ended.
  func kill() { process.send(SIGKILL) }

  private func read(_ handle: FileHandle, _ keep: @escaping @Sendable ([UInt8]) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        keep(Array(data))
      }
      end()
    }
  }

  /// Notes one of the ends.
  private func end(status: Int32? = nil) {
    let last: Int32? = open.withLock { open in
      if let status { open.status = status }
      open.count -= 1
      return open.count == 0 ? open.status : nil
    }
    if let last { output.finish(status: last) }
  }
}

extension [String] {
  /// The command line with limits that outlast a starved test: many run beside it. It doesn't ask for seconds, and a server
  /// hangs up on a silent client.
  var patient: [String] {
    let isServing = ["serve", "record"].contains(first) && contains("--port")
    let names = ["idle", "head-time"].filter { name in isServing && !contains { $0.hasPrefix(name + "=") } }
    return self + names.flatMap { ["--limit", $0 + "=60m"] }
  }
}
