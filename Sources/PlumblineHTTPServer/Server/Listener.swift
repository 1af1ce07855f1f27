import Synchronization

/// An address that a server listens on. Closing it is cheap: thousands can come and go in a second.
package final class Listener: Sendable {
  /// The host as it was asked for.
  package let host: String
  /// The port, also if any free one was asked for.
  package let port: Int

  private let socket: ListeningSocket
  private let channels: [(loop: EventLoop, ticket: ListenerTicket)]
  private let isClosed = Atomic<Bool>(false)

  init(host: String, socket: ListeningSocket, channels: [(loop: EventLoop, ticket: ListenerTicket)]) {
    self.host = host
    port = socket.port
    self.socket = socket
    self.channels = channels
  }

  /// What clients put before a path, for example `http://127.0.0.1:8080`.
  package var baseURL: String {
    let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return name.contains(":") ? "http://[\(name)]:\(port)" : "http://\(name):\(port)"
  }

  /// Stops accepting at once, on Darwin a moment later, and closes the connections as soon as nothing is under way on them. A second call does
  /// nothing.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    socket.refuse()
    for (loop, ticket) in channels {
      loop.post { core in core.closeListener(ticket) }
    }
  }
}
