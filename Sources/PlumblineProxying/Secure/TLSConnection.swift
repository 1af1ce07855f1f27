#if os(Linux)
  import PlumblineHTTPMessages
  import PlumblineHTTPServer

  /// A TLS connection to a server whose certificate is validated against given authorities. Each step blocks, but no
  /// longer than until the deadline.
  ///
  /// OpenSSL reads from and writes to memory, and our own sockets transfer the bytes, so that a server that hangs up
  /// doesn't cause a signal.
  final class TLSConnection {
    // Constants from OpenSSL's headers: SSL_ERROR_*, SSL_VERIFY_PEER, SSL_CTRL_SET_TLSEXT_HOSTNAME and
    // SSL_CTRL_SET_MIN_PROTO_VERSION.
    private static let wantsRead: Int32 = 2
    private static let wantsWrite: Int32 = 3
    private static let isEnded: Int32 = 6
    private static let verifiesPeer: Int32 = 1
    private static let hostName: Int32 = 55
    private static let leastVersion: Int32 = 123
    private static let version12 = 0x0303

    private let library: OpenSSL
    private let context: OpenSSL.Object
    private let session: OpenSSL.Object
    private let incoming: OpenSSL.Object?
    private let outgoing: OpenSSL.Object?
    private let descriptor: Int32
    /// The connection's socket, which other threads use to end the connection.
    let socket: TLSSocket
    private let base: BaseURL
    /// A Boolean value that indicates whether the server hung up without ending the session. If so, its data may be
    /// incomplete.
    private(set) var isCut = false
    /// The time when a blocking step is abandoned, in nanoseconds of the monotonic clock.
    var deadline: UInt64

    /// Performs the TLS handshake on a connected socket.
    ///
    /// - Parameter descriptor: A connected socket. It is closed along with the connection.
    init(
      _ descriptor: Int32, to base: BaseURL, trusting authorities: TrustedAuthorities, until deadline: UInt64
    ) throws(TransportFailure) {
      guard let library = OpenSSL.shared, let context = library.newContext(library.clientMethod()) else {
        Sockets.close(descriptor)
        throw TransportFailure(
          kind: .tls, message: "--ca and SSL_CERT_FILE need the system's OpenSSL (libssl.so.3), which isn't installed.")
      }
      _ = library.contextControl(context, Self.leastVersion, Self.version12, nil)
      _ = library.trustUsual(context)
      let isTrusted = library.trust(context, authorities.file, nil) == 1
      library.setVerify(context, Self.verifiesPeer, nil)
      guard isTrusted, let session = library.new(context) else {
        library.freeContext(context)
        Sockets.close(descriptor)
        throw TransportFailure(kind: .tls, message: "\(authorities.file) contains no usable certificate.")
      }
      (self.library, self.context, self.session) = (library, context, session)
      (self.descriptor, self.base, self.deadline) = (descriptor, base, deadline)
      socket = TLSSocket(descriptor)
      incoming = library.newBuffer(library.memory())
      outgoing = library.newBuffer(library.memory())
      library.setBuffers(session, incoming, outgoing)
      let host = base.host
      // A certificate lists addresses and names separately (RFC 6125), and SNI supports only names (RFC 6066).
      if library.setAddress(library.parameters(session), host) != 1 {
        guard library.setHost(session, host) == 1 else {
          throw TransportFailure(kind: .tls, message: "\(host) isn't a name that a certificate can cover.")
        }
        var name = Array(host.utf8CString)
        _ = name.withUnsafeMutableBytes { library.control(session, Self.hostName, 0, $0.baseAddress) }
      }
      library.clearErrors()
      guard try carry({ library.connect(session) }) > 0 else {
        throw TransportFailure(kind: .tls, message: "\(base.authority) closed the connection during the TLS handshake.")
      }
    }

    deinit {
      // Freeing the session also frees its buffers.
      library.free(session)
      library.freeContext(context)
      socket.close()
    }

    /// Sends all given bytes.
    func send(_ bytes: [UInt8]) throws(TransportFailure) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 << 14)
        let count = try carry { piece.withUnsafeBytes { library.write(session, $0.baseAddress, Int32($0.count)) } }
        guard count > 0 else {
          throw TransportFailure(kind: .connectionClosed, message: "\(base.authority) closed the connection.")
        }
        rest = rest.dropFirst(count)
      }
    }

    /// Returns the next bytes, or an empty array if the server has ended the connection.
    func receive() throws(TransportFailure) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = try carry { buffer.withUnsafeMutableBytes { library.read(session, $0.baseAddress, Int32($0.count)) } }
      return Array(buffer.prefix(count))
    }

    /// Repeats a step until it is done, sending and receiving the bytes that it needs. Returns 0 when the session has
    /// ended.
    @discardableResult private func carry(_ step: () -> Int32) throws(TransportFailure) -> Int {
      while true {
        let result = step()
        let error = result > 0 ? 0 : library.error(session, result)
        try flush()
        if result > 0 { return Int(result) }
        switch error {
        case Self.wantsRead:
          if try !fill() {
            isCut = true
            return 0
          }
        case Self.wantsWrite: continue
        case Self.isEnded: return 0
        default: throw failure()
        }
      }
    }

    /// Sends the bytes that TLS has produced for the server.
    private func flush() throws(TransportFailure) {
      while library.pending(outgoing) > 0 {
        var bytes = [UInt8](repeating: 0, count: library.pending(outgoing))
        let count = bytes.withUnsafeMutableBytes { library.take(outgoing, $0.baseAddress, Int32($0.count)) }
        var rest = bytes.prefix(Int(max(count, 0)))
        while !rest.isEmpty {
          switch rest.withUnsafeBytes({ Sockets.send(descriptor, $0) }) {
          case .bytes(let sent): rest = rest.dropFirst(sent)
          case .wouldBlock: try wait(forReading: false)
          case .failed(let code): throw UpstreamCall.failure(code, base)
          }
        }
      }
    }

    /// Reads bytes for TLS from the socket. Returns `false` when the connection has ended.
    private func fill() throws(TransportFailure) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        switch buffer.withUnsafeMutableBytes({ Sockets.receive(descriptor, into: $0) }) {
        case .bytes(0): return false
        case .bytes(let count):
          _ = buffer.withUnsafeBytes { library.give(incoming, $0.baseAddress, Int32(count)) }
          return true
        case .wouldBlock: try wait(forReading: true)
        case .failed(let code): throw UpstreamCall.failure(code, base)
        }
      }
    }

    private func wait(forReading: Bool) throws(TransportFailure) {
      guard Sockets.wait(for: descriptor, toRead: forReading, until: deadline) else {
        throw TransportFailure(kind: .timeout, message: "\(base.authority) didn't respond in time.")
      }
    }

    private func failure() -> TransportFailure {
      let result = library.verifyResult(session)
      guard result == 0, let words = Optional(library.lastError) else {
        let why = library.verifyText(result).map { String(cString: $0) } ?? "error \(result)"
        return TransportFailure(
          kind: .tls,
          message: "\(base.authority) has no certificate that is trusted here: \(why); \(TrustedAuthorities.remedy).")
      }
      return TransportFailure(kind: .tls, message: "\(base.authority) can't be reached: \(words).")
    }
  }
#endif
