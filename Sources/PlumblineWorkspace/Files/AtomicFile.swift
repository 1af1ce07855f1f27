#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A namespace for writing whole files atomically, so that no reader ever sees a partial file.
///
/// The bytes go to a temporary file in the same folder, are flushed to the disk, and replace the target by renaming. A
/// crash or a full disk leaves the old file unchanged. Missing folders are created. A target that is a symbolic link
/// stays a link. A pipe or a device, such as `/dev/stdout`, is written to directly.
package enum AtomicFile {
  /// Writes bytes to a path.
  ///
  /// - Throws: The system's error, along with the path.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    // Write a standard stream through its own descriptor. Opening the path again would overwrite the file that it is
    // redirected to from the beginning.
    if let descriptor = standardDescriptor(at: path) { return try send(bytes, to: descriptor, path: path) }
    let target = resolved(path)
    var mode: mode_t?
    var info = stat()
    if stat(target, &info) == 0 {
      switch info.st_mode & S_IFMT {
      case S_IFREG: mode = info.st_mode & 0o7777
      case S_IFDIR: throw FileError(path: path, action: .write, reason: "It is a folder")
      default: return try writeDirectly(bytes, to: target)
      }
    }
    try FileSystem.makeFolder(Path.parent(target))
    try put(target, bytes, mode: mode, replaces: true)
  }

  /// Writes bytes to a new file. An existing file is never replaced, even if another process creates it at the same
  /// time.
  ///
  /// - Throws: The system's error, for example if the file exists.
  package static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    let target = WorkingFolder.located(path)
    try FileSystem.makeFolder(Path.parent(target))
    try put(target, bytes, mode: nil, replaces: false)
  }

  /// Checks that a file can be written, before there is anything to write. Nothing is left behind.
  ///
  /// - Throws: The system's error, along with the path.
  package static func check(_ path: String) throws(FileError) {
    if standardDescriptor(at: path) != nil { return }
    let target = resolved(path)
    var info = stat()
    guard stat(target, &info) == 0 else {
      // A missing file can be created if its folder allows that. Other errors, such as a name that is too long, are
      // permanent.
      if ![ENOENT, ENOTDIR].contains(errno) { throw FileError(path: path, action: .write) }
      return try check(folder: Path.parent(target))
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: try check(folder: Path.parent(target))
    case S_IFDIR: throw FileError(path: path, action: .write, reason: "It is a folder")
    default: if access(target, W_OK) != 0 { throw FileError(path: path, action: .write) }
    }
  }

  /// Checks that files can be written in a folder, which may not exist yet. To do that, a file is created and removed
  /// again in the folder, or in the nearest existing folder above it.
  package static func check(folder: String) throws(FileError) {
    var place = Path.absolute(folder, in: WorkingFolder.path)
    while !FileSystem.isFolder(place) {
      var info = stat()
      if stat(place, &info) == 0 {
        throw FileError(path: place, action: .make, reason: "A file with that name already exists")
      }
      place = Path.parent(place)
      if place.isEmpty { place = "/" }
    }
    let probe = TemporaryPath.new(in: place)
    let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: folder, action: .write) }
    close(descriptor)
    unlink(probe)
  }

  /// Writes text to a path, as UTF-8.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Edits a file. Concurrent edits are serialized, so that each builds on the previous one.
  ///
  /// - Parameter edit: A closure that returns the new text. It is called with the current bytes, or `nil` if there is
  ///   no file.
  package static func change(_ path: String, _ edit: (_ present: [UInt8]?) throws -> String) throws {
    // Lock the folder, because the file itself gets replaced. If that fails, continue without a lock.
    let folder = Path.parent(WorkingFolder.located(path))
    let lock = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    try write(try edit(FileSystem.isFile(path) ? try FileSystem.read(path) : nil), to: path)
  }

  /// - Parameter replaces: A Boolean value that indicates whether to replace an existing file.
  private static func put(_ target: String, _ bytes: [UInt8], mode: mode_t?, replaces: Bool) throws(FileError) {
    let folder = Path.parent(target)
    let temporary = TemporaryPath.new(in: folder)
    var isDone = false
    defer { if !isDone { unlink(temporary) } }
    try make(temporary, bytes, mode: mode, for: target)
    // A link is created only if nothing exists at its path.
    if (replaces ? rename(temporary, target) : link(temporary, target)) != 0 {
      throw FileError(path: target, action: .write)
    }
    isDone = replaces
    flushFolder(folder)
  }

  /// Creates a complete temporary file, and flushes it to the disk. Errors name the final file.
  private static func make(
    _ temporary: String, _ bytes: [UInt8], mode: mode_t?, for target: String
  ) throws(FileError) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(path: target, action: .write) }
    do throws(FileError) {
      try send(bytes, to: descriptor, path: target)
      if let mode, fchmod(descriptor, mode) != 0 { throw FileError(path: target, action: .write) }
      if flush(descriptor) != 0 { throw FileError(path: target, action: .write) }
    } catch {
      close(descriptor)
      throw error
    }
    // Network file systems only report a failed write here.
    if close(descriptor) != 0 { throw FileError(path: target, action: .write) }
  }

  /// Creates a temporary file of a batch, with the permissions of the file that it will replace.
  static func stage(_ bytes: [UInt8], at temporary: String, for target: String) throws(FileError) {
    var info = stat()
    let isThere = stat(target, &info) == 0
    guard !isThere || info.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: target, action: .write, reason: "It isn't a regular file")
    }
    try make(temporary, bytes, mode: isThere ? info.st_mode & 0o7777 : nil, for: target)
  }

  /// Flushes a file's bytes to physical storage. On Darwin, `fsync` stops at the drive's cache, and not every file
  /// system supports `F_FULLFSYNC`, which doesn't.
  private static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, action: .write) }
    defer { close(descriptor) }
    try send(bytes, to: descriptor, path: path)
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
      } else if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
        // The reader of the pipe is just slow, so wait for it.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if count == 0 || errno != EINTR {
        throw FileError(path: path, action: .write)
      }
    }
  }

  /// Flushes a folder, so that new names in it survive a power failure. On file systems that don't support this, a name
  /// may be lost, but is never wrong.
  static func flushFolder(_ folder: String) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Returns standard output or standard error if a path refers to it or to the file that it is redirected to, or `nil`
  /// otherwise.
  private static func standardDescriptor(at path: String) -> Int32? {
    for (descriptor, name) in [(Int32(1), "stdout"), (2, "stderr")] {
      if ["/dev/\(name)", "/dev/fd/\(descriptor)", "/proc/self/fd/\(descriptor)"].contains(path) { return descriptor }
    }
    var (target, open) = (stat(), stat())
    guard stat(WorkingFolder.located(path), &target) == 0 else { return nil }
    return [1, 2].first { descriptor in
      fstat(descriptor, &open) == 0 && open.st_ino == target.st_ino && open.st_dev == target.st_dev
        && open.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Resolves the symbolic links of a path. Returns the path unchanged if nothing exists there.
  static func resolved(_ path: String) -> String {
    let path = WorkingFolder.located(path)
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Calls the system's `write`, which is shadowed by a method with the same name.
private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
