import Foundation
import Synchronization
import TestSupport

/// A running `plumbline` process, for tests that concern signals, descriptors or the exit of a process.
///
/// Blocking reads and the wait for the end have threads of their own, so that nothing blocks the cooperative pool.
final class RunningTool: Sendable {
  private let process: ChildProcess
  private let output: RunningOutput
  /// The number of ends that are still expected, which are those of the output, the errors and the process.
  private let open = Mutex((count: 3, status: Int32(-1)))

  /// Starts the tool in a folder with only the given environment. If no folder is given, the tool runs in the
  /// repository's folder.
  ///
  /// - Parameters:
  ///   - output: A file to which a shell appends the output with `>>`.
  ///   - openFiles: The maximum number of file descriptors, which the tool can't raise.
  ///   - waits: A Boolean value that indicates whether the tool's writes wait for a slow reader.
  ///   - interruptedAfter: The output after which the tool receives a SIGINT immediately, even if the tests keep the
  ///     machine busy.
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

  /// Ends the tool immediately, for use in `defer`. Does nothing if the tool has ended.
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

  /// Records one of the ends.
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
  /// The command line with time limits of an hour. Many tests run at the same time, so a client may be too slow for the
  /// default limits, after which a server disconnects it.
  var patient: [String] {
    let isServing = ["serve", "record"].contains(first) && contains("--port")
    let names = ["idle", "head-time"].filter { name in isServing && !contains { $0.hasPrefix(name + "=") } }
    return self + names.flatMap { ["--limit", $0 + "=60m"] }
  }
}
