import PlumblineHTTPMessages

/// A decorator that writes every exchange into a journal before the response is sent. The end of a streamed body is
/// added to its entry later, and the journal's listeners get the entry again.
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

  /// Writes an exchange, and returns its response for the caller to send on.
  private func written(_ request: Request, _ answer: Answer) -> Answer {
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

  /// Writes an exchange with a different responder's response, and returns the exchange's number.
  @discardableResult
  func write(_ request: Request, _ answer: Answer) -> Int {
    guard let observer, observer.wants(answer) else { return journal.append(request, answer) }
    return journal.append(request, answer) { observer.see(session, $0) }
  }
}

extension JournalingResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> Answer {
    let answer = inner.answer(to: request)
    write(request, answer)
    return answer
  }
}

/// Observes the exchanges of a journal, on the responding thread, which it must not block.
///
/// An entry is created only for the responses that it wants, because an observer that prints requests without an
/// endpoint skips nearly all of them.
package struct JournalObserver: Sendable {
  /// Returns a Boolean value that indicates whether the observer wants the exchange with this response.
  package let wants: @Sendable (Answer) -> Bool
  /// Called with the session's name and the entry.
  package let see: @Sendable (_ session: String, JournalEntry) -> Void

  package init(
    wants: @escaping @Sendable (Answer) -> Bool = { _ in true },
    see: @escaping @Sendable (_ session: String, JournalEntry) -> Void
  ) {
    self.wants = wants
    self.see = see
  }
}
