#if os(Linux)
  import Dispatch
  import PlumblineHTTPMessages
  import Synchronization

  /// A response that is being read on a separate thread. It is returned when it is complete, or earlier with a body
  /// that continues to arrive.
  final class IncomingResponse: Sendable {
    private let completion: @Sendable (Exchange.Outcome) -> Void
    private let room = DispatchSemaphore(value: 0)
    private let pipe = Mutex<BodyPipe?>(nil)

    init(_ completion: @escaping @Sendable (Exchange.Outcome) -> Void) {
      self.completion = completion
    }

    /// The body that continues to arrive, once the response has been returned.
    private var openBody: BodyPipe? { pipe.withLock { $0 } }

    /// A Boolean value that indicates whether the response has been returned while its body continues.
    var isOpen: Bool { openBody != nil }

    /// Passes on the new part of an open body, and waits until there is room for more. Returns `false` if there is no
    /// reader any more.
    ///
    /// - Parameter socket: The socket. It is closed as soon as the reader cancels, so that no thread waits for it.
    func take(from parser: inout ResponseParser, on socket: TLSSocket) -> Bool {
      if !isOpen, let opening = parser.opening() {
        let pipe = BodyPipe(length: opening.length) { [weak self] in self?.goOn(socket) }
        self.pipe.withLock { $0 = pipe }
        var response = opening.response
        response.body = .stream(pipe)
        completion(.response(response))
      }
      guard let pipe = openBody else { return true }
      pipe.push(parser.takeBody())
      while pipe.isFull, !pipe.isCancelled { room.wait() }
      return !pipe.isCancelled
    }

    /// Lets the thread continue when there is room again or the reader has canceled.
    private func goOn(_ socket: TLSSocket) {
      room.signal()
      if openBody?.isCancelled == true { socket.end() }
    }

    /// Reports the complete response, the end of an open body, or the failure.
    func finish(_ result: Result<Response, TransportFailure>) {
      switch result {
      case .success(let response):
        guard let pipe = openBody else { return completion(.response(response)) }
        pipe.push(response.body.bytes ?? [])
        pipe.finish(.end(trailers: response.trailers))
      case .failure(let failure):
        guard let pipe = openBody else { return completion(.failure(failure)) }
        pipe.finish(.failed(failure))
      }
    }
  }
#endif
