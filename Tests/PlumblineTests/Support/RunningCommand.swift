import Foundation
import PhotoScoutSuite
import PlumblineCommands
import RealityPortalSuite
import TestSupport
import TrueLogSuite

/// A command that runs within this process, with its output as it arrives and its end.
final class RunningCommand: Sendable {
  private let output: RunningOutput
  private let signals: AsyncStream<Int32>
  private let signal: AsyncStream<Int32>.Continuation

  /// Starts a command in a folder with only the given environment. If no folder is given, the command runs in the
  /// repository's folder.
  ///
  /// - Parameter interruptedAfter: The output after which the command receives a SIGINT.
  init(
    _ arguments: [String], environment: [String: String] = [:], folder: String = repositoryRoot.path,
    interruptedAfter text: String? = nil
  ) {
    (signals, signal) = AsyncStream.makeStream()
    let (signal, signals) = (signal, signals)
    let output = RunningOutput(watchingFor: text) { signal.yield(SIGINT) }
    self.output = output
    // `verify` gets a timeout of an hour, because many tests run at the same time.
    let isHurried = arguments.first == "verify" && arguments.count > 1 && !arguments.contains("--timeout")
    let arguments = arguments.patient + (isHurried ? ["--timeout", "3600"] : [])
    let surroundings = Surroundings(
      suites: [TrueLogSuite(), RealityPortalSuite(), PhotoScoutSuite()],
      console: Console(
        output: .stream { output.append(output: $0) }, errors: .stream { output.append(errors: $0) },
        environment: environment,
        colour: ColourChoice(arguments)),
      environment: environment, folder: folder, signals: StopSignals(streams: { _ in signals }, end: { _ in }),
      began: Int(Date().timeIntervalSince1970))
    Task.detached {
      let code = await Plumbline.run(arguments, in: surroundings)
      signal.finish()
      output.finish(status: code.rawValue)
    }
  }

  deinit { kill() }

  var text: String { output.text }
  var errorText: String { output.errorText }

  func line(beginning text: String) async -> String? { await output.line(beginning: text) }

  func line(containing text: String) async -> String? { await output.line(containing: text) }

  func end() async -> Finished { await output.end() }

  /// Asks the command to stop.
  func terminate() { send(SIGTERM) }

  /// Sends the command a signal.
  func send(_ number: Int32) { signal.yield(number) }

  /// Ends the command, for use in `defer`. Does nothing if the command has ended.
  func kill() {
    // The first signal asks for an orderly exit, the second one for an immediate exit.
    send(SIGTERM)
    send(SIGTERM)
  }
}
