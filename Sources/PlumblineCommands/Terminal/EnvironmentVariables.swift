#if canImport(Glibc)
  // The C library declares `environ` as a variable, but nothing modifies it before the command begins.
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Foundation
#endif

/// A namespace for the environment variables that the process was started with.
enum EnvironmentVariables {
  /// The values by name. If a name occurs twice, the first value wins, as for `getenv`.
  static var all: [String: String] {
    #if canImport(Glibc)
      // Foundation's implementation takes as long as reading ten recordings.
      var found: [String: String] = [:]
      var next = environ
      while let text = next.pointee {
        next += 1
        let entry = String(cString: text)
        guard let sign = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let name = String(entry[..<sign])
        if found[name] == nil { found[name] = String(entry[entry.utf8.index(after: sign)...]) }
      }
      return found
    #else
      return ProcessInfo.processInfo.environment
    #endif
  }
}
