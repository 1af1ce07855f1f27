import HTTPMessages

/// A decorator that writes every exchange into a journal, before the answer leaves.
package struct JournalingResponder<Inner: Responder>: Responder {
  private let inner: Inner
  private let journal: Journal
  private let observe: (@Sendable (JournalEntry) -> Void)?

  /// - Parameter observe: called with every entry, on the thread that answers; it must not block.
  package init(_ inner: Inner, journal: Journal, observe: (@Sendable (JournalEntry) -> Void)? = nil) {
    self.inner = inner
    self.journal = journal
    self.observe = observe
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
    journal.append(request, answer, observe: observe)
  }
}

extension JournalingResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> Answer {
    let answer = inner.answer(to: request)
    write(request, answer)
    return answer
  }
}
