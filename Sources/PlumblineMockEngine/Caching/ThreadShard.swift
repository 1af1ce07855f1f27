#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A number for the current thread, used to shard shared data. Two threads may have the same number.
enum ThreadShard {
  static var number: Int {
    #if canImport(Darwin)
      let thread = UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    // The addresses of threads are multiples of whole pages, so move the bits that differ to the top.
    return Int(truncatingIfNeeded: (UInt64(thread >> 6) &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}
