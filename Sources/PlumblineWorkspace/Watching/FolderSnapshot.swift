#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a folder and everything below it, for detecting edits, additions, and removals.
struct FolderSnapshot: Sendable, Hashable {
  /// The properties that identify the state of a file. Editors that replace a file change its inode, and those that
  /// write into it change its times.
  struct Stamp: Sendable, Hashable {
    let size: Int
    let inode: UInt64
    let modified: Int
    let changed: Int
  }

  /// The maximum depth of folders that are examined.
  private static let deepest = 4

  private(set) var stamps: [String: Stamp] = [:]

  /// Captures the state of folders. Files that don't exist have no stamp.
  init(_ folders: [String]) {
    for folder in folders { look(at: folder, depth: 0) }
  }

  private mutating func look(at path: String, depth: Int) {
    var info = stat()
    guard stat(path, &info) == 0 else { return }
    #if canImport(Darwin)
      let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    if info.st_mode & S_IFMT == S_IFDIR {
      guard depth <= Self.deepest, let names = try? FileSystem.names(in: path) else { return }
      for name in names { look(at: "\(path)/\(name)", depth: depth + 1) }
    } else {
      stamps[path] = Stamp(
        size: Int(info.st_size), inode: UInt64(info.st_ino), modified: Self.nanoseconds(modified),
        changed: Self.nanoseconds(changed))
    }
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int(time.tv_nsec)
  }
}
