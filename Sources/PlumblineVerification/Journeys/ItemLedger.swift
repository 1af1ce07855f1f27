import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// A ledger of the items that a run has created and changed on a real server, and must therefore undo.
///
/// ``LedgerRecorder`` fills it from the exchanges on the wire. A created item is only a ``PossibleCreation`` until
/// ``Ownership`` has verified it.
final class ItemLedger: Sendable {
  /// An item that the run has created or changed.
  struct Entry: Sendable {
    let item: ServerItem
    /// A Boolean value that indicates whether the run created the item. If it didn't, the item existed before.
    let isMade: Bool
    /// The item right after its creation or before its first change, or `nil` if it didn't exist or couldn't be read.
    let original: JSON?
    /// The reason why the original is unknown.
    var unreadable: String?
    /// A Boolean value that indicates whether the item didn't exist before.
    var wasAbsent = false
    /// The credentials that were used to create or change the item.
    let credentials: [String: String]
    /// The call that created the item or first changed it.
    let call: String
    /// A Boolean value that indicates whether the user allows the item to stay changed.
    var isExcused = false
    /// A Boolean value that indicates whether the item was changed, or may have been.
    var isTouched = false
    /// A Boolean value that indicates whether the server rejected a request to change or remove the item. It may have
    /// executed the request first.
    var wasAsked = false
    /// A Boolean value that indicates whether a request to change the item succeeded.
    var isDone = false
    var isRemoved = false
    /// The request that wrongly removed the item, such as `DELETE /assets/7`.
    var lostBy: String?
    /// The call that changed the item in violation of the contract's state, so that the contract no longer describes
    /// the item.
    var forcedBy: String?
    /// The members that were set to new values.
    var changed: [JSONPointer] = []
    /// The requests that the server executed on the item. They are used to revert additions and subtractions.
    var acts: [Request] = []
  }

  /// A record that a request may have created an item.
  struct PossibleCreation: Sendable {
    let exchange: Exchange
    let reading: WireReading
    let rule: StateRule
    let call: String
    /// A Boolean value that indicates whether the user allows the created items to be left behind.
    let isExcused: Bool
    /// The credentials of a persona who can read what the caller can't.
    let standIn: [String: String]

    /// A Boolean value that indicates whether the response reports that the item was created.
    var isTold: Bool { exchange.response.map(reading.isDone) ?? false }
  }

  /// A change that can't be undone, and is or may be left behind.
  struct Leftover: Sendable, Equatable {
    let endpoint: String
    let call: String
    /// The reason, as a complete sentence.
    let reason: String
    /// A Boolean value that indicates whether the run caused this, rather than the contract or the user's choice.
    let isFailure: Bool
  }

  private struct State {
    var entries: [ServerItem: Entry] = [:]
    var order: [ServerItem] = []
    var claims: [PossibleCreation] = []
    /// The confirmed claims.
    var made: [PossibleCreation] = []
    var doubts: [Leftover] = []
    var undescribed: Set<String> = []
    /// The items that existed before the run created any.
    var seen: Set<ServerItem> = []
    /// The lists that were read to find existing items, by path and caller.
    var lists: Set<String> = []
    /// Descriptions of what is lost when items are removed with the user's permission.
    var losses: [ServerItem: String] = [:]
    /// The items that reuse an earlier item's key, with a description of the earlier item.
    var reuses: [ServerItem: String] = [:]
    /// The item that each request created, and the request's idempotency key.
    var makings: [(request: SentRequest, key: String?, item: ServerItem)] = []
    /// The successful requests, each with the call that first sent it and the number of times it succeeded.
    var done: [SentRequest: (call: String, times: Int)] = [:]
  }

  /// A request that is identified by the parts that determine its effect.
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

  private let state = Mutex(State())

  // MARK: - Before a request

  /// Returns the entry of an item.
  func entry(_ item: ServerItem) -> Entry? { state.withLock { $0.entries[item] } }

  /// Returns a Boolean value that indicates whether the run created an item that still exists.
  func isOurs(_ item: ServerItem) -> Bool {
    state.withLock { $0.entries[item].map { $0.isMade && !$0.isRemoved } ?? false }
  }

  /// Stores an item's state before it is changed. A known item keeps its first state.
  ///
  /// - Parameter isLast: A Boolean value that indicates whether to restore the item after all others, because undoing
  ///   those may change it again.
  func keep(_ entry: Entry, isLast: Bool = false) {
    state.withLock { state in
      if let known = state.entries[entry.item] {
        state.entries[entry.item]?.isExcused = known.isExcused || entry.isExcused
        return
      }
      // Undo the last change first.
      state.order.insert(entry.item, at: isLast ? 0 : state.order.endIndex)
      state.entries[entry.item] = entry
    }
  }

  /// Stores a description of what is lost when an item is removed with the user's permission.
  func keep(loss: String, of item: ServerItem) {
    state.withLock { $0.losses[item] = loss }
  }

  /// Returns a Boolean value that indicates whether a list was read before an item was created.
  func hasRead(_ list: String) -> Bool { state.withLock { $0.lists.contains(list) } }

  /// Records that a list was read.
  func note(reading list: String) { _ = state.withLock { $0.lists.insert(list) } }

  /// Records items that exist, whether or not the run created them.
  func note(there items: [ServerItem]) {
    state.withLock { state in
      for item in items where state.entries[item] == nil { state.seen.insert(item) }
    }
  }

  /// Returns a Boolean value that indicates whether an item existed before the run created any. A request that should
  /// create an item may return an older one.
  func wasThere(_ item: ServerItem) -> Bool { state.withLock { $0.seen.contains(item) } }

  /// Returns an existing item of a collection with these path values, preferably one of the run's own.
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

  /// Records that a request succeeded.
  func note(done request: Request, by call: String) {
    let request = SentRequest(request)
    state.withLock { $0.done[request, default: (call, 0)].times += 1 }
  }

  /// Records that a request may have created an item.
  func note(_ claim: PossibleCreation) { state.withLock { $0.claims.append(claim) } }

  /// Changes an item's entry, and returns it, or `nil` if the item has none.
  @discardableResult
  func change(_ item: ServerItem, _ body: (inout Entry) -> Void) -> Entry? {
    state.withLock { state in
      guard var entry = state.entries[item] else { return nil }
      body(&entry)
      state.entries[item] = entry
      return entry
    }
  }

  /// Returns a description of what is lost when an item is removed with the user's permission.
  func loss(of item: ServerItem) -> String? { state.withLock { $0.losses[item] } }

  /// Forgets the losses of a removed item after they have been reported.
  func forget(lossOf item: ServerItem) { state.withLock { $0.losses[item] = nil } }

  /// Records that the contract doesn't describe all of an endpoint's effects. Returns `false` if that was already
  /// recorded.
  func note(undescribed endpoint: Endpoint) -> Bool {
    state.withLock { $0.undescribed.insert(endpoint.id).inserted }
  }

  // MARK: - Ownership

  /// Removes and returns the claims to verify, so that each is verified only once.
  func takeClaims() -> [PossibleCreation] {
    state.withLock { state in
      defer { state.claims = [] }
      return state.claims
    }
  }

  /// Adopts an item that turned out to be the run's own.
  func adopt(_ item: ServerItem, as shown: JSON, _ claim: PossibleCreation) {
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
  var makers: [PossibleCreation] { state.withLock { $0.made } }

  /// Records that a response presented an existing item as a new one.
  func note(reuse item: ServerItem, _ why: String) { state.withLock { $0.reuses[item] = why } }

  /// Returns the reason why a supposedly new item isn't new, such as `which was there before the run`, or `nil` if it
  /// is new.
  func reuse(of item: ServerItem) -> String? { state.withLock { $0.reuses[item] } }

  /// Returns the call that successfully sent the same request before, or `nil` if there is none.
  func call(thatSent request: Request) -> String? { state.withLock { $0.done[SentRequest(request)]?.call } }

  /// Returns the number of times that the same request succeeded.
  func times(thatSent request: Request) -> Int { state.withLock { $0.done[SentRequest(request)]?.times ?? 0 } }

  /// Returns the latest item that a request verifiably created.
  func latest(madeBy exchange: Exchange) -> ServerItem? {
    let request = SentRequest(exchange.request)
    return state.withLock { state in state.makings.last { $0.request == request }?.item }
  }

  /// Returns a Boolean value that indicates whether a request repeats the one that created an item, with the same
  /// idempotency key.
  func isRepetition(_ request: Request, _ reading: WireReading, of item: ServerItem) -> Bool {
    guard let key = reading.idempotencyKey else { return false }
    let request = SentRequest(request)
    return state.withLock { state in
      state.makings.contains { $0.item == item && $0.key == key && $0.request == request }
    }
  }

  /// Records whether an item turned out to be gone or to still exist.
  func mark(_ item: ServerItem, isRemoved: Bool) {
    state.withLock { $0.entries[item]?.isRemoved = isRemoved }
  }

  /// Records that a request removed an item that it shouldn't have removed.
  func note(loss item: ServerItem, by request: String) {
    state.withLock { $0.entries[item]?.lostBy = request }
  }

  /// Records that a server executed a change to an item that it should have rejected.
  func note(forced item: ServerItem, by call: String) {
    state.withLock { if $0.entries[item]?.forcedBy == nil { $0.entries[item]?.forcedBy = call } }
  }

  /// Returns the latest item of a collection that the run created and that still exists.
  func made(_ collection: String) -> ServerItem? { last(of: collection, isRemoved: false) }

  /// Returns the latest item of a collection that the run created and removed. Its key is therefore unused.
  func removed(_ collection: String) -> ServerItem? { last(of: collection, isRemoved: true) }

  private func last(of collection: String, isRemoved: Bool) -> ServerItem? {
    state.withLock { state in
      state.order.last { item in
        item.collection == collection && state.entries[item].map { $0.isMade && $0.isRemoved == isRemoved } ?? false
      }
    }
  }

  /// The entries to undo, the latest first. They include items of the run that a response reports as removed, because
  /// that may not have been verified.
  var open: [Entry] {
    state.withLock { state in
      state.order.reversed().compactMap { state.entries[$0] }
        .filter { $0.isTouched && ($0.isMade || !$0.isRemoved) }
    }
  }

  /// The items that a server only refused to change or remove, with descriptions of what their removal would lose.
  var refused: [(entry: Entry, loss: String?)] {
    state.withLock { state in
      state.order.compactMap { state.entries[$0] }.filter {
        $0.wasAsked && !$0.isTouched && !$0.isMade && !$0.isRemoved
      }
      .map { ($0, state.losses[$0.item]) }
    }
  }

  /// Records that the server executed a request although it rejected it.
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

  var doubts: [Leftover] { state.withLock { $0.doubts } }

  func doubt(_ endpoint: Endpoint, _ call: String, _ reason: String, isFailure: Bool) {
    let doubt = Leftover(endpoint: endpoint.id, call: call, reason: reason, isFailure: isFailure)
    // Report a request only once if it was retried after a failed connection.
    state.withLock { if !$0.doubts.contains(doubt) { $0.doubts.append(doubt) } }
  }
}
