#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A setting that keeps URLSession from sending loopback traffic to a proxy that the environment names.
///
/// Unless `no_proxy` excludes it, 127.0.0.1 is also subject to `http_proxy`, and no client could reach the verifier.
package enum LoopbackProxyExemption {
  /// Adds the loopback addresses to `no_proxy`. Call this method once, before anything is sent.
  package static func apply() {
    let present = value(of: "no_proxy") ?? value(of: "NO_PROXY") ?? ""
    let value = present.isEmpty ? "127.0.0.1,localhost,::1" : present + ",127.0.0.1,localhost,::1"
    setenv("no_proxy", value, 1)
    setenv("NO_PROXY", value, 1)
  }

  /// A Boolean value that indicates whether the environment names a proxy for plain HTTP, so that an exemption is
  /// needed.
  package static var isNeeded: Bool {
    ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"].contains { value(of: $0)?.isEmpty == false }
  }

  private static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
