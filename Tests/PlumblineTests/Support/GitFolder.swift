import Foundation
import TestSupport

/// A git repository for a single test, created by `git` itself.
struct GitFolder {
  let folder: TemporaryFolder

  /// An error with git's message.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init() async throws {
    folder = try TemporaryFolder()
    try await git("init", "--quiet", "--initial-branch", "main")
  }

  /// Runs git in the folder, without the user's settings.
  @discardableResult
  func git(_ words: String...) async throws -> String {
    let path = folder.path
    let settings = ["-c", "user.name=Test", "-c", "user.email=test@plumbline.example", "-c", "commit.gpgsign=false"]
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": path, "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let (status, said) = try await offPool {
      let child = try ChildProcess(
        URL(fileURLWithPath: "/usr/bin/env"), ["git"] + settings + words, environment: environment, folder: path)
      try child.input.close()
      let output = child.output.readDataToEndOfFile()
      let errors = child.errors.readDataToEndOfFile()
      return (child.wait(), String(decoding: output + errors, as: UTF8.self))
    }
    guard status == 0 else { throw Failure(description: "git \(words.joined(separator: " ")): \(said)") }
    return said
  }

  /// Commits all files.
  func commit(_ message: String = "A state") async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--message", message)
  }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  /// Runs `plumbline` in the folder.
  func plumbline(_ arguments: String..., environment: [String: String] = [:], in folder: String = "") async throws
    -> Finished
  {
    let command = RunningCommand(arguments, environment: environment, folder: "\(self.folder.path)\(folder)")
    return await command.end()
  }
}
