import PlumblineHTTPMessages

/// A decorator that writes every exchange to a journal before its response is sent. When a streamed body ends, that is
/// added to its entry, which is sent to the journal's listeners again.
package struct JournalingResponder<Inner: Responder>: Responder {
  private let inner: Inner
  private let journal: Journal
  private let session: String
  private let observer: JournalObserver?

  /// - Parameters:
  ///   - session: The name that identifies the journal to the observer.
  ///   - observer: A closure that receives the entries.
  package init(_ inner: Inner, journal: Journal, session: String = "", observer: JournalObserver? = nil) {
    self.inner = inner
    self.journal = journal
    self.session = session
    self.observer = observer
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let reply = inner.respond(
      to: request, completion: Completion { answer in completion(written(request, answer)) })
    guard case .now(let answer) = reply else { return reply }
    return .now(written(request, answer))
  }

  /// Writes an exchange, and returns the response for the caller to send.
  private func written(_ request: Request, _ answer: OutgoingResponse) -> OutgoingResponse {
    guard case .response(var response) = answer.content, case .stream(let stream) = response.body else {
      write(request, answer)
      return answer
    }
    var followed = answer
    let body = FollowedBody(stream)
    response.body = .stream(body)
    followed.content = .response(response)
    let id = write(request, followed)
    body.end.whenOver { [weak journal = self.journal] in journal?.complete(id) }
    return followed
  }

  /// Writes an exchange with a response from elsewhere, and returns the exchange's number.
  @discardableResult
  func write(_ request: Request, _ answer: OutgoingResponse) -> Int {
    guard let observer, observer.wants(answer) else { return journal.append(request, answer) }
    return journal.append(request, answer) { observer.see(session, $0) }
  }
}

extension JournalingResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> OutgoingResponse {
    let answer = inner.answer(to: request)
    write(request, answer)
    return answer
  }
}

/// An observer of a journal's exchanges. It is called on the thread that responds, so it must not block.
///
/// Entries are created only for responses that the observer wants. For example, an observer that prints requests
/// without an endpoint skips nearly all of them.
package struct JournalObserver: Sendable {
  /// A closure that returns a Boolean value that indicates whether to pass on the exchange with a response.
  package let wants: @Sendable (OutgoingResponse) -> Bool
  /// A closure that is called with the session's name and the entry.
  package let see: @Sendable (_ session: String, JournalEntry) -> Void

  package init(
    wants: @escaping @Sendable (OutgoingResponse) -> Bool = { _ in true },
    see: @escaping @Sendable (_ session: String, JournalEntry) -> Void
  ) {
    self.wants = wants
    self.see = see
  }
}
