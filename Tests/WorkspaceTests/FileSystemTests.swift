import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

@Suite struct FileSystemTests {
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"),
      "Only Linux has files that hold more than their size says."))
  func `a file that has grown since its size was asked for is read to its end`() async throws {
    // The arguments of a process are a file of size 0. These are more than twice as long as the pieces that are read.
    let words =
      ["/bin/sh", "-c", "echo $$; read end; exit 0", "sh"] + ["x", "y"].map { String(repeating: $0, count: 70_000) }
    let shell = try ChildProcess(
      URL(fileURLWithPath: words[0]), Array(words.dropFirst()), environment: [:], folder: "/")
    let number = try await offPool {
      String(decoding: shell.output.availableData, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    let bytes = try FileSystem.read("/proc/\(number)/cmdline")
    try shell.input.close()
    #expect(try await offPool { shell.wait() } == 0)
    let text = words.map { $0 + "\0" }.joined()
    #expect(bytes.count == text.utf8.count)
    #expect(bytes.elementsEqual(text.utf8))
  }
}
