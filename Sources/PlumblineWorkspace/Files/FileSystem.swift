#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineTime

/// A namespace for the workspace's access to the disk. Symbolic links are followed. Relative paths start from
/// ``WorkingFolder``.
package enum FileSystem {
  enum Kind: Sendable {
    case file
    case folder
    /// A pipe, a device, or a socket.
    case other
  }

  /// Returns the kind of the file at a path.
  ///
  /// - Throws: An error if there is no file or a link is broken.
  static func kind(_ path: String) throws(FileError) -> Kind {
    var info = stat()
    guard stat(WorkingFolder.located(path), &info) == 0 else { throw FileError(path: path, action: .read) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Returns a Boolean value that indicates whether there is a folder at a path.
  package static func isFolder(_ path: String) -> Bool { (try? kind(path)) == .folder }

  /// Returns the day on which a file was last written, as `YYYY-MM-DD` (UTC).
  static func dayOfChange(_ path: String) -> String {
    var info = stat()
    guard stat(WorkingFolder.located(path), &info) == 0 else { return WallClock.day(of: 0) }
    #if canImport(Darwin)
      let seconds = info.st_mtimespec.tv_sec
    #else
      let seconds = info.st_mtim.tv_sec
    #endif
    return WallClock.day(of: Int(seconds) * 1000)
  }

  /// Returns the stamp of a regular file, which identifies its current version: its number on the disk, its size, and
  /// its modification time. Returns `nil` for anything else, including links.
  package static func stamp(_ path: String) -> String? {
    var info = stat()
    guard lstat(WorkingFolder.located(path), &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return "\(info.st_ino) \(info.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// Returns a Boolean value that indicates whether a file is inside a folder at any depth, after following all links.
  /// Returns `true` if the file doesn't exist yet.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let real = resolved(path) else { return true }
    guard let base = resolved(folder) else { return false }
    return base == "/" || real.hasPrefix(base + "/")
  }

  /// Returns a path with all links resolved, or `nil` if nothing exists there.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(WorkingFolder.located(path), nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns a path relative to the folder of a file, such as `../waivers.schema.json`, or `nil` if there is no file at
  /// that path. The folder itself may not exist yet.
  package static func existing(_ relative: String, beside file: String) -> String? {
    let folder = Path.parent(file)
    let path = folder.isEmpty ? relative : "\(folder)/\(relative)"
    return isFile(path) || isFile(Path.absolute(path, in: WorkingFolder.path)) ? relative : nil
  }

  /// Returns a Boolean value that indicates whether anything exists at a path, including a broken link.
  package static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(WorkingFolder.located(path), &info) == 0
  }

  /// Returns a Boolean value that indicates whether there is a regular file at a path.
  package static func isFile(_ path: String) -> Bool { (try? kind(path)) == .file }

  /// Returns the names in a folder, sorted by their UTF-8 bytes and excluding hidden files.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try list(folder).map(\.name)
  }

  /// Returns the paths of the files in the same folder as a path that the user typed, in the same form. The result is
  /// empty if the folder can't be read.
  package static func shownNames(beside path: String) -> [String] {
    let folder = Path.parent(path)
    let names = (try? names(in: folder.isEmpty ? "." : folder)) ?? []
    return folder.isEmpty ? names : names.map { "\(folder == "/" ? "" : folder)/\($0)" }
  }

  /// Returns the entries of a folder, sorted by the UTF-8 bytes of their names and excluding hidden files. The kind of
  /// an entry is `nil` if the listing doesn't provide it; if it does, that saves a system call.
  static func list(_ folder: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    guard let stream = opendir(WorkingFolder.located(folder)) else { throw FileError(path: folder, action: .read) }
    defer { closedir(stream) }
    var entries: [(name: String, kind: Kind?)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      switch Int(entry.pointee.d_type) {
      case Int(DT_REG): entries.append((name, .file))
      case Int(DT_DIR): entries.append((name, .folder))
      default: entries.append((name, nil))
      }
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the bytes of a regular file. Pipes and devices are rejected, because they might never end.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    // Open the file without blocking. Otherwise, opening a pipe would wait for its writer.
    let descriptor = open(WorkingFolder.located(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, action: .read) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileError(path: path, action: .read) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, action: .read, reason: "It isn't a regular file")
    }
    // Read one byte more than expected, to detect the end of the file.
    var bytes = try readSome(descriptor, upTo: max(0, min(Int(clamping: info.st_size), 1 << 30)) + 1, path)
    guard bytes.count > info.st_size else { return bytes }
    while true {
      let more = try readSome(descriptor, upTo: 1 << 16, path)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Removes a file. It isn't an error if the file doesn't exist.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(WorkingFolder.located(path)) == 0 || errno == ENOENT else {
      throw FileError(path: path, action: .remove)
    }
  }

  /// Removes a folder if it is empty.
  package static func removeEmptyFolder(_ path: String) { rmdir(WorkingFolder.located(path)) }

  /// Creates a folder and any missing folders above it.
  package static func makeFolder(_ path: String) throws(FileError) {
    if path.isEmpty || isFolder(path) { return }
    try makeFolder(Path.parent(path))
    if mkdir(WorkingFolder.located(path), 0o777) != 0, errno != EEXIST { throw FileError(path: path, action: .make) }
    if !isFolder(path) { throw FileError(path: path, action: .make, reason: "A file with that name already exists") }
  }
}

extension FileSystem {
  /// Reads up to a number of bytes, or until the end.
  private static func readSome(_ descriptor: Int32, upTo size: Int, _ path: String) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = readBytes(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if read > 0 {
          count += read
        } else if read == 0 {
          return
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw FileError(path: path, action: .read, code: code) }
    return bytes
  }
}

/// Calls the system's `read`, which is shadowed by a method with the same name.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// The error for a file or folder that can't be read, written, created, or removed.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The action that failed.
  package enum Action: String, Sendable, Hashable {
    case read
    case write = "written"
    case make = "made"
    case remove = "removed"
  }

  package let path: String
  package let action: Action
  /// The reason given by the system, such as "Permission denied".
  package let reason: String

  package init(path: String, action: Action, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
  }

  /// Creates the error for the system call that failed last.
  init(path: String, action: Action, code: Int32 = errno) {
    self.init(path: path, action: action, reason: String(cString: strerror(code)))
  }

  package var description: String { "\(path) can't be \(action.rawValue): \(reason)." }
}
