/// A system call that failed, with its error number.
package struct SystemFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call, for example `bind`.
  package let call: String
  /// The error number (`errno`).
  package let code: Int32

  package init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call) failed: \(Sockets.errorText(code))." }
}
