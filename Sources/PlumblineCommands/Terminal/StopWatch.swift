#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineVerification
import Synchronization

/// Lets a signal end a run early: the first asks for it, so that the report is still written; the second ends at once.
final class StopWatch: Sendable {
  let interruption = Interruption()
  private let signal = Mutex<Int32?>(nil)

  /// Starts to wait for signals.
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
        console.complain("plumbline: ending the run and writing the report; once more ends at once.")
        interruption.request(Self.name(of: number))
      }
    }
  }

  /// What the shell is told when a signal came; `nil` when none did.
  var exitCode: ExitCode? {
    signal.withLock { $0 }.map { $0 == SIGTERM ? .terminated : $0 == SIGHUP ? .hungUp : .interrupted }
  }

  /// Why the run is not whole; `nil` when no signal came.
  var sentence: String? {
    interruption.reason.map { "the run was cut short by \($0); the report has what was found until then" }
  }

  private static func name(of number: Int32) -> String {
    number == SIGTERM ? "SIGTERM" : number == SIGHUP ? "SIGHUP" : "SIGINT"
  }
}
