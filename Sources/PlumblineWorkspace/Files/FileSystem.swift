#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineTime

/// The workspace's access to the disk. Symbolic links are followed; relative paths start from ``WorkingFolder``.
package enum FileSystem {
  enum Kind: Sendable {
    case file
    case folder
    /// A pipe, a device, a socket.
    case other
  }

  /// What stands at a path.
  ///
  /// - Throws: Where nothing does, or a link leads nowhere.
  static func kind(_ path: String) throws(FileError) -> Kind {
    var info = stat()
    guard stat(WorkingFolder.located(path), &info) == 0 else { throw FileError(path: path, action: .read) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Returns a Boolean value that indicates whether a folder stands at a path.
  package static func isFolder(_ path: String) -> Bool { (try? kind(path)) == .folder }

  /// The day on which a file was last written, `YYYY-MM-DD` (UTC).
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

  /// Returns a regular file's identity: its number, its size and when it was written; `nil` for
  /// anything else, a link too.
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

  /// Returns a Boolean value that indicates whether a file lies in a folder or beneath it, once all links on the way are
  /// followed; so does one that isn't there.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let real = resolved(path) else { return true }
    guard let base = resolved(folder) else { return false }
    return base == "/" || real.hasPrefix(base + "/")
  }

  /// Where a path leads, once all links are followed; `nil` where nothing is.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(WorkingFolder.located(path), nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// A path from the folder of a file, where something is at its end: `../waivers.schema.json`. The folder need not be there
  /// yet.
  package static func existing(_ relative: String, beside file: String) -> String? {
    let folder = Path.parent(file)
    let path = folder.isEmpty ? relative : "\(folder)/\(relative)"
    return isFile(path) || isFile(Path.absolute(path, in: WorkingFolder.path)) ? relative : nil
  }

  /// Returns a Boolean value that indicates whether anything stands at a path, also a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(WorkingFolder.located(path), &info) == 0
  }

  /// Returns a Boolean value that indicates whether a regular file stands at a path.
  package static func isFile(_ path: String) -> Bool { (try? kind(path)) == .file }

  /// The names in a folder, sorted by their UTF-8 bytes, without the hidden ones.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try list(folder).map(\.name)
  }

  /// The paths beside one that somebody wrote, as they would write them; none where its folder can't be read.
  package static func shownNames(beside path: String) -> [String] {
    let folder = Path.parent(path)
    let names = (try? names(in: folder.isEmpty ? "." : folder)) ?? []
    return folder.isEmpty ? names : names.map { "\(folder == "/" ? "" : folder)/\($0)" }
  }

  /// What a folder holds, sorted by the names' UTF-8 bytes, without the hidden ones; each with its kind where the folder
  /// itself tells it, which saves looking at the file.
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

  /// The bytes of a regular file; a pipe or a device, which might never end, is refused.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    // Without waiting: to open a pipe would wait for its writer.
    let descriptor = open(WorkingFolder.located(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(path: path, action: .read) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileError(path: path, action: .read) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, action: .read, reason: "It is no regular file")
    }
    // One byte more than the file should have shows that it has ended.
    var bytes = try readSome(descriptor, upTo: max(0, min(Int(clamping: info.st_size), 1 << 30)) + 1, path)
    guard bytes.count > info.st_size else { return bytes }
    while true {
      let more = try readSome(descriptor, upTo: 1 << 16, path)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Removes a file; one that is gone already is none the worse.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(WorkingFolder.located(path)) == 0 || errno == ENOENT else {
      throw FileError(path: path, action: .remove)
    }
  }

  /// Removes a folder, if nothing is in it.
  package static func removeEmptyFolder(_ path: String) { rmdir(WorkingFolder.located(path)) }

  /// Makes a folder and those above it that don't exist yet.
  package static func makeFolder(_ path: String) throws(FileError) {
    if path.isEmpty || isFolder(path) { return }
    try makeFolder(Path.parent(path))
    if mkdir(WorkingFolder.located(path), 0o777) != 0, errno != EEXIST { throw FileError(path: path, action: .make) }
    if !isFolder(path) { throw FileError(path: path, action: .make, reason: "A file of that name is in the way") }
  }
}

extension FileSystem {
  /// Reads until there are so many bytes or no more.
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

/// The system's `read`, which a method of the same name hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// A file or folder that the system wouldn't read, write or make.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried.
  package enum Action: String, Sendable, Hashable {
    case read
    case write = "written"
    case make = "made"
    case remove = "removed"
  }

  package let path: String
  package let action: Action
  /// Why, as the system puts it: "Permission denied".
  package let reason: String

  package init(path: String, action: Action, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
  }

  /// The error of the system call that failed last.
  init(path: String, action: Action, code: Int32 = errno) {
    self.init(path: path, action: action, reason: String(cString: strerror(code)))
  }

  package var description: String { "\(path) can't be \(action.rawValue): \(reason)." }
}
