import PlumblineHTTPMessages
import Synchronization

/// An HTTP/1.1 server with event loops on its own threads and any number of listeners.
///
///     let server = try HTTPServer()
///     let listener = try server.listen(port: 8080, shared: true, responder: EchoResponder())
///     print(listener.baseURL)
///     await server.shutdown()
package final class HTTPServer: Sendable {
  /// The configuration of a server: the number of threads, the limits, and the system call for waiting.
  package struct Configuration: Sendable {
    /// The number of event loops, or `nil` for one per core that the process may use.
    package var loops: Int?
    package var limits: HTTPLimits
    package var poller: PollerKind

    package init(loops: Int? = nil, limits: HTTPLimits = HTTPLimits(), poller: PollerKind = .standard) {
      self.loops = loops
      self.limits = limits
      self.poller = poller
    }
  }

  private struct State {
    var nextLoop = 0
    var nextTicket: UInt64 = 0
    var isShutDown = false
  }

  package let configuration: Configuration
  private let loops: [EventLoop]
  private let state = Mutex(State())

  /// Creates a server and starts the threads of its loops.
  package init(configuration: Configuration = Configuration()) throws(SystemFailure) {
    self.configuration = configuration
    Sockets.raiseOpenFiles()
    Sockets.calmClients()
    var loops: [EventLoop] = []
    for index in 0..<max(1, configuration.loops ?? Sockets.usableCores()) {
      loops.append(try EventLoop(name: "http-\(index)", poller: configuration.poller))
    }
    self.loops = loops
  }

  /// Listens on an address. Port 0 selects any free port.
  ///
  /// - Parameter shared: A Boolean value that indicates whether all loops accept connections. If it is `false`, a
  ///   single loop does, chosen in turn.
  package func listen(
    host: String = "127.0.0.1", port: Int = 0, shared: Bool = false, responder: any Responder
  ) throws(ListenError) -> Listener {
    let (first, firstTicket, isShutDown) = state.withLock { state in
      defer {
        state.nextLoop = (state.nextLoop + 1) % loops.count
        state.nextTicket += UInt64(loops.count)
      }
      return (state.nextLoop, state.nextTicket, state.isShutDown)
    }
    guard !isShutDown else { throw ListenError(.shutDown, host: host, port: port) }
    let users = shared ? loops : [loops[first]]
    let socket = try Self.open(host: host, port: port, holders: users.count)
    let limits = configuration.limits
    let connectionLimit = max(1, limits.connections / loops.count)
    var channels: [(loop: EventLoop, ticket: ListenerTicket)] = []
    for (index, loop) in users.enumerated() {
      let ticket = ListenerTicket(number: firstTicket + UInt64(index))
      channels.append((loop, ticket))
      let isPosted = loop.post { core in
        ListenerChannel(
          ticket: ticket, socket: socket, responder: responder, limits: limits, isShared: users.count > 1,
          connectionLimit: connectionLimit
        ).start(on: core)
      }
      if !isPosted { socket.release() }
    }
    return Listener(host: host, socket: socket, channels: channels)
  }

  /// Stops accepting, gives requests in flight the grace period to finish, closes the remaining connections, and ends
  /// all threads.
  package func shutdown(grace: Duration = .seconds(5)) async {
    state.withLock { $0.isShutDown = true }
    await withTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await loop.stop(grace: grace) } }
    }
  }

  private static func open(host: String, port: Int, holders: Int) throws(ListenError) -> ListeningSocket {
    guard (0...65535).contains(port) else { throw ListenError(.invalidPort, host: host, port: port) }
    let addresses: [SocketAddress]
    do throws(ResolutionFailure) {
      addresses = try Sockets.resolve(host, port: port)
    } catch {
      throw ListenError(.unknownHost, host: host, port: port, detail: error.reason)
    }
    guard let address = addresses.first else {
      throw ListenError(.unknownHost, host: host, port: port, detail: "the list of them is empty")
    }
    do throws(SystemFailure) {
      let descriptor = try Sockets.open(family: address.family)
      do throws(SystemFailure) {
        try Sockets.listen(descriptor, at: address)
      } catch {
        Sockets.close(descriptor)
        throw error
      }
      return ListeningSocket(descriptor: descriptor, holders: holders)
    } catch {
      throw ListenError(error, host: host, port: port)
    }
  }
}

/// An address that a server listens on. Listeners are cheap to open and close: thousands per second are possible.
package final class Listener: Sendable {
  /// The host as it was passed in.
  package let host: String
  /// The actual port, even if any free port was requested.
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

  /// The URL that clients prepend to a path, such as `http://127.0.0.1:8080`.
  package var baseURL: String {
    let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return name.contains(":") ? "http://[\(name)]:\(port)" : "http://\(name):\(port)"
  }

  /// Stops accepting, and closes the connections as soon as they are idle. Accepting stops immediately or, on Darwin, a
  /// moment later. A second call does nothing.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    socket.refuse()
    for (loop, ticket) in channels {
      loop.post { core in core.closeListener(ticket) }
    }
  }
}
