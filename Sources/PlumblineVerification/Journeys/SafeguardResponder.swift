import PlumblineHTTPMessages
import Synchronization

/// Stands before a real server and sends on only what the safeguard has nothing against.
///
/// A refused request is answered here, with 403 and the reason. Once its call is over nothing is sent on any more: who waits
/// for a snapshot while the client gives up must not write after the run has cleaned up.
final class SafeguardResponder: Responder {
  private let inner: any Responder
  private let safeguard: WriteSafeguard
  private let isOver = Atomic<Bool>(false)
  private let observe: @Sendable (String) -> Void

  /// - Parameter observe: told of each refused request, in a sentence without its query.
  init(_ inner: any Responder, _ safeguard: WriteSafeguard, observe: @escaping @Sendable (String) -> Void) {
    self.inner = inner
    self.safeguard = safeguard
    self.observe = observe
  }

  /// The call is over.
  func close() { isOver.store(true, ordering: .releasing) }

  func respond(to request: Request, completion: Completion) -> Reply {
    Task {
      let objection = await safeguard.objection(to: request)
      let isLate = isOver.load(ordering: .acquiring)
      if let objection = objection ?? (isLate ? "its call was over" : nil) {
        let sentence = "\(request.method) \(request.path) was not sent: \(objection)"
        observe(sentence)
        let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
        completion(Answer(Response(status: 403, headers: headers, body: Body(sentence))))
      } else if case .now(let answer) = inner.respond(to: request, completion: completion) {
        completion(answer)
      }
    }
    return .later
  }
}
