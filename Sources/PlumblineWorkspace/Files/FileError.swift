#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or folder that the system wouldn't read, write or make.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried.
  package enum Action: String, Sendable, Hashable {
    case read
    case write = "written"
    case make = "made"
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
