import Synchronization

@testable import PlumblineCommands

/// A console that keeps its output.
final class Screen: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func surroundings(_ environment: [String: String], clients: ClientPlace = .thisProcess) -> Surroundings {
    let sink = ConsoleSink.stream { [self] new in bytes.withLock { $0 += new } }
    return Surroundings(
      suites: [], console: Console(output: sink, errors: sink, environment: environment), environment: environment,
      signals: StopSignals(streams: { _ in AsyncStream { $0.finish() } }, end: { _ in }), began: 0,
      clients: clients)
  }
}
