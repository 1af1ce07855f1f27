import Foundation

/// The system's own `gzip`.
package enum Gzip {
  /// An error with the status of a failed gzip.
  package struct Failure: Error { package let status: Int32 }

  /// Compresses a file into a second file. Blocks its thread.
  ///
  /// - Parameter level: The level from 1 for the fastest to 9 for the smallest result.
  package static func pack(_ path: String, to packed: String, level: Int = 6) throws {
    let shell = try ChildProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "exec gzip -\(level) -c \"$1\" > \"$2\"", "sh", path, packed],
      environment: ["PATH": "/usr/bin:/bin"], folder: "/")
    try shell.input.close()
    let status = shell.wait()
    if status != 0 { throw Failure(status: status) }
  }
}
