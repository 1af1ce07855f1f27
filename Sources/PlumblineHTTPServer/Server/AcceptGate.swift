/// A loop's listeners, how many connections they have, and which of them wait for one to close.
final class AcceptGate {
  var listeners: [ListenerTicket: ListenerChannel] = [:]
  /// Connections of this loop's listeners.
  var openConnections = 0
  private var waiting: [ListenerTicket] = []

  /// A listener stopped accepting.
  func wait(_ listener: ListenerChannel) {
    waiting.append(listener.ticket)
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
