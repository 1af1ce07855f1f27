#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time that a mock goes by, in whole seconds.
package struct MockClock: Sendable {
  /// The seconds since 1970-01-01T00:00:00Z.
  package let seconds: @Sendable () -> Int

  package init(_ seconds: @escaping @Sendable () -> Int) {
    self.seconds = seconds
  }

  /// The machine's own.
  package static let system = MockClock { time(nil) }

  /// One that stands still, for tests.
  package static func fixed(_ seconds: Int) -> MockClock { MockClock { seconds } }
}
