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

  /// The port, which stands at the same place for IPv4 and IPv6, here and on Apple's platforms.
  var port: Int { bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3]) }
}
