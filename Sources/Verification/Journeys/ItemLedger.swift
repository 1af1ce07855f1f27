import ContractModel
import HTTPMessages
import JSONTree
import Synchronization

/// What a run has made and changed on a real server, and so has to undo.
///
/// It reads what goes over the wire, whichever client sends it: the endpoints' `state` in the contract says which request
/// makes an item, changes one or removes one.
final class ItemLedger: Sendable {
  /// An item that is another than it was before the run.
  struct Entry: Sendable {
    let item: ServerItem
    /// Whether the run made it; else it was there before.
    let isMade: Bool
    /// What it was: as it was made, or as it was before the first change.
    let original: JSON?
    /// With which it was made or changed.
    let credentials: [String: String]
    /// The call that made or changed it first.
    let call: String
    /// Whether something was done to it at all.
    var isTouched: Bool
    var isRemoved = false
    /// The requests that were carried out on it, for those that add and take away.
    var acts: [Request] = []
  }

  /// Something that may be left behind, and nobody can say what.
  struct Doubt: Sendable {
    let endpoint: String
    let call: String
    let reason: String
    /// Whether that lies in this run, and not in what the contract says.
    let isFailure: Bool
  }

  private struct State {
    var entries: [ServerItem: Entry] = [:]
    var order: [ServerItem] = []
    var doubts: [Doubt] = []
    var undescribed: Set<String> = []
  }

  private let contract: Contract
  private let state = Mutex(State())

  init(contract: Contract) { self.contract = contract }

  /// The item that a request is about to change, if nobody knows yet what it is like.
  func unknownItem(in reading: WireReading) -> ServerItem? {
    guard !reading.endpoint.isSafe, let rule = reading.rule, [.update, .append].contains(rule.action),
      let item = reading.item
    else { return nil }
    return state.withLock { $0.entries[item] == nil ? item : nil }
  }

  /// Keeps what an item is like before it is changed.
  func keep(_ item: ServerItem, _ original: JSON?, credentials: [String: String], call: String) {
    state.withLock { state in
      guard state.entries[item] == nil else { return }
      state.order.append(item)
      state.entries[item] = Entry(
        item: item, isMade: false, original: original, credentials: credentials, call: call, isTouched: false)
    }
  }

  /// Takes in what came of a request.
  func note(_ exchange: Exchange, call: String) {
    guard let reading = WireReading(exchange.request, in: contract), !reading.endpoint.isSafe else { return }
    guard let response = exchange.response else { return noteSilence(exchange, reading, call) }
    guard reading.isDone(response) else { return }
    guard let rule = reading.rule else { return noteUndescribed(reading, call) }
    switch rule.action {
    case .create:
      guard let item = reading.itemMade(by: response) else {
        let place = "\(exchange.request.method) \(exchange.request.path) answered \(response.status)"
        return doubt(reading, call, "\(place), and its answer doesn't show what it made", isFailure: true)
      }
      let entry = Entry(
        item: item, isMade: true, original: reading.payload(of: response), credentials: reading.credentials, call: call,
        isTouched: true)
      state.withLock { state in
        if state.entries.updateValue(entry, forKey: item) == nil { state.order.append(item) }
      }
    case .update, .append:
      guard let item = reading.item else { return noteUndescribed(reading, call) }
      state.withLock { state in
        state.entries[item]?.isTouched = true
        if !rule.additions.isEmpty { state.entries[item]?.acts.append(exchange.request) }
      }
    case .delete:
      guard let item = reading.item else { return }
      state.withLock { $0.entries[item]?.isRemoved = true }
    case .read, .list, .check, .login, .refresh, .logout: break
    }
  }

  /// An item turned out to be there still, or to be gone.
  func mark(_ item: ServerItem, isRemoved: Bool) {
    state.withLock { $0.entries[item]?.isRemoved = isRemoved }
  }

  /// The latest item of a collection that the run made, and that is still there.
  func made(_ collection: String) -> ServerItem? {
    state.withLock { state in
      state.order.last { item in
        item.collection == collection && state.entries[item].map { $0.isMade && !$0.isRemoved } ?? false
      }
    }
  }

  /// The latest item of a collection that the run made and removed: nothing has its key.
  func removed(_ collection: String) -> ServerItem? {
    state.withLock { state in
      state.order.last { item in
        item.collection == collection && state.entries[item].map { $0.isMade && $0.isRemoved } ?? false
      }
    }
  }

  /// What has to be undone, the latest first.
  var open: [Entry] {
    state.withLock { state in
      state.order.reversed().compactMap { state.entries[$0] }.filter { $0.isTouched && !$0.isRemoved }
    }
  }

  var doubts: [Doubt] { state.withLock { $0.doubts } }

  /// A request without an answer: the server may have carried it out.
  private func noteSilence(_ exchange: Exchange, _ reading: WireReading, _ call: String) {
    guard let failure = exchange.failure, ![.connectionRefused, .nameNotFound, .tls].contains(failure.kind) else {
      return
    }
    let place = "\(exchange.request.method) \(exchange.request.path)"
    switch reading.rule?.action {
    case .update, .append: reading.item.map { item in state.withLock { $0.entries[item]?.isTouched = true } }
    case .delete, .logout: break
    default: doubt(reading, call, "\(place) got no answer, so what it may have made isn't known", isFailure: true)
    }
  }

  private func noteUndescribed(_ reading: WireReading, _ call: String) {
    let isNew = state.withLock { $0.undescribed.insert(reading.endpoint.id).inserted }
    guard isNew, reading.rule?.action != .check else { return }
    doubt(
      reading, call, "the contract doesn't say what \(reading.endpoint.request) does, so nobody can undo it",
      isFailure: false)
  }

  private func doubt(_ reading: WireReading, _ call: String, _ reason: String, isFailure: Bool) {
    let doubt = Doubt(endpoint: reading.endpoint.id, call: call, reason: reason, isFailure: isFailure)
    state.withLock { $0.doubts.append(doubt) }
  }
}
