import PlumblineHTTPMessages

/// A decorator that announces each request before passing it on.
struct AnnouncingResponder: Responder {
  private let inner: any Responder
  private let announce: @Sendable () -> Void

  init(_ inner: any Responder, announce: @escaping @Sendable () -> Void) {
    self.inner = inner
    self.announce = announce
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    announce()
    return inner.respond(to: request, completion: completion)
  }
}
