#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// The temporary names of files and folders that are renamed once they are complete. A name contains the id of the
/// process that created it, such as `.plumbline-4711-3.tmp`.
///
/// A process that is killed leaves its temporary files behind. Before the first one in a folder is created, those of
/// dead processes are removed if they belong to this user and are old. The age matters because the id of a process in a
/// different container is meaningless here, but such a process has ended by then as well. The same is done in the
/// parent folder, which contains the temporary files of folders that didn't exist yet.
enum TemporaryPath {
  private static let count = Atomic<Int>(0)
  private static let cleaned = Mutex<Set<String>>([])
  /// The minimum age in seconds of leftover files that are removed.
  static let oldAge = 600
  /// The maximum nesting depth of temporary folders.
  private static let deepest = 8

  /// Returns an unused name in a folder.
  static func new(in folder: String) -> String {
    for place in [folder, Path.parent(folder)] where cleaned.withLock({ $0.insert(place).inserted }) { clean(place) }
    let beginning = folder.isEmpty || folder == "/" ? folder : folder + "/"
    while true {
      let number = count.add(1, ordering: .relaxed).newValue
      let path = beginning + ".plumbline-\(getpid())-\(number).tmp"
      // An earlier process with the same id may have left a file with this name.
      if !FileSystem.isThere(path) { return path }
    }
  }

  /// Removes the temporary files of dead processes from a folder.
  static func clean(_ folder: String) {
    let folder = folder.isEmpty ? "." : folder
    for name in names(in: folder) {
      guard let process = process(of: name), isGone(process), isOldAndOurs("\(folder)/\(name)") else { continue }
      remove("\(folder)/\(name)", depth: 0)
    }
  }

  /// Returns a Boolean value that indicates whether a process has ended. For the current process, it is always `false`.
  static func isGone(_ process: Int32) -> Bool {
    process > 0 && process != getpid() && kill(process, 0) != 0 && errno == ESRCH
  }

  /// Returns a Boolean value that indicates whether a file name is one of these temporary names.
  static func isOne(_ name: String) -> Bool { process(of: name) != nil }

  /// Removes the file or folder with a temporary name.
  static func drop(_ path: String) { remove(path, depth: 0) }

  /// Returns the id of the process that created a name, or `nil` if it isn't a temporary name.
  private static func process(of name: String) -> Int32? {
    guard name.hasPrefix(".plumbline-"), name.hasSuffix(".tmp") else { return nil }
    let numbers = name.dropFirst(".plumbline-".count).dropLast(".tmp".count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, UInt64(numbers[1]) != nil else { return nil }
    return Int32(numbers[0])
  }

  /// Returns a Boolean value that indicates whether a file belongs to this user and is old.
  static func isOldAndOurs(_ path: String) -> Bool {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_uid == geteuid() else { return false }
    #if canImport(Darwin)
      let seconds = info.st_mtimespec.tv_sec
    #else
      let seconds = info.st_mtim.tv_sec
    #endif
    return Int(seconds) <= Int(time(nil)) - oldAge
  }

  /// Removes a file, or a folder with its contents. Links are removed rather than followed.
  private static func remove(_ path: String, depth: Int) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    if depth < deepest { for name in names(in: path) { remove("\(path)/\(name)", depth: depth + 1) } }
    rmdir(path)
  }

  /// Returns all names in a folder, including hidden ones.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
