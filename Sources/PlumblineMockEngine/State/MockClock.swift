#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of a mock, with a resolution of one second.
package struct MockClock: Sendable {
  /// A closure that returns the number of seconds since 1970-01-01T00:00:00Z.
  package let seconds: @Sendable () -> Int

  package init(_ seconds: @escaping @Sendable () -> Int) {
    self.seconds = seconds
  }

  /// The system clock.
  package static let system = MockClock { time(nil) }

  /// Returns a clock that always returns the same time, for tests.
  package static func fixed(_ seconds: Int) -> MockClock { MockClock { seconds } }
}
