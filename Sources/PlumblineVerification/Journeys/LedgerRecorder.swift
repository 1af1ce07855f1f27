import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A recorder that adds the exchanges on the wire to the ledger, whichever client sends them. The endpoints' `state` in
/// the contract determines which requests create, change or remove items.
struct LedgerRecorder: Sendable {
  let ledger: ItemLedger
  let contract: Contract

  /// Records the outcome of a request.
  ///
  /// - Parameters:
  ///   - isExcused: A Boolean value that indicates whether the user allows the call's changes to be left behind.
  ///   - standIn: The credentials of a persona who can read what the caller can't.
  func note(_ exchange: Exchange, call: String, isExcused: Bool = false, standIn: [String: String] = [:]) {
    guard let reading = WireReading(exchange.request, in: contract) else { return }
    guard !reading.endpoint.isSafe else { return noteShown(exchange) }
    guard mayHaveArrived(exchange) else { return }
    let mayBeDone = exchange.response.map { reading.isDone($0) || $0.status >= 500 } ?? true
    if exchange.response.map(reading.isDone) ?? false {
      ledger.note(done: exchange.request, by: call)
    }
    guard let rule = reading.rule else { return mayBeDone ? noteUndescribed(exchange, reading, call) : () }
    if mayBeDone { noteAlso(rule, reading, call) }
    switch rule.action {
    case .create:
      ledger.note(
        ItemLedger.PossibleCreation(
          exchange: exchange, reading: reading, rule: rule, call: call, isExcused: isExcused, standIn: standIn))
    case .update, .append:
      guard let item = reading.item else { return noteUndescribed(exchange, reading, call) }
      noteChange(of: item, by: exchange, reading, rule, mayBeDone: mayBeDone, call)
    case .delete:
      guard let item = reading.item else { return }
      noteRemoval(of: item, exchange, reading, call)
    case .clear: if mayBeDone { noteUndescribed(exchange, reading, call) }
    case .read, .list, .check, .login, .refresh, .logout: break
    }
  }

  /// Records the items in the response to a read.
  func noteShown(_ exchange: Exchange) {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract) else { return }
    ledger.note(there: reading.itemsShown(by: response))
  }

  /// Returns a Boolean value that indicates whether a server may have received a request.
  private func mayHaveArrived(_ exchange: Exchange) -> Bool {
    exchange.failure.map { ![.connectionRefused, .nameNotFound, .tls].contains($0.kind) } ?? true
  }

  private func noteChange(
    of item: ServerItem, by exchange: Exchange, _ reading: WireReading, _ rule: StateRule, mayBeDone: Bool,
    _ call: String
  ) {
    let request = exchange.request
    let entry = ledger.change(item) { entry in
      if mayBeDone { entry.isTouched = true } else { entry.wasAsked = true }
      if exchange.response.map(reading.isDone) ?? false { entry.isDone = true }
      for place in reading.changes(to: entry.original ?? .emptyObject) where !entry.changed.contains(place) {
        entry.changed.append(place)
      }
      if !rule.additions.isEmpty, mayBeDone { entry.acts.append(request) }
      // If the response is a 201, the request created the missing item, so it is the run's own.
      if rule.createsMissing, entry.wasAbsent, let response = exchange.response, response.status == 201 {
        entry = ItemLedger.Entry(
          item: item, isMade: true, original: reading.payload(of: response), credentials: entry.credentials,
          call: entry.call, isExcused: entry.isExcused, isTouched: true)
      }
    }
    // The server may execute a request without a response only after the run, when it can't be undone.
    guard exchange.response == nil, let entry, !entry.isMade else { return }
    ledger.doubt(
      reading.endpoint, call,
      "may be left behind: \(request.method) \(request.path) got no response, and the server may still process it; "
        + (entry.wasAbsent ? "\(item) didn't exist" : "\(item) was \(entry.original?.text ?? "never read")"),
      isFailure: !entry.isExcused && !entry.wasAbsent)
  }

  private func noteRemoval(of item: ServerItem, _ exchange: Exchange, _ reading: WireReading, _ call: String) {
    let isDone = exchange.response.map(reading.isDone) ?? false
    if isDone { ledger.mark(item, isRemoved: true) }
    guard !(ledger.entry(item)?.isMade ?? false) else { return }
    guard let loss = ledger.loss(of: item) else {
      guard isDone else { return }
      return ledger.doubt(
        reading.endpoint, call,
        "may be left behind: \(exchange.request.method) \(exchange.request.path) succeeded even though \(item) "
          + "didn't exist", isFailure: true)
    }
    let verb = isDone ? "is gone" : "may be gone"
    if let response = exchange.response, !isDone, response.status < 500 {
      ledger.change(item) { $0.wasAsked = true }
      return
    }
    ledger.forget(lossOf: item)
    ledger.doubt(
      reading.endpoint, call, "left behind: \(item), which was there before the run, \(verb)\(loss)", isFailure: false)
  }

  private func noteUndescribed(_ exchange: Exchange, _ reading: WireReading, _ call: String) {
    let isNew = ledger.note(undescribed: reading.endpoint)
    let address = MadeAddress(of: exchange.response, in: contract)
    // Report the doubt once per endpoint, or once per item if items have addresses.
    guard isNew || address != nil, reading.rule?.action != .check else { return }
    ledger.doubt(
      reading.endpoint, call,
      "may be left behind: the contract doesn't say what \(reading.endpoint.request) does, so it can't be undone"
        + (address.map { " (its response shows \($0))" } ?? ""),
      isFailure: false)
  }

  /// Records a request's effects on other items. Changes to them are never reverted, so they are reported once.
  /// Additional items that the request creates belong to its own item.
  private func noteAlso(_ rule: StateRule, _ reading: WireReading, _ call: String) {
    var names: [String] = []
    for name in rule.also.filter({ $0.action != .create && $0.changesSomething }).compactMap(\.collection)
    where name != rule.collection && !names.contains(name) { names.append(name) }
    guard !names.isEmpty, ledger.note(undescribed: reading.endpoint) else { return }
    ledger.doubt(
      reading.endpoint, call,
      "may be left behind: \(reading.endpoint.request) also changes \(names.joined(separator: " and ")), which can't be "
        + "restored", isFailure: false)
  }
}
