import PlumblineContractModel
import PlumblineHTTPMessages

/// A decorator that removes the path of the server's URL from a client's requests, so that the responders behind it see
/// the contract's paths.
struct ServerPathResponder: Responder {
  private let inner: any Responder
  private let contract: Contract

  init(_ inner: any Responder, contract: Contract) {
    self.inner = inner
    self.contract = contract
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    inner.respond(to: contract.withoutServerPath(request), completion: completion)
  }
}
