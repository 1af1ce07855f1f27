import PlumblineHTTPMessages
import Synchronization

/// A container for a session's current mock. If the mock never changes, reading it doesn't take a lock.
final class MockSlot: PromptResponder {
  private let fixed: MockSession?
  private let changing: Mutex<MockSession>

  init(_ mock: MockSession, changes: Bool) {
    fixed = changes ? nil : mock
    changing = Mutex(mock)
  }

  var mock: MockSession { fixed ?? changing.withLock { $0 } }

  func answer(to request: Request) -> OutgoingResponse { mock.answer(to: request) }

  func respond(to request: Request, completion: Completion) -> Reply {
    .now(mock.answer(to: request))
  }

  /// Replaces the mock. Requests in flight finish with the previous one.
  func replace(_ next: (MockSession) -> MockSession) {
    changing.withLock { mock in mock = next(mock) }
  }
}
