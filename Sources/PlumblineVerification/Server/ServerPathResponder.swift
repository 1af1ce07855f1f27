import PlumblineContractModel
import PlumblineHTTPMessages

/// A decorator that takes the path of a server's URL from the requests of a client that was given it, so that all behind it
/// sees paths as the contract has them.
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
