/// The reason that a server can't listen.
package struct ListenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  package enum Code: Sendable, Hashable {
    case addressInUse, addressNotAvailable, notPermitted, unknownHost, invalidPort, shutDown, other
  }

  package let code: Code
  package let host: String
  package let port: Int
  /// The system's own error text, or an empty string if it adds no information.
  let detail: String

  init(_ code: Code, host: String, port: Int, detail: String = "") {
    self.code = code
    self.host = host
    self.port = port
    self.detail = detail
  }

  init(_ failure: SystemFailure, host: String, port: Int) {
    let code: Code =
      switch Sockets.meaning(of: failure.code) {
      case .addressInUse: .addressInUse
      case .addressNotAvailable: .addressNotAvailable
      case .notPermitted: .notPermitted
      default: .other
      }
    self.init(code, host: host, port: port, detail: failure.description)
  }

  /// A sentence that describes the problem and the remedy.
  package var description: String {
    switch code {
    case .addressInUse: "Port \(port) is in use on \(host): choose another one, or 0 for any free port."
    case .addressNotAvailable: "\(host) isn't an address of this machine: use 127.0.0.1, or 0.0.0.0 for all addresses."
    case .notPermitted: "This process isn't permitted to use port \(port) on \(host): use a port above 1023."
    case .unknownHost: "\(host) has no address: \(detail)."
    case .invalidPort: "\(port) isn't a port: use 1 to 65535, or 0 for any free port."
    case .shutDown: "The server has been shut down."
    case .other: "Can't listen on \(host), port \(port). \(detail)"
    }
  }
}
