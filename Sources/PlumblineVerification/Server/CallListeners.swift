import PlumblineHTTPMessages
import PlumblineHTTPServer
import Synchronization

/// The listeners for a run's calls. While a call runs, it has a listener to itself.
///
/// A closed connection keeps its port for a minute, and the system searches these ports for a free one. If each of
/// thousands of calls opened a listener and a connection, the search would cost more than the calls. Therefore, when a
/// call has ended, the next one uses its listener and the connection to it. This requires a client that has received
/// all its responses by the time it returns. For any other client, the listener is closed after the call, so that a
/// late request is never attributed to another call.
final class CallListeners: Sendable {
  private struct State {
    var free: [CallListener] = []
    var isClosed = false
  }

  private let server: HTTPServer
  private let state = Mutex(State())

  init(on server: HTTPServer) {
    self.server = server
  }

  /// Returns a listener whose requests go to a call's responder.
  func take(for responder: any Responder) throws(ListenError) -> CallListener {
    if let listener = state.withLock({ $0.free.popLast() }) {
      listener.responder.pass(to: responder)
      return listener
    }
    let target = ExchangeableResponder(responder)
    return CallListener(listener: try server.listen(host: "127.0.0.1", port: 0, responder: target), responder: target)
  }

  /// Keeps the listener of a call that has ended, so that the next call can use it.
  ///
  /// - Parameter isQuiet: A Boolean value that indicates whether the call's client sends no more requests.
  func put(back listener: CallListener, isQuiet: Bool) {
    let isKept = state.withLock { state in
      guard isQuiet, !state.isClosed else { return false }
      state.free.append(listener)
      return true
    }
    if !isKept { listener.listener.close() }
  }

  /// Closes the listeners that are kept. Listeners that are put back later are closed immediately.
  func close() {
    let free = state.withLock { state in
      defer { state.free = [] }
      state.isClosed = true
      return state.free
    }
    for listener in free { listener.listener.close() }
  }
}

/// A listener that serves one call after another.
struct CallListener: Sendable {
  fileprivate let listener: Listener
  fileprivate let responder: ExchangeableResponder

  /// The URL that a client puts before a path.
  var baseURL: String { listener.baseURL }
}

/// A responder that forwards to another responder, which changes with each call.
private final class ExchangeableResponder: Responder {
  private let inner: Mutex<any Responder>

  init(_ inner: any Responder) {
    self.inner = Mutex(inner)
  }

  func pass(to inner: any Responder) {
    self.inner.withLock { $0 = inner }
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    inner.withLock { $0 }.respond(to: request, completion: completion)
  }

  func response(to refusal: RequestRefusal) -> Response { inner.withLock { $0 }.response(to: refusal) }
}
