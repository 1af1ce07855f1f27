import PlumblineJSONTree
import Testing

/// What a finished `plumbline` said.
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

/// Runs `plumbline` to its end.
func plumbline(
  _ arguments: String..., environment: [String: String] = [:], folder: String? = nil
) async throws -> Finished {
  try await plumbline(arguments: arguments, environment: environment, folder: folder)
}

/// Runs `plumbline` with a list of arguments to its end. A call of `verify` has an hour where nothing else is said: many
/// tests run beside this one.
func plumbline(
  arguments: [String], environment: [String: String] = [:], folder: String? = nil
) async throws -> Finished {
  let isPatient = arguments.first == "verify" && arguments.count > 1 && !arguments.contains("--timeout")
  let arguments = isPatient ? arguments + ["--timeout", "3600"] : arguments
  let tool =
    try folder.map { try RunningTool(arguments, environment: environment, folder: $0) }
    ?? RunningTool(arguments, environment: environment)
  defer { tool.kill() }
  return await tool.end()
}
