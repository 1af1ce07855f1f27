import Foundation
import TestSupport

extension TemporaryFolder {
  /// Copies a folder of the repository.
  func copy(_ source: URL, to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: source, to: url)
  }

  /// Replaces the first occurrence of a string in a file.
  func replace(_ old: String, with new: String, in name: String) throws {
    let text = try text(of: name)
    guard let range = text.range(of: old) else { throw CocoaError(.formatting) }
    try write(text.replacingCharacters(in: range, with: new), to: name)
  }
}
