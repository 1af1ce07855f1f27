import PlumblineHTTPMessages
import Synchronization

/// A mailbox that lets other threads send messages to a loop. A busy loop isn't woken, because it checks the mailbox
/// before it waits again.
package final class Mailbox: Sendable {
  /// A message to a loop.
  package enum Message: Sendable {
    case work(@Sendable (LoopCore) -> Void)
    case answer(ChannelID, token: UInt64, OutgoingResponse)
    case chunk(ChannelID, token: UInt64, BodyChunk)
  }

  private struct Contents {
    var messages: [Message] = []
    var isClosed = false
  }

  // The state of the loop: at work, waiting (so that it must be woken), or with unread messages.
  private static let atWork: UInt8 = 0
  private static let waiting: UInt8 = 1
  private static let mail: UInt8 = 2

  private let contents = Mutex(Contents())
  private let state = Atomic<UInt8>(atWork)
  private let wakeup: (reader: Int32, writer: Int32)

  init() throws(SystemFailure) {
    wakeup = try Sockets.openWakeup()
  }

  deinit {
    Sockets.close(wakeup.reader)
    if wakeup.writer != wakeup.reader { Sockets.close(wakeup.writer) }
  }

  /// The descriptor that the loop's poller waits for.
  var reader: Int32 { wakeup.reader }

  /// Sends a message. Drops the message and returns `false` if the loop has ended.
  @discardableResult
  package func post(_ message: Message) -> Bool {
    let isOpen = contents.withLock { contents in
      if !contents.isClosed { contents.messages.append(message) }
      return !contents.isClosed
    }
    if isOpen, state.exchange(Self.mail, ordering: .acquiringAndReleasing) == Self.waiting {
      Sockets.wake(wakeup.writer)
    }
    return isOpen
  }

  /// Prepares the loop for waiting. Returns a Boolean value that indicates whether there is nothing to do, in which
  /// case the next post wakes the loop.
  func beginWaiting() -> Bool {
    state.compareExchange(expected: Self.atWork, desired: Self.waiting, ordering: .acquiringAndReleasing).exchanged
  }

  /// Takes the messages that arrived while the loop was waiting.
  func endWaiting(into messages: inout [Message]) {
    guard state.exchange(Self.atWork, ordering: .acquiringAndReleasing) == Self.mail else { return }
    contents.withLock { contents in swap(&contents.messages, &messages) }
  }

  /// Rejects messages from now on, and returns those that haven't been handled.
  func close() -> [Message] {
    contents.withLock { contents in
      contents.isClosed = true
      defer { contents.messages = [] }
      return contents.messages
    }
  }
}
