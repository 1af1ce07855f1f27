/// What a response says about the connection. HTTP/1.1 says nothing when it stays, HTTP/1.0 when it closes.
package enum ConnectionField: Sendable, Equatable {
  case absent
  case close
  case keepAlive

  /// The field with its line end; empty for none.
  var line: String {
    switch self {
    case .absent: ""
    case .close: "Connection: close\r\n"
    case .keepAlive: "Connection: keep-alive\r\n"
    }
  }
}
