#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineVerification
import Synchronization

/// An observer that ends a run early on a signal. The first signal requests the end, so that the report is still
/// written; the second one ends the run at once.
final class StopWatch: Sendable {
  let interruption = Interruption()
  private let signal = Mutex<Int32?>(nil)

  /// Starts waiting for signals.
  init(_ surroundings: Surroundings) {
    let source = surroundings.signals
    let signals = source.received()
    let console = surroundings.console
    Task.detached { [self] in
      for await number in signals {
        let isFirst = signal.withLock { signal in
          defer { signal = signal ?? number }
          return signal == nil
        }
        guard isFirst else {
          source.end(status: 128 + number)
          return
        }
        console.complain("plumbline: stopping the run and writing the report; interrupt again to stop immediately.")
        interruption.request(Self.name(of: number))
      }
    }
  }

  /// The exit status if a signal arrived, or `nil` otherwise.
  var exitCode: ExitCode? {
    signal.withLock { $0 }.map { $0 == SIGTERM ? .terminated : $0 == SIGHUP ? .hungUp : .interrupted }
  }

  /// The reason that the run is incomplete, or `nil` if no signal arrived.
  var sentence: String? {
    interruption.reason.map { "the run was cut short by \($0); the report has the results so far" }
  }

  private static func name(of number: Int32) -> String {
    number == SIGTERM ? "SIGTERM" : number == SIGHUP ? "SIGHUP" : "SIGINT"
  }
}
