/// All system calls of this module. What Linux and Darwin do otherwise stands in `SystemCalls+Glibc.swift` and
/// `SystemCalls+Darwin.swift`; nothing else in the module knows which one it runs on.
package enum Sockets {
  /// How much stack a thread that runs responders has: schema validation recurses on it.
  package static let stackSize = 8 * 1024 * 1024
}
