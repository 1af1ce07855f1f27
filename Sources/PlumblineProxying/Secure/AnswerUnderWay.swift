#if os(Linux)
  import Dispatch
  import PlumblineHTTPMessages

  /// An answer that a thread of its own reads: given when it is whole, or with a body that goes on as it comes.
  final class AnswerUnderWay {
    private let completion: @Sendable (Exchange.Outcome) -> Void
    private let room = DispatchSemaphore(value: 0)
    private var pipe: BodyPipe?

    init(_ completion: @escaping @Sendable (Exchange.Outcome) -> Void) {
      self.completion = completion
    }

    /// A Boolean value that indicates whether the answer was given and its body goes on.
    var isOpen: Bool { pipe != nil }

    /// Hands on what came of an open body, and waits until there is room for more; false where nobody wants the rest.
    func take(from parser: inout ResponseParser) -> Bool {
      if pipe == nil, let opening = parser.opening() {
        let room = room
        let pipe = BodyPipe(length: opening.length) { room.signal() }
        self.pipe = pipe
        var response = opening.response
        response.body = .stream(pipe)
        completion(.response(response))
      }
      guard let pipe else { return true }
      pipe.push(parser.takeBody())
      while pipe.isFull, !pipe.isCancelled { room.wait() }
      return !pipe.isCancelled
    }

    /// Gives the whole answer, the last of an open body, or why there is none.
    func finish(_ result: Result<Response, TransportFailure>) {
      switch result {
      case .success(let response):
        guard let pipe else { return completion(.response(response)) }
        pipe.push(response.body.bytes ?? [])
        pipe.finish(.end(trailers: response.trailers))
      case .failure(let failure):
        guard let pipe else { return completion(.failure(failure)) }
        pipe.finish(.failed(failure))
      }
    }
  }
#endif
