#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of descriptors that this process may have.
package enum OpenFiles {
  /// The soft limit, and the hard one that it can be raised to.
  package static var limits: (soft: UInt64, hard: UInt64) {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return (0, 0) }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return (0, 0) }
    #endif
    return (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
  }

  /// The most that the system itself accepts; Darwin says no to more, whatever the hard limit is.
  package static var most: UInt64 {
    #if canImport(Darwin)
      UInt64(OPEN_MAX)
    #else
      UInt64.max
    #endif
  }
}
