/// What came of one `recv` or `send` on a non-blocking socket.
package enum Transfer: Sendable, Equatable {
  /// So many bytes went over; 0 of a `recv` means that the other side sends no more.
  case bytes(Int)
  /// The call would have blocked.
  case wouldBlock
  /// The connection is gone, with the error number.
  case failed(Int32)
}
