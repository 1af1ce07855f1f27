import ContractModel
import HTTPMessages

/// Stands before a real server and reads an item before the first request that changes it, so that it can be put back.
struct SavingResponder: Responder {
  private let inner: any Responder
  private let desk: ItemDesk
  private let ledger: ItemLedger
  private let call: String

  init(_ inner: any Responder, desk: ItemDesk, ledger: ItemLedger, call: String) {
    self.inner = inner
    self.desk = desk
    self.ledger = ledger
    self.call = call
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    guard let reading = WireReading(request, in: desk.contract), let item = ledger.unknownItem(in: reading) else {
      return inner.respond(to: request, completion: completion)
    }
    let credentials = reading.credentials
    Task {
      let sight = await desk.look(for: item, credentials: credentials)
      ledger.keep(item, sight, credentials: credentials, call: call)
      if case .now(let answer) = inner.respond(to: request, completion: completion) { completion(answer) }
    }
    return .later
  }
}
