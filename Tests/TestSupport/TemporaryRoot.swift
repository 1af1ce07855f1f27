import Foundation

/// The root of a process's temporary folders for its tests.
///
/// A process that crashes or is killed removes nothing. So each has a folder that it locks while it runs, and first removes
/// those that are no longer locked.
package final class TemporaryRoot: Sendable {
  /// This process's own, gone when it ends.
  package static let shared: Result<TemporaryRoot, any Error> = Result {
    atexit(removeShared)
    return try TemporaryRoot(in: NSTemporaryDirectory())
  }

  private static let removeShared: @convention(c) () -> Void = { try? shared.get().remove() }

  /// The prefix of the folders' names, and the one they have until they are locked.
  private static let (prefix, unfinished) = ("plumbline-tests-", "plumbline-unlocked-")

  /// The folder's real path.
  package let path: String
  private let lock: Int32

  /// - Parameter folder: the folder in which it is made, and in which others may have been left.
  package init(in folder: String) throws {
    // Foundation would leave out the /private that the system's own paths begin with on a Mac.
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

  /// Removes the folder with all that is in it.
  package func remove() throws { try FileManager.default.removeItem(atPath: path) }

  /// Removes what processes have left that run no more.
  private static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let lock = lock("\(folder)/\(name)") else { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      close(lock)
    }
  }

  /// Locks a folder; `nil` if another process has locked it. The lock goes with the descriptor, which no child inherits.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
