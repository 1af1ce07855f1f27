#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The source of the signals that end a command: the process itself or, in tests, a stream.
package struct StopSignals: Sendable {
  /// SIGINT, SIGTERM, and SIGHUP as the process receives them.
  static let process = StopSignals(streams: { StopSignal.received(patience: $0) }, end: { exit($0) })

  private let streams: @Sendable (_ patience: Int32) -> AsyncStream<Int32>
  private let end: @Sendable (_ status: Int32) -> Void

  /// Creates a source of signals.
  ///
  /// - Parameters:
  ///   - streams: A closure that starts a stream of signal numbers. Its argument is the patience of
  ///     ``StopSignal/received(patience:)``.
  ///   - end: A closure that ends the process at once with an exit status, if it is still running after a first signal.
  package init(
    streams: @escaping @Sendable (_ patience: Int32) -> AsyncStream<Int32>,
    end: @escaping @Sendable (_ status: Int32) -> Void
  ) {
    self.streams = streams
    self.end = end
  }

  /// Starts waiting for signals, and returns a stream of their numbers.
  func received(patience: Int32 = -1) -> AsyncStream<Int32> { streams(patience) }

  /// Ends the command at once, without a report.
  func end(status: Int32) { end(status) }
}
