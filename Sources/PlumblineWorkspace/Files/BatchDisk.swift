#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The steps of writing a batch of files to disk. Tests can make any of them fail.
package protocol BatchDisk: Sendable {
  func makeFolder(_ path: String) throws(FileError)
  /// Creates a complete temporary file for a final file, and flushes it to the disk.
  func stage(_ bytes: [UInt8], at temporary: String, for target: String) throws(FileError)
  /// Renames a file or a folder. A file replaces an existing one.
  func move(_ path: String, to target: String) throws(FileError)
  /// Removes a file. It isn't an error if the file doesn't exist.
  func remove(_ path: String) throws(FileError)
  /// Removes a folder if it is empty.
  func removeEmptyFolder(_ path: String)
}

/// The system's disk.
package struct SystemDisk: BatchDisk {
  package init() {}

  package func makeFolder(_ path: String) throws(FileError) { try FileSystem.makeFolder(path) }

  package func stage(_ bytes: [UInt8], at temporary: String, for target: String) throws(FileError) {
    try AtomicFile.stage(bytes, at: temporary, for: target)
  }

  package func move(_ path: String, to target: String) throws(FileError) {
    guard rename(path, target) == 0 else { throw FileError(path: target, action: .write) }
    AtomicFile.flushFolder(Path.parent(target))
  }

  package func remove(_ path: String) throws(FileError) { try FileSystem.remove(path) }

  package func removeEmptyFolder(_ path: String) { FileSystem.removeEmptyFolder(path) }
}
