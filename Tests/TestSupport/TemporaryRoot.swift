import Foundation

/// The root of a process's temporary folders for its tests.
///
/// A process that crashes or is killed removes nothing. Therefore, each process has a folder that it locks while it
/// runs, and first removes the folders that are no longer locked.
package final class TemporaryRoot: Sendable {
  /// The root of this process, which is removed when the process ends.
  package static let shared: Result<TemporaryRoot, any Error> = Result {
    atexit(removeShared)
    return try TemporaryRoot(in: NSTemporaryDirectory())
  }

  private static let removeShared: @convention(c) () -> Void = { try? shared.get().remove() }

  /// The prefix of the folders' names, and the prefix that they have until they're locked.
  private static let (prefix, unfinished) = ("plumbline-tests-", "plumbline-unlocked-")

  /// The folder's real path.
  package let path: String
  private let lock: Int32

  /// - Parameter folder: The folder that contains the root, and possibly roots that other processes left behind.
  package init(in folder: String) throws {
    // Foundation would omit the `/private` with which the system's own paths on a Mac start.
    guard let real = realpath(folder, nil) else { throw CocoaError(.fileNoSuchFile) }
    defer { free(real) }
    let folder = String(cString: real)
    Self.sweep(folder)
    let name = UUID().uuidString
    let unlocked = "\(folder)/\(Self.unfinished)\(name)"
    try FileManager.default.createDirectory(atPath: unlocked, withIntermediateDirectories: false)
    guard let lock = Self.lock(unlocked) else { throw CocoaError(.fileLocking) }
    self.lock = lock
    path = "\(folder)/\(Self.prefix)\(name)"
    try FileManager.default.moveItem(atPath: unlocked, toPath: path)
  }

  deinit { close(lock) }

  /// Removes the folder and its contents.
  package func remove() throws { try FileManager.default.removeItem(atPath: path) }

  /// Removes the folders of processes that no longer run.
  private static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let lock = lock("\(folder)/\(name)") else { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      close(lock)
    }
  }

  /// Locks a folder, or returns `nil` if a different process has locked it. The lock lasts as long as the descriptor,
  /// which no child inherits.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
