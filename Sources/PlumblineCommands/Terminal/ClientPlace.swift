/// The process in which clients' code runs.
package enum ClientPlace: Sendable, Hashable {
  /// Child processes of the executable at a path, so that a client that traps takes nothing else down with it.
  case processes(of: String)
  /// The current process, as in tests.
  case thisProcess
  /// The current process, because no other process can be started.
  case thisProcessOnly

  /// Determines where to run an executable's own suites.
  ///
  /// - Parameters:
  ///   - path: The executable's path, or `nil` if the system doesn't report it.
  ///   - startsProcesses: A Boolean value that indicates whether the platform lets a program start other programs.
  init(executable path: String?, startsProcesses: Bool = Self.startsProcesses) {
    guard startsProcesses, let path else {
      self = .thisProcessOnly
      return
    }
    self = .processes(of: path)
  }

  /// A Boolean value that indicates whether the platform lets a program start other programs.
  private static var startsProcesses: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      false
    #else
      true
    #endif
  }
}
