/// The process that the code of clients runs in.
package enum ClientPlace: Sendable, Hashable {
  /// Processes of the executable at a path, so that a client that traps takes nothing else with it.
  case processes(of: String)
  /// This process, as in tests.
  case thisProcess
  /// This process, because no other can be started.
  case thisProcessOnly

  /// The place for an executable's own suites.
  ///
  /// - Parameters:
  ///   - path: the executable's path; `nil` if the system doesn't report it.
  ///   - startsProcesses: whether the platform lets a program start others.
  init(executable path: String?, startsProcesses: Bool = Self.startsProcesses) {
    guard startsProcesses, let path else {
      self = .thisProcessOnly
      return
    }
    self = .processes(of: path)
  }

  /// A Boolean value that indicates whether the platform lets a program start others.
  private static var startsProcesses: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      false
    #else
      true
    #endif
  }
}
