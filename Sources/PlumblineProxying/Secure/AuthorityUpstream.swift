#if os(Linux)
  import PlumblineHTTPMessages
  import PlumblineHTTPServer

  /// A transport that sends HTTPS to servers whose certificates are signed by a user-supplied authority. It uses
  /// HTTP/1.1, one connection per request, and no proxies.
  struct AuthorityUpstream: Upstream {
    let authorities: TrustedAuthorities
    let limits: HTTPLimits
    let openAnswers: OpenResponses

    func send(
      _ request: Request, to base: BaseURL, deadline: Duration,
      _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
    ) {
      let (seconds, attoseconds) = deadline.components
      let patience = UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(max(attoseconds, 0)) / 1_000_000_000
      let end = Sockets.monotonicNanoseconds() + patience
      let work: @Sendable () -> Void = {
        let answer = IncomingResponse(completion)
        let result = Result<Response, TransportFailure> { () throws(TransportFailure) in
          try exchange(request, base, until: end, patience: patience, answer)
        }
        answer.finish(result)
      }
      // Use a separate thread: each step blocks, and a stream may continue forever, which would block other work on the
      // system's thread pool.
      do throws(SystemFailure) {
        Sockets.detach(try Sockets.startThread(name: "tls", work))
      } catch {
        completion(.failure(TransportFailure(kind: .other, message: error.description)))
      }
    }

    func shutdown() async {}

    private func exchange(
      _ request: Request, _ base: BaseURL, until deadline: UInt64, patience: UInt64, _ answer: IncomingResponse
    ) throws(TransportFailure) -> Response {
      let connection = try TLSConnection(
        try Self.connect(to: base, until: deadline), to: base, trusting: authorities, until: deadline)
      var bytes: [UInt8] = []
      RequestWriter.append(request, host: base.authority, connection: .close, to: &bytes)
      // A server may respond and close the connection before it has read the whole request. Its response still counts.
      var refused: TransportFailure?
      do throws(TransportFailure) { try connection.send(bytes) } catch { refused = error }
      var parser = ResponseParser(method: request.method, limits: limits, opening: openAnswers)
      while true {
        let received: [UInt8]
        do throws(TransportFailure) { received = try connection.receive() } catch { throw refused ?? error }
        switch received.isEmpty ? parser.finish() : parser.feed(received) {
        case .response where received.isEmpty && connection.isCut:
          throw TransportFailure(
            kind: .connectionClosed, message: "\(base.authority) closed the connection in the middle of its response.")
        case .response(let response): return response
        case .failed(let failure):
          _ = answer.take(from: &parser, on: connection.socket)
          throw failure
        case .needsMore where received.isEmpty:
          throw refused
            ?? TransportFailure(kind: .connectionClosed, message: "\(base.authority) closed the connection.")
        case .needsMore:
          guard answer.take(from: &parser, on: connection.socket) else { throw UpstreamCall.cancelled(base) }
          // A body may take any amount of time as long as it makes progress.
          if answer.isOpen { connection.deadline = Sockets.monotonicNanoseconds() + patience }
        }
      }
    }

    /// Returns a socket connected to the first of the host's addresses that accepts a connection.
    private static func connect(to base: BaseURL, until deadline: UInt64) throws(TransportFailure) -> Int32 {
      let addresses: [SocketAddress]
      do throws(ResolutionFailure) { addresses = try Sockets.resolve(base.host, port: base.port) } catch {
        throw TransportFailure(kind: .nameNotFound, message: "\(base.authority) has no address.")
      }
      var last = TransportFailure(kind: .nameNotFound, message: "\(base.authority) has no address.")
      for (index, address) in addresses.enumerated() {
        // Give each address its share of the remaining time, so that an unreachable one doesn't use it up.
        let now = Sockets.monotonicNanoseconds()
        let share = deadline > now ? (deadline - now) / UInt64(addresses.count - index) : 0
        do throws(SystemFailure) {
          let descriptor = try Sockets.open(family: address.family)
          do throws(SystemFailure) {
            if try Sockets.connect(descriptor, to: address) { return descriptor }
          } catch {
            Sockets.close(descriptor)
            throw error
          }
          let isReady = Sockets.wait(for: descriptor, toRead: false, until: now + share)
          let code = Sockets.error(of: descriptor)
          if isReady, code == 0 { return descriptor }
          Sockets.close(descriptor)
          last =
            isReady
            ? UpstreamCall.failure(code, base)
            : TransportFailure(kind: .timeout, message: "\(base.authority) didn't respond in time.")
        } catch {
          last = UpstreamCall.failure(error.code, base)
        }
      }
      throw last
    }
  }
#endif
