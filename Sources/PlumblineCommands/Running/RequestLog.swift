import HTTPMessages

/// Prints a line for every request that a mock answers: on a terminal all of them, elsewhere none.
///
/// An event loop must not wait for a terminal, so lines go through a bounded queue to a task that prints them; a flood
/// loses its oldest lines.
struct RequestLog: Sendable {
  private let lines: AsyncStream<String>.Continuation?

  init(console: Console, shows: Bool) {
    guard shows, console.showsProgress else {
      lines = nil
      return
    }
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    Task {
      for await line in stream { console.print(line) }
    }
    lines = continuation
  }

  /// The responder itself where nothing is shown, else one that shows what it answers.
  func observing(_ responder: some Responder) -> any Responder {
    guard let lines else { return responder }
    return ObservingResponder(responder) { exchange in
      let status = exchange.response.map { "\($0.status)" } ?? "failed"
      let source = exchange.recording.map { "  \($0)" } ?? ""
      lines.yield("\(status) \(exchange.request.method) \(exchange.request.target)\(source)")
    }
  }
}
