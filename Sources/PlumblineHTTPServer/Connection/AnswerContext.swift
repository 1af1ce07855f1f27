import PlumblineHTTPMessages

/// What an answer must know of its request.
struct AnswerContext {
  var sequence: UInt64
  var isHead: Bool
  var keepsAlive: Bool
  var minorVersion: Int

  /// The Connection field of an answer after which the connection closes or stays.
  func connectionField(closes: Bool) -> ConnectionField {
    closes ? .close : minorVersion == 0 ? .keepAlive : .absent
  }
}
