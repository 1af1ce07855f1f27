import PlumblineJSONTree
import PlumblineVerification

/// A player that works like two processes. The side that runs the calls knows only the contents of messages.
struct TransportedPlayer: CallPlayer {
  private let suite: any CallSuite
  private let tellsInTime: Bool
  private let crashes: @Sendable (_ call: String) -> Bool

  /// - Parameters:
  ///   - tellsInTime: A Boolean value that indicates whether a call's lookups are sent before it has their values,
  ///     instead of with its result.
  ///   - crashes: A Boolean value that indicates whether a call is reported to have crashed at its end.
  init(
    _ suite: any CallSuite, tellsInTime: Bool = true,
    crashing crashes: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.suite = suite
    self.tellsInTime = tellsInTime
    self.crashes = crashes
  }

  /// An error for a call that doesn't exist on the other side.
  struct UnknownCall: Error {}

  func play(_ play: Play, until interruption: Interruption?) async throws -> Played? {
    let tell: @Sendable (Int, JSON) -> Void = { number, lookups in
      PlayMessages.take(PlayMessages.Note(play: number, number: 1, lookups: lookups), into: play)
    }
    let host = ClientHost(suites: [suite], telling: tellsInTime ? tell : nil)
    guard let request = PlayMessages.request(play, number: 1), let reply = await host.reply(to: request.serialized())
    else { throw UnknownCall() }
    if crashes(play.title) { return .crashed(ClientCrash(signal: 4, said: "Fatal error: Index out of range")) }
    let played = try PlayMessages.played(try JSON.parse(reply), play)
    guard case .returned(var value)? = played, let question = play.comparison,
      let verdict = await host.reply(to: question.serialized())
    else { return played }
    value.mismatch = try JSON.parse(verdict)["mismatch"]?.string
    return .returned(value)
  }
}
