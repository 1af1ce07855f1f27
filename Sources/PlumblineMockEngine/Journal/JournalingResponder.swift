import PlumblineHTTPMessages

/// A decorator that writes every exchange into a journal, before the answer leaves. The end of a body that is handed on as it comes
/// is added to its entry.
package struct JournalingResponder<Inner: Responder>: Responder {
  private let inner: Inner
  private let journal: Journal
  private let session: String
  private let observer: JournalObserver?

  /// - Parameters:
  ///   - session: by which name the observer knows whose journal it is.
  ///   - observer: sees the entries.
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

  /// Writes an exchange, and gives its answer as it goes on.
  private func written(_ request: Request, _ answer: Answer) -> Answer {
    guard case .response(var response) = answer.content, case .stream(let stream) = response.body else {
      write(request, answer)
      return answer
    }
    var followed = answer
    response.body = .stream(FollowedBody(stream))
    followed.content = .response(response)
    write(request, followed)
    return followed
  }

  /// Writes an exchange that somebody else answered.
  func write(_ request: Request, _ answer: Answer) {
    guard let observer, observer.wants(answer) else { return journal.append(request, answer) }
    journal.append(request, answer) { observer.see(session, $0) }
  }
}

extension JournalingResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> Answer {
    let answer = inner.answer(to: request)
    write(request, answer)
    return answer
  }
}

/// Sees the exchanges that a journal takes, on the thread that answers; it must not block.
///
/// An entry is made only of what it wants: for one that prints what nothing answers, nearly all cost it a look.
package struct JournalObserver: Sendable {
  /// Whether an exchange with this answer is to be seen.
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
