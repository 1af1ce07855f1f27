import Foundation

/// A folder of one test's own, gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Foundation would leave out the /private that the system's own paths begin with on a Mac.
    guard let real = realpath(url.path, nil) else { throw CocoaError(.fileNoSuchFile) }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and makes the folders that it needs.
  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(of name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  /// Copies a folder of the repository.
  func copy(_ source: URL, to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: source, to: url)
  }

  /// Replaces the first place where a file has a text.
  func replace(_ old: String, with new: String, in name: String) throws {
    let text = try text(of: name)
    guard let range = text.range(of: old) else { throw CocoaError(.formatting) }
    try write(text.replacingCharacters(in: range, with: new), to: name)
  }
}
