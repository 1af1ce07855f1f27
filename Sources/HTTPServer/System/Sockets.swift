/// All system calls of this module. `Sockets+Glibc.swift` and `Sockets+Darwin.swift` each make them for one platform;
/// nothing else in the module knows which one it runs on.
package enum Sockets {
  /// How much stack a thread that runs responders has: schema validation recurses on it.
  package static let stackSize = 8 * 1024 * 1024
}
