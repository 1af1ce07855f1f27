import PlumblineContractModel
import PlumblineHTTPMessages

/// A decorator that injects the faults and delays of a plan.
package struct FaultingResponder<Inner: Responder>: Responder {
  private let inner: Inner
  private let plan: FaultPlan
  private let library: @Sendable () -> MockLibrary

  /// - Parameter library: A closure that returns the current library, whose endpoints the plan refers to.
  package init(_ inner: Inner, plan: FaultPlan, library: @escaping @Sendable () -> MockLibrary) {
    self.inner = inner
    self.plan = plan
    self.library = library
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    guard plan.isActive else { return inner.respond(to: request, completion: completion) }
    let stroke = stroke(on: request)
    if let answer = stroke.answer(to: request) { return .now(answer) }
    let reply = inner.respond(to: request, completion: Completion { completion(stroke.spoiling($0)) })
    if case .now(let answer) = reply { return .now(stroke.spoiling(answer)) }
    return reply
  }

  private func stroke(on request: Request) -> FaultStroke {
    let library = library()
    let endpoint = library.endpoint(of: request)
    return FaultStroke(library: library, endpoint: endpoint, fate: plan.fate(of: endpoint?.id))
  }
}

extension FaultingResponder: PromptResponder where Inner: PromptResponder {
  package func answer(to request: Request) -> OutgoingResponse {
    guard plan.isActive else { return inner.answer(to: request) }
    let stroke = stroke(on: request)
    return stroke.answer(to: request) ?? stroke.spoiling(inner.answer(to: request))
  }
}

extension MockLibrary {
  /// Returns the endpoint of a request. A HEAD request belongs to the GET endpoint of its path.
  package func endpoint(of request: Request) -> Endpoint? {
    guard case .found(let endpoint) = contract.router.resolve(request) else { return nil }
    return endpoint
  }
}

/// A responder that returns all its responses synchronously, so that decorators around it don't need closures.
package protocol PromptResponder: Responder {
  /// Returns the response to a request.
  func answer(to request: Request) -> OutgoingResponse
}

extension MockSession: PromptResponder {}
