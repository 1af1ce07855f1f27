import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The items that a run has created and changed on a real server, and so has to undo.
///
/// It reads the requests on the wire, whichever client sends them: the endpoints' `state` in the contract says which request
/// creates, changes or removes an item. A created item is only a ``Claim`` until ``Ownership`` has verified it.
final class ItemLedger: Sendable {
  /// An item that the run has created or changed.
  struct Entry: Sendable {
    let item: ServerItem
    /// A Boolean value that indicates whether the run created it; otherwise it existed before.
    let isMade: Bool
    /// The item right after its creation, or before its first change; `nil` if it didn't exist, or couldn't be read.
    let original: JSON?
    /// The reason why the original is unknown.
    var unreadable: String?
    /// A Boolean value that indicates whether it didn't exist before.
    var wasAbsent = false
    /// The credentials with which it was created or changed.
    let credentials: [String: String]
    /// The call that created it, or changed it first.
    let call: String
    /// A Boolean value that indicates whether the user allowed it to stay changed.
    var isExcused = false
    /// A Boolean value that indicates whether it was changed, or may have been.
    var isTouched = false
    /// A Boolean value that indicates whether a request to change or remove it was refused: a server may have carried it out
    /// before.
    var wasAsked = false
    /// A Boolean value that indicates whether a request to change it succeeded.
    var isDone = false
    var isRemoved = false
    /// The request that wrongly removed it: `DELETE /assets/7`.
    var lostBy: String?
    /// The call that changed it against the contract's state, so that the contract no longer describes it.
    var forcedBy: String?
    /// The members that were set to other values.
    var changed: [JSONPointer] = []
    /// The requests that were carried out on it, to revert additions and subtractions.
    var acts: [Request] = []
  }

  /// The claim that a request may have created an item.
  struct Claim: Sendable {
    let exchange: Exchange
    let reading: WireReading
    let rule: StateRule
    let call: String
    /// A Boolean value that indicates whether the user allowed the items that it creates to stay.
    let isExcused: Bool
    /// The credentials of a persona who may read where the caller may not.
    let standIn: [String: String]

    /// A Boolean value that indicates whether the response says that it was created.
    var isTold: Bool { exchange.response.map(reading.isDone) ?? false }
  }

  /// Something that is or may be left behind, and that can't be undone.
  struct Doubt: Sendable, Equatable {
    let endpoint: String
    let call: String
    /// The whole sentence.
    let reason: String
    /// A Boolean value that indicates whether the run is the cause, and not the contract or the user's choice.
    let isFailure: Bool
  }

  private struct State {
    var entries: [ServerItem: Entry] = [:]
    var order: [ServerItem] = []
    var claims: [Claim] = []
    /// The confirmed claims.
    var made: [Claim] = []
    var doubts: [Doubt] = []
    var undescribed: Set<String> = []
    /// Items that existed before the run created any.
    var seen: Set<ServerItem> = []
    /// The lists that were read to find these, by path and caller.
    var lists: Set<String> = []
    /// The losses that come with an item whose removal the user allowed.
    var losses: [ServerItem: String] = [:]
    /// Items that reuse the key of an earlier one, and the description of that one.
    var reuses: [ServerItem: String] = [:]
    /// The item that each request created, and the request's idempotency key.
    var makings: [(request: SentRequest, key: String?, item: ServerItem)] = []
    /// The successful requests, each with the call that sent it first and the number of times.
    var done: [SentRequest: (call: String, times: Int)] = [:]
  }

  /// A request, identified by the parts that determine its effect.
  private struct SentRequest: Hashable {
    let method: String
    let target: String
    let body: [UInt8]

    init(_ request: Request) {
      method = request.method.rawValue
      target = request.target
      body = request.body.bytes ?? []
    }
  }

  private let contract: Contract
  private let state = Mutex(State())

  init(contract: Contract) { self.contract = contract }

  // MARK: - Before a request

  /// Returns the entry of an item.
  func entry(_ item: ServerItem) -> Entry? { state.withLock { $0.entries[item] } }

  /// Returns a Boolean value that indicates whether the run created an item that still exists.
  func isOurs(_ item: ServerItem) -> Bool {
    state.withLock { $0.entries[item].map { $0.isMade && !$0.isRemoved } ?? false }
  }

  /// Keeps an item's state before it is changed; a known item keeps its first state.
  ///
  /// - Parameter isLast: whether it is restored after all others, as undoing those may change it again.
  func keep(_ entry: Entry, isLast: Bool = false) {
    state.withLock { state in
      if let known = state.entries[entry.item] {
        state.entries[entry.item]?.isExcused = known.isExcused || entry.isExcused
        return
      }
      // The last change is undone first.
      state.order.insert(entry.item, at: isLast ? 0 : state.order.endIndex)
      state.entries[entry.item] = entry
    }
  }

  /// Keeps a description of the losses that come with an item whose removal the user allowed.
  func keep(loss: String, of item: ServerItem) {
    state.withLock { $0.losses[item] = loss }
  }

  /// Returns a Boolean value that indicates whether a list was read before an item was created.
  func hasRead(_ list: String) -> Bool { state.withLock { $0.lists.contains(list) } }

  /// Notes that a list was read.
  func note(reading list: String) { _ = state.withLock { $0.lists.insert(list) } }

  /// Notes existing items, whether the run created them or not.
  func note(there items: [ServerItem]) {
    state.withLock { state in
      for item in items where state.entries[item] == nil { state.seen.insert(item) }
    }
  }

  /// Returns a Boolean value that indicates whether a server had an item before the run created any: a request that should
  /// create one may return an older one.
  func wasThere(_ item: ServerItem) -> Bool { state.withLock { $0.seen.contains(item) } }

  /// Returns an existing item of a collection whose path has these values, preferably one of the run's own.
  func known(_ collection: String, within: [String: String]) -> ServerItem? {
    state.withLock { state in
      func fits(_ item: ServerItem) -> Bool {
        item.collection == collection && item.within == within && !item.key.isEmpty
      }
      let made = state.order.last { item in
        fits(item) && state.entries[item].map { $0.isMade && !$0.isRemoved } ?? false
      }
      return made ?? state.seen.filter(fits).min { $0.key < $1.key }
    }
  }

  // MARK: - After a request

  /// Notes the outcome of a request.
  ///
  /// - Parameters:
  ///   - isExcused: whether the user allowed the call's changes to stay.
  ///   - standIn: the credentials of a persona who may read where the caller may not.
  func note(_ exchange: Exchange, call: String, isExcused: Bool = false, standIn: [String: String] = [:]) {
    guard let reading = WireReading(exchange.request, in: contract) else { return }
    guard !reading.endpoint.isSafe else { return noteShown(exchange) }
    guard mayHaveArrived(exchange) else { return }
    let mayBeDone = exchange.response.map { reading.isDone($0) || $0.status >= 500 } ?? true
    if exchange.response.map(reading.isDone) ?? false {
      let request = SentRequest(exchange.request)
      state.withLock { $0.done[request, default: (call, 0)].times += 1 }
    }
    guard let rule = reading.rule else { return mayBeDone ? noteUndescribed(exchange, reading, call) : () }
    if mayBeDone { noteAlso(rule, reading, call) }
    switch rule.action {
    case .create:
      let claim = Claim(
        exchange: exchange, reading: reading, rule: rule, call: call, isExcused: isExcused, standIn: standIn)
      state.withLock { $0.claims.append(claim) }
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

  /// Notes the items that the response to a read shows.
  func noteShown(_ exchange: Exchange) {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract) else { return }
    note(there: reading.itemsShown(by: response))
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
    let entry: Entry? = state.withLock { state in
      guard var entry = state.entries[item] else { return nil }
      if mayBeDone { entry.isTouched = true } else { entry.wasAsked = true }
      if exchange.response.map(reading.isDone) ?? false { entry.isDone = true }
      for place in reading.changes(to: entry.original ?? .emptyObject) where !entry.changed.contains(place) {
        entry.changed.append(place)
      }
      if !rule.additions.isEmpty, mayBeDone { entry.acts.append(request) }
      // A 201 means that the missing item was created, so it is the run's own.
      if rule.createsMissing, entry.wasAbsent, let response = exchange.response, response.status == 201 {
        entry = Entry(
          item: item, isMade: true, original: reading.payload(of: response), credentials: entry.credentials,
          call: entry.call, isExcused: entry.isExcused, isTouched: true)
      }
      state.entries[item] = entry
      return entry
    }
    // A request without a response may still be carried out after the run, when it can't be undone any more.
    guard exchange.response == nil, let entry, !entry.isMade else { return }
    doubt(
      reading.endpoint, call,
      "may be left behind: \(request.method) \(request.path) got no answer, and may still be carried out; "
        + (entry.wasAbsent ? "\(item) wasn't there" : "\(item) was \(entry.original?.text ?? "never read")"),
      isFailure: !entry.isExcused && !entry.wasAbsent)
  }

  private func noteRemoval(of item: ServerItem, _ exchange: Exchange, _ reading: WireReading, _ call: String) {
    let isDone = exchange.response.map(reading.isDone) ?? false
    let (isOurs, loss) = state.withLock { state in
      if isDone { state.entries[item]?.isRemoved = true }
      return (state.entries[item]?.isMade ?? false, state.losses[item])
    }
    guard !isOurs else { return }
    guard let loss else {
      guard isDone else { return }
      return doubt(
        reading.endpoint, call,
        "may be left behind: \(exchange.request.method) \(exchange.request.path) was answered with success, though \(item) "
          + "wasn't there", isFailure: true)
    }
    let verb = isDone ? "is gone" : "may be gone"
    if let response = exchange.response, !isDone, response.status < 500 {
      return state.withLock { $0.entries[item]?.wasAsked = true }
    }
    state.withLock { $0.losses[item] = nil }
    doubt(
      reading.endpoint, call, "left behind: \(item) \(verb), which was there before the run\(loss)", isFailure: false)
  }

  // MARK: - Ownership

  /// Removes and returns the claims that are still to be verified, each only once.
  func takeClaims() -> [Claim] {
    state.withLock { state in
      defer { state.claims = [] }
      return state.claims
    }
  }

  /// Adopts an item that turned out to be the run's own.
  func adopt(_ item: ServerItem, as shown: JSON, _ claim: Claim) {
    let entry = Entry(
      item: item, isMade: true, original: shown, credentials: claim.reading.credentials, call: claim.call,
      isExcused: claim.isExcused, isTouched: true)
    state.withLock { state in
      if let earlier = state.entries.updateValue(entry, forKey: item) {
        state.order.removeAll { $0 == item }
        if earlier.isMade, earlier.isRemoved { state.reuses[item] = "the key of an item that was removed before" }
      }
      state.order.append(item)
      state.made.append(claim)
      state.makings.append((SentRequest(claim.exchange.request), claim.reading.idempotencyKey, item))
    }
  }

  /// The requests that created the run's items.
  var makers: [Claim] { state.withLock { $0.made } }

  /// Notes that a response returned an existing item as a new one.
  func note(reuse item: ServerItem, _ why: String) { state.withLock { $0.reuses[item] = why } }

  /// Returns the reason why a supposedly new item isn't new: `which was there before the run`. `nil` for a new one.
  func reuse(of item: ServerItem) -> String? { state.withLock { $0.reuses[item] } }

  /// Returns the call that successfully sent the same request before.
  func call(thatSent request: Request) -> String? { state.withLock { $0.done[SentRequest(request)]?.call } }

  /// Returns the number of times that the same request succeeded.
  func times(thatSent request: Request) -> Int { state.withLock { $0.done[SentRequest(request)]?.times ?? 0 } }

  /// Returns the latest item that a request is confirmed to have created.
  func latest(madeBy exchange: Exchange) -> ServerItem? {
    let request = SentRequest(exchange.request)
    return state.withLock { state in state.makings.last { $0.request == request }?.item }
  }

  /// Returns a Boolean value that indicates whether a request repeats, with the same idempotency key, the one that created an
  /// item.
  func isRepetition(_ request: Request, _ reading: WireReading, of item: ServerItem) -> Bool {
    guard let key = reading.idempotencyKey else { return false }
    let request = SentRequest(request)
    return state.withLock { state in
      state.makings.contains { $0.item == item && $0.key == key && $0.request == request }
    }
  }

  /// Notes that an item turned out to exist still, or to be gone.
  func mark(_ item: ServerItem, isRemoved: Bool) {
    state.withLock { $0.entries[item]?.isRemoved = isRemoved }
  }

  /// Notes that a request removed an item that it should have kept.
  func note(loss item: ServerItem, by request: String) {
    state.withLock { $0.entries[item]?.lostBy = request }
  }

  /// Notes that a server changed an item although it should have refused to.
  func note(forced item: ServerItem, by call: String) {
    state.withLock { if $0.entries[item]?.forcedBy == nil { $0.entries[item]?.forcedBy = call } }
  }

  /// Returns the latest item of a collection that the run created and that still exists.
  func made(_ collection: String) -> ServerItem? { last(of: collection, isRemoved: false) }

  /// Returns the latest item of a collection that the run created and removed: its key is unused.
  func removed(_ collection: String) -> ServerItem? { last(of: collection, isRemoved: true) }

  private func last(of collection: String, isRemoved: Bool) -> ServerItem? {
    state.withLock { state in
      state.order.last { item in
        item.collection == collection && state.entries[item].map { $0.isMade && $0.isRemoved == isRemoved } ?? false
      }
    }
  }

  /// The entries to undo, the latest first. They include items of the run that were removed according to a response, as that
  /// may not have been verified.
  var open: [Entry] {
    state.withLock { state in
      state.order.reversed().compactMap { state.entries[$0] }
        .filter { $0.isTouched && ($0.isMade || !$0.isRemoved) }
    }
  }

  /// The items that a server only refused to change or to remove, with the losses that would come with them.
  var refused: [(entry: Entry, loss: String?)] {
    state.withLock { state in
      state.order.compactMap { state.entries[$0] }.filter {
        $0.wasAsked && !$0.isTouched && !$0.isMade && !$0.isRemoved
      }
      .map { ($0, state.losses[$0.item]) }
    }
  }

  /// Notes that a refused request turned out to be carried out anyway.
  func touch(_ item: ServerItem) { state.withLock { $0.entries[item]?.isTouched = true } }

  /// Forgets an item that wasn't changed.
  func forget(_ item: ServerItem) {
    state.withLock { state in
      state.losses[item] = nil
      state.entries[item] = nil
      state.order.removeAll { $0 == item }
      state.makings.removeAll { $0.item == item }
    }
  }

  // MARK: - Doubts

  var doubts: [Doubt] { state.withLock { $0.doubts } }

  func doubt(_ endpoint: Endpoint, _ call: String, _ reason: String, isFailure: Bool) {
    let doubt = Doubt(endpoint: endpoint.id, call: call, reason: reason, isFailure: isFailure)
    // A request that was repeated because a connection failed is reported once.
    state.withLock { if !$0.doubts.contains(doubt) { $0.doubts.append(doubt) } }
  }

  private func noteUndescribed(_ exchange: Exchange, _ reading: WireReading, _ call: String) {
    let isNew = state.withLock { $0.undescribed.insert(reading.endpoint.id).inserted }
    let address = MadeAddress(of: exchange.response, in: contract)
    // Reported once for each endpoint, but for each thing with an address.
    guard isNew || address != nil, reading.rule?.action != .check else { return }
    doubt(
      reading.endpoint, call,
      "may be left behind: the contract doesn't say what \(reading.endpoint.request) does, so it can't be undone"
        + (address.map { " (its answer shows \($0))" } ?? ""),
      isFailure: false)
  }

  /// A request's changes to other items are never restored, so they are reported once. Further items that it creates belong to
  /// its own.
  private func noteAlso(_ rule: StateRule, _ reading: WireReading, _ call: String) {
    var names: [String] = []
    for name in rule.also.filter({ $0.action != .create && $0.changesSomething }).compactMap(\.collection)
    where name != rule.collection && !names.contains(name) { names.append(name) }
    guard !names.isEmpty, state.withLock({ $0.undescribed.insert(reading.endpoint.id).inserted }) else { return }
    doubt(
      reading.endpoint, call,
      "may be left behind: \(reading.endpoint.request) also changes \(names.joined(separator: " and ")), and nothing puts "
        + "that back", isFailure: false)
  }
}
