/// Names a listener on a loop, from before the loop has heard of it.
struct ListenerTicket: Hashable, Sendable {
  let number: UInt64
}

/// What accepts connections on a loop.
protocol Acceptor: AnyObject {
  var ticket: ListenerTicket { get }

  /// Accepts again, as a connection has gone.
  func resume(on loop: LoopCore)
  /// Stops accepting.
  func close(on loop: LoopCore)
}

/// A loop's listeners, how many connections they have, and which of them wait for one to close.
final class AcceptGate {
  var listeners: [ListenerTicket: any Acceptor] = [:]
  /// Connections of this loop's listeners.
  var openConnections = 0
  private(set) var waiting: Set<ListenerTicket> = []

  /// A listener stopped accepting.
  func wait(_ listener: any Acceptor) {
    waiting.insert(listener.ticket)
  }

  /// A connection has gone: whoever waits may try again.
  func resume(on loop: LoopCore) {
    guard !waiting.isEmpty else { return }
    let tickets = waiting
    waiting = []
    for ticket in tickets { listeners[ticket]?.resume(on: loop) }
  }
}

extension LoopCore {
  /// Closes a listener of this loop; nothing happens if it has gone.
  func closeListener(_ ticket: ListenerTicket) {
    gate.listeners[ticket]?.close(on: self)
  }
}
