#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The addresses and names by which other machines can reach this one.
enum NetworkNames {
  /// The machine's IPv4 addresses on active networks, without loopback, sorted.
  static var addresses: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: Set<String> = []
    var entry = list
    while let current = entry {
      entry = current.pointee.ifa_next
      let flags = Int(current.pointee.ifa_flags)
      guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0, let address = current.pointee.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      if getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
        found.insert(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    return found.sorted()
  }

  /// The machine's own host name in lowercase, and its Bonjour name.
  static var own: [String] {
    var text = [CChar](repeating: 0, count: 256)
    guard gethostname(&text, text.count - 1) == 0 else { return [] }
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    guard !name.isEmpty else { return [] }
    return name.hasSuffix(".local") ? [name] : [name, name.split(separator: ".")[0] + ".local"]
  }
}
