import Synchronization

/// A listening descriptor that several loops may wait for; closed when the last one has let go.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  let port: Int
  private let holders: Mutex<Int>

  /// Takes over a listening descriptor for so many loops.
  init(descriptor: Int32, holders: Int) {
    self.descriptor = descriptor
    port = Sockets.port(of: descriptor)
    self.holders = Mutex(holders)
  }

  /// Makes the system refuse connections at once, before the loops hear of it.
  func refuse() {
    holders.withLock { holders in
      if holders > 0 { Sockets.shutdownListening(descriptor) }
    }
  }

  /// A loop waits no more.
  func release() {
    holders.withLock { holders in
      holders -= 1
      if holders == 0 { Sockets.close(descriptor) }
    }
  }
}
