import Dispatch
import PlumblineHTTPMessages
import Synchronization

/// An event stream for a client that watches a journal. A slow reader misses the oldest pending events, but is told
/// their number.
package final class JournalListener: BodyStream {
  /// The maximum number of pending events.
  static let room = 256

  private struct State {
    weak var journal: Journal?
    var waiting: [JournalEntry] = []
    var lost = 0
    var isFinished = false
    /// A Boolean value that indicates whether the first chunk has been sent. It shows the reader that the stream is
    /// open.
    var hasBegun = false
    var deliver: (@Sendable (BodyChunk) -> Void)?
  }

  /// The queue on which the events of all streams are rendered one after another, so that they neither block a thread
  /// that handles requests nor use all processors.
  private static let renderer = DispatchQueue(label: "plumbline.events")

  private let render: @Sendable (JournalEntry) -> [UInt8]
  private let state: Mutex<State>

  init(journal: Journal, render: @escaping @Sendable (JournalEntry) -> [UInt8]) {
    state = Mutex(State(journal: journal))
    self.render = render
  }

  package var length: Int? { nil }

  package func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
    let chunk = state.withLock { state -> Next in
      if let next = take(&state) { return next }
      state.deliver = deliver
      return .wait
    }
    send(chunk, to: deliver)
  }

  package func cancel() {
    state.withLock { $0.journal }?.forget(self)
    finish()
  }

  /// Ends the stream. No more events follow.
  func finish() {
    let deliver = state.withLock { state in
      state.isFinished = true
      state.waiting = []
      let deliver = state.deliver
      state.deliver = nil
      return deliver
    }
    deliver?(.end(trailers: [:]))
  }

  /// Adds an event for an exchange.
  func hear(_ entry: JournalEntry) {
    let (deliver, chunk) = state.withLock { state -> ((@Sendable (BodyChunk) -> Void)?, Next) in
      guard !state.isFinished else { return (nil, .wait) }
      if state.waiting.count >= Self.room {
        state.waiting.removeFirst()
        state.lost += 1
      }
      state.waiting.append(entry)
      guard let deliver = state.deliver, let next = take(&state) else { return (nil, .wait) }
      state.deliver = nil
      return (deliver, next)
    }
    if let deliver { send(chunk, to: deliver) }
  }

  private enum Next {
    case begin
    case events([JournalEntry], lost: Int)
    case end
    case wait
  }

  private func take(_ state: inout State) -> Next? {
    if state.isFinished { return .end }
    if !state.hasBegun {
      state.hasBegun = true
      return .begin
    }
    guard !state.waiting.isEmpty else { return nil }
    defer {
      state.waiting = []
      state.lost = 0
    }
    return .events(state.waiting, lost: state.lost)
  }

  /// Delivers pending chunks. Events are delivered once they have been rendered, and everything else immediately.
  private func send(_ next: Next, to deliver: @escaping @Sendable (BodyChunk) -> Void) {
    switch next {
    case .wait: return
    case .end: deliver(.end(trailers: [:]))
    case .begin: deliver(.bytes(Array(": the journal's exchanges, as they arrive\n\n".utf8)))
    case .events(let entries, let lost):
      Self.renderer.async { deliver(.bytes(self.text(of: entries, lost: lost))) }
    }
  }

  private func text(of entries: [JournalEntry], lost: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if lost > 0 { bytes += Array("event: lost\ndata: {\"count\":\(lost)}\n\n".utf8) }
    for entry in entries {
      bytes += Array("event: exchange\nid: \(entry.id)\ndata: ".utf8)
      bytes += render(entry)
      bytes += [0x0A, 0x0A]
    }
    return bytes
  }
}
