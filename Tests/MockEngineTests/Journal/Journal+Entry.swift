import PlumblineHTTPMessages
import PlumblineMockEngine

extension Journal {
  /// Records an exchange, and returns the entry that an observer sees.
  func entry(of request: Request, _ answer: OutgoingResponse) -> JournalEntry? {
    var seen: JournalEntry?
    append(request, answer) { seen = $0 }
    return seen
  }
}
