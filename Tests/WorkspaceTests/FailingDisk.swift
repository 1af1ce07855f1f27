import PlumblineWorkspace
import Synchronization

/// A disk that becomes full at a certain step, or on which the process is killed at that step.
final class FailingDisk: BatchDisk {
  enum Kind: Sendable {
    /// Nothing more can be written, but existing files can be renamed and removed.
    case full
    /// Renames fail too.
    case broken
    /// Nothing happens anymore, and only half of the file that was being written exists.
    case killed
  }

  private let kind: Kind
  private let left: Mutex<Int>
  private let disk = SystemDisk()

  init(_ kind: Kind, after steps: Int) {
    self.kind = kind
    left = Mutex(steps)
  }

  func makeFolder(_ path: String) throws(FileError) {
    try take(path)
    try disk.makeFolder(path)
  }

  func stage(_ bytes: [UInt8], at temporary: String, for target: String) throws(FileError) {
    do throws(FileError) {
      try take(target)
    } catch {
      let isTorn = left.withLock { $0 == -1 }
      if isTorn { try? disk.stage(Array(bytes.prefix(bytes.count / 2)), at: temporary, for: target) }
      throw error
    }
    try disk.stage(bytes, at: temporary, for: target)
  }

  func move(_ path: String, to target: String) throws(FileError) {
    if kind != .full { try take(target) }
    try disk.move(path, to: target)
  }

  func remove(_ path: String) throws(FileError) {
    if kind == .killed { try take(path) }
    try disk.remove(path)
  }

  func removeEmptyFolder(_ path: String) {
    if kind == .killed, left.withLock({ $0 < 0 }) { return }
    disk.removeEmptyFolder(path)
  }

  private func take(_ path: String) throws(FileError) {
    let isLeft = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isLeft { throw FileError(path: path, action: .write, reason: "No space left on device") }
  }
}
