import PlumblineHTTPMessages

/// A listener on one loop that accepts connections and keeps track of the open ones.
final class ListenerChannel: LoopChannel, Acceptor {
  /// The maximum pause, in nanoseconds, when the system has no descriptors left. It ends early if a connection closes.
  private static let pause: UInt64 = 50_000_000
  private static let resumePurpose: UInt64 = 1
  /// The number of connections to accept before other channels get their turn.
  private static let burst = 32

  let ticket: ListenerTicket
  let responder: any Responder
  let limits: HTTPLimits
  private let socket: ListeningSocket
  private let isShared: Bool
  private let connectionLimit: Int
  private var id: ChannelID?
  private var isPaused = false
  private var connections: [ChannelID: Connection] = [:]

  init(
    ticket: ListenerTicket, socket: ListeningSocket, responder: any Responder, limits: HTTPLimits, isShared: Bool,
    connectionLimit: Int
  ) {
    self.ticket = ticket
    self.socket = socket
    self.responder = responder
    self.limits = limits
    self.isShared = isShared
    self.connectionLimit = connectionLimit
  }

  /// Starts accepting.
  func start(on loop: LoopCore) {
    guard !loop.isStopping,
      let id = loop.add(self, descriptor: socket.descriptor, interest: .readable, isShared: isShared)
    else { return socket.release() }
    self.id = id
    loop.gate.listeners[ticket] = self
  }

  /// Stops accepting. Connections close as soon as they are idle.
  func close(on loop: LoopCore) {
    guard let id else { return }
    self.id = nil
    loop.remove(id, descriptor: socket.descriptor)
    loop.gate.listeners[ticket] = nil
    socket.release()
    for connection in Array(connections.values) { connection.shutDown(isForced: false, on: loop) }
  }

  func ready(_ readiness: Readiness, on loop: LoopCore) {
    // If several loops accept, accept only one connection at a time, so that each loop gets its share of a burst.
    for _ in 0..<(isShared ? 1 : Self.burst) {
      guard loop.gate.openConnections < connectionLimit else { return pause(on: loop) }
      switch loop.system.accept(socket.descriptor) {
      case .connection(let descriptor): open(descriptor, on: loop)
      case .none: return
      case .exhausted: return pause(on: loop)
      case .failed: return close(on: loop)
      }
    }
  }

  func timerFired(_ purpose: UInt64, on loop: LoopCore) {
    resume(on: loop)
  }

  func shutDown(isForced: Bool, on loop: LoopCore) {
    close(on: loop)
  }

  private func open(_ descriptor: Int32, on loop: LoopCore) {
    loop.system.setNoDelay(descriptor)
    let connection = Connection(descriptor: descriptor, listener: self)
    guard let id = loop.add(connection, descriptor: descriptor, interest: .readable) else {
      return loop.system.close(descriptor)
    }
    connections[id] = connection
    loop.gate.openConnections += 1
    connection.opened(id, on: loop)
  }

  /// Removes a closed connection.
  func forget(_ connection: ChannelID, on loop: LoopCore) {
    guard connections.removeValue(forKey: connection) != nil else { return }
    loop.gate.openConnections -= 1
    loop.gate.resume(on: loop)
  }

  /// Leaves new connections waiting until another one closes or a short time has passed.
  private func pause(on loop: LoopCore) {
    guard let id, !isPaused else { return }
    isPaused = true
    loop.suspend(descriptor: socket.descriptor)
    loop.gate.wait(self)
    loop.schedule(Self.resumePurpose, for: id, after: Self.pause)
  }

  /// Resumes accepting after a pause.
  func resume(on loop: LoopCore) {
    guard let id, isPaused else { return }
    guard loop.resume(id, descriptor: socket.descriptor, interest: .readable, isShared: isShared) else {
      loop.schedule(Self.resumePurpose, for: id, after: Self.pause)
      return
    }
    isPaused = false
  }
}
