/// A player that runs clients in this process, as apps and tests do. A client that traps terminates the process.
package struct LocalPlayer: CallPlayer {
  package init() {}

  package func play(_ play: Play, until interruption: Interruption?) async throws -> Played? {
    let ended = await Deadline.race(play.context.deadline, until: interruption) { await play.run() }
    switch try ended?.get() {
    case nil: return nil
    case .threw(let failure): return .threw(failure)
    case .returned(let value):
      let mismatch = play.call.comparison.flatMap { comparison in play.answer().flatMap { comparison(value, $0) } }
      return .returned(ReturnedValue(text: play.text(of: value), mismatch: mismatch))
    }
  }
}
