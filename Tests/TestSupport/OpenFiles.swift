#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limits on the number of file descriptors of this process.
package enum OpenFiles {
  /// The soft limit, and the hard limit to which it can be raised.
  package static var limits: (soft: UInt64, hard: UInt64) {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return (0, 0) }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return (0, 0) }
    #endif
    return (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
  }

  /// The maximum that the system accepts. Darwin rejects higher values, regardless of the hard limit.
  package static var most: UInt64 {
    #if canImport(Darwin)
      UInt64(OPEN_MAX)
    #else
      UInt64.max
    #endif
  }
}
