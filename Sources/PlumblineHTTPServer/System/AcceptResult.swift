/// What came of one `accept`.
enum AcceptResult {
  /// A non-blocking connection.
  case connection(Int32)
  /// Nobody is waiting, or who waited has gone.
  case none
  /// No descriptor or memory is left for one more.
  case exhausted
  /// The listening socket is of no use any more.
  case failed(Int32)
}
