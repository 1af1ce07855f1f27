#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The steps by which a batch of files reaches the disk. A test lets any of them fail.
package protocol BatchDisk: Sendable {
  func makeFolder(_ path: String) throws(FileError)
  /// Makes a file of a temporary name, whole and on the disk, for the file that it becomes.
  func stage(_ bytes: [UInt8], at temporary: String, for target: String) throws(FileError)
  /// Gives a file or a folder its name. A file replaces the one that is there.
  func move(_ path: String, to target: String) throws(FileError)
  /// Removes a file; one that is gone already is none the worse.
  func remove(_ path: String) throws(FileError)
  /// Removes a folder, if nothing is in it.
  func removeEmptyFolder(_ path: String)
}

/// The machine's disk.
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
