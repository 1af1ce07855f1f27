import PlumblineJSONTree
import TestSupport
import Testing

/// The output of a finished `plumbline` command.
struct Finished: Sendable, CustomStringConvertible {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  /// The output as JSON.
  var json: JSON {
    get throws { try JSON.parse(output) }
  }

  var description: String { "status \(status)\n\(output)\(errors)" }
}

/// Runs a command to completion within this process.
func plumbline(
  _ arguments: String..., environment: [String: String] = [:], folder: String? = nil
) async throws -> Finished {
  try await plumbline(arguments: arguments, environment: environment, folder: folder)
}

/// Runs a command with a list of arguments to completion within this process.
func plumbline(
  arguments: [String], environment: [String: String] = [:], folder: String? = nil
) async throws -> Finished {
  let command =
    folder.map { RunningCommand(arguments, environment: environment, folder: $0) }
    ?? RunningCommand(arguments, environment: environment)
  return await command.end()
}

/// Runs the built executable to completion. It's for tests that concern a process, such as the variables that its
/// children inherit.
func plumblineProcess(
  _ arguments: String..., environment: [String: String] = [:], folder: String = repositoryRoot.path
) async throws -> Finished {
  let tool = try RunningTool(arguments, environment: environment, folder: folder)
  defer { tool.kill() }
  return await tool.end()
}
