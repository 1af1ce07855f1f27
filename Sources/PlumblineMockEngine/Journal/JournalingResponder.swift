import PlumblineHTTPMessages

/// A decorator that writes every exchange into a journal, before the answer leaves.
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
      to: request,
      completion: Completion { answer in
        write(request, answer)
        completion(answer)
      })
    if case .now(let answer) = reply { write(request, answer) }
    return reply
  }

  private func write(_ request: Request, _ answer: Answer) {
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
