/// An address of a host and a port, as the system stores it.
package struct SocketAddress: Sendable, Hashable {
  /// The address family.
  package let family: Int32
  /// The bytes of the `sockaddr`.
  package let bytes: [UInt8]

  package init(family: Int32, bytes: [UInt8]) {
    self.family = family
    self.bytes = bytes
  }
}
