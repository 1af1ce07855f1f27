import Foundation

/// Public test suites that aren't part of the project. Tests that need them are skipped if the environment variable
/// isn't set.
package enum Conformance {
  /// The folder that `PLUMBLINE_CONFORMANCE` specifies. A relative path is resolved from the repository's folder.
  package static let root: URL? = {
    guard let path = ProcessInfo.processInfo.environment["PLUMBLINE_CONFORMANCE"], !path.isEmpty else { return nil }
    return URL(fileURLWithPath: path, relativeTo: repositoryRoot).standardizedFileURL
  }()

  /// A Boolean value that indicates whether the suites are available.
  package static var isAvailable: Bool { root != nil }

  /// A Boolean value that indicates whether a file or folder of the suites exists.
  package static func has(_ path: String) -> Bool {
    root.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(path).path) } ?? false
  }

  /// Returns the bytes of a file in the suites.
  package static func data(_ path: String) throws -> Data {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: root.appendingPathComponent(path))
  }
}
