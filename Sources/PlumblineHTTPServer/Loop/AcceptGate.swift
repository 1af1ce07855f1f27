/// An identifier of a listener on a loop. It is known even before the listener is added to the loop.
struct ListenerTicket: Hashable, Sendable {
  let number: UInt64
}

/// A channel that accepts connections on a loop.
protocol Acceptor: AnyObject {
  var ticket: ListenerTicket { get }

  /// Resumes accepting after a connection has closed.
  func resume(on loop: LoopCore)
  /// Stops accepting.
  func close(on loop: LoopCore)
}

/// A loop's listeners, the number of their connections, and the listeners that are waiting for a connection to close.
final class AcceptGate {
  var listeners: [ListenerTicket: any Acceptor] = [:]
  /// The number of connections of this loop's listeners.
  var openConnections = 0
  private(set) var waiting: Set<ListenerTicket> = []

  /// Records that a listener has stopped accepting.
  func wait(_ listener: any Acceptor) {
    waiting.insert(listener.ticket)
  }

  /// Lets waiting listeners try again after a connection has closed.
  func resume(on loop: LoopCore) {
    guard !waiting.isEmpty else { return }
    let tickets = waiting
    waiting = []
    for ticket in tickets { listeners[ticket]?.resume(on: loop) }
  }
}

extension LoopCore {
  /// Closes a listener of this loop. Does nothing if the listener no longer exists.
  func closeListener(_ ticket: ListenerTicket) {
    gate.listeners[ticket]?.close(on: self)
  }
}
