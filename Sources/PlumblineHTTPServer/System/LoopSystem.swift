/// The system calls that a running loop and its connections need: the time, and transfers.
///
/// The protocol exists for tests, which use memory instead of sockets and a clock that moves only when they advance it.
protocol LoopSystem {
  /// Returns the time of a monotonic clock, in nanoseconds.
  func now() -> UInt64

  /// Accepts one waiting connection.
  func accept(_ listener: Int32) -> AcceptResult

  /// Reads the available bytes, up to the buffer's size.
  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer

  /// Sends as much as the system accepts.
  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer

  /// Disables the delay of small writes (`TCP_NODELAY`).
  func setNoDelay(_ descriptor: Int32)

  /// Makes the next `close` send a reset.
  func setResetOnClose(_ descriptor: Int32)

  /// Signals to the other side that no more bytes will follow.
  func shutdownSending(_ descriptor: Int32)

  func close(_ descriptor: Int32)
}

/// The system that the program runs on.
struct HostSystem: LoopSystem {
  func now() -> UInt64 { Sockets.monotonicNanoseconds() }
  func accept(_ listener: Int32) -> AcceptResult { Sockets.accept(listener) }
  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    Sockets.receive(descriptor, into: buffer)
  }
  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer { Sockets.send(descriptor, bytes) }
  func setNoDelay(_ descriptor: Int32) { Sockets.setNoDelay(descriptor) }
  func setResetOnClose(_ descriptor: Int32) { Sockets.setResetOnClose(descriptor) }
  func shutdownSending(_ descriptor: Int32) { Sockets.shutdownSending(descriptor) }
  func close(_ descriptor: Int32) { Sockets.close(descriptor) }
}
