import PlumblineHTTPServer
import PlumblineJSONTree

/// The end of the protocol that runs clients. It replies to each line with a line, one call after another.
package actor ClientHost {
  private let suites: [HostedSuite]
  private let tell: (@Sendable (_ play: Int, _ lookups: JSON) -> Void)?
  /// The value that the last call returned, and the parameters for comparing it.
  private var last: (value: any Sendable, comparison: @Sendable (any Sendable, CallAnswer) -> String?)?

  /// - Parameter tell: A closure that reports a call's lookups to the other side while it runs, and returns once they
  ///   have been received. It may be called from several threads.
  package init(suites: [any CallSuite], telling tell: (@Sendable (_ play: Int, _ lookups: JSON) -> Void)? = nil) {
    Sockets.calmClients()
    self.suites = suites.map { HostedSuite($0) }
    self.tell = tell
  }

  /// Returns the reply to a line, or `nil` if the line can't be understood.
  package func reply(to line: [UInt8]) async -> [UInt8]? {
    guard let line = try? JSON.parse(line) else { return nil }
    if line["ready"] != nil { return PlayMessages.greeting }
    if let answer = PlayMessages.answer(line) {
      return PlayMessages.verdict(last.flatMap { $0.comparison($0.value, answer) }).serialized()
    }
    guard let play = PlayMessages.play(line, of: suites, telling: tell) else { return nil }
    last = nil
    return PlayMessages.reply(await result(of: play), to: play).serialized()
  }

  private func result(of play: Play) async -> Result<Played, VariableError> {
    await play.run().map { ended in
      switch ended {
      case .threw(let failure): return .threw(failure)
      case .returned(let value):
        last = play.call.comparison.map { (value, $0) }
        return .returned(ReturnedValue(text: play.text(of: value)))
      }
    }
  }
}
