#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A namespace for the memory that the process uses.
enum ProcessMemory {
  /// The maximum resident size, in bytes (`getrusage`).
  static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      // The size is in kilobytes on Linux, and in bytes on Apple platforms.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
