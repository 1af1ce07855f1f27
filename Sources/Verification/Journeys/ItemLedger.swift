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
    /// Why it isn't known what it was.
    var unreadable: String?
    /// Whether it wasn't there before.
    var wasAbsent = false
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

  /// Something that is or may be left behind, and that nothing can be done about.
  struct Doubt: Sendable {
    let endpoint: String
    let call: String
    /// The whole sentence.
    let reason: String
    /// Whether that lies in this run, and not in what the contract says.
    let isFailure: Bool
  }

  private struct State {
    var entries: [ServerItem: Entry] = [:]
    var order: [ServerItem] = []
    var doubts: [Doubt] = []
    var undescribed: Set<String> = []
    /// Items that were there before the run made any.
    var seen: Set<ServerItem> = []
    /// Calls of which somebody said that what they change may stay changed.
    var excused: Set<String> = []
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
  func keep(_ item: ServerItem, _ sight: ItemDesk.Sight, credentials: [String: String], call: String) {
    var original: JSON?
    var unreadable: String?
    switch sight {
    case .there(let value): original = value
    case .absent: unreadable = "it wasn't there"
    case .unknown(let why): unreadable = why
    }
    let wasAbsent = if case .absent = sight { true } else { false }
    state.withLock { state in
      guard state.entries[item] == nil else { return }
      state.order.append(item)
      state.entries[item] = Entry(
        item: item, isMade: false, original: original, unreadable: unreadable, wasAbsent: wasAbsent,
        credentials: credentials, call: call, isTouched: false)
    }
  }

  /// Takes in what came of a request.
  func note(_ exchange: Exchange, call: String) {
    guard let reading = WireReading(exchange.request, in: contract) else { return }
    guard !reading.endpoint.isSafe else { return noteShown(exchange) }
    guard let response = exchange.response else { return noteSilence(exchange, reading, call) }
    guard reading.isDone(response) else { return }
    guard let rule = reading.rule else { return noteUndescribed(reading, call) }
    noteAlso(rule, reading, call)
    switch rule.action {
    case .create:
      guard !reading.isAboutSession else { return }
      let place = "\(exchange.request.method) \(exchange.request.path) answered \(response.status)"
      guard let item = reading.itemMade(by: response) else {
        return doubt(
          reading, call, "may be left behind: \(place), and its answer doesn't show what it made", isFailure: true)
      }
      guard !wasThere(item) else {
        return doubt(
          reading, call, "may be left behind: \(place) for \(item), which was there before, so it isn't removed",
          isFailure: true)
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
      let isOurs = state.withLock { state in
        state.entries[item]?.isRemoved = true
        return state.entries[item]?.isMade ?? false
      }
      guard !isOurs else { return }
      doubt(reading, call, "left behind: \(item) is gone, which was there before the run", isFailure: false)
    case .read, .list, .check, .login, .refresh, .logout: break
    }
  }

  /// Takes in what the answer to a request that reads shows to be there.
  func noteShown(_ exchange: Exchange) {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract) else { return }
    let items = reading.itemsShown(by: response)
    state.withLock { state in
      for item in items where state.entries[item] == nil { state.seen.insert(item) }
    }
  }

  /// Somebody said of a call that what it changes may stay changed.
  func excuse(_ call: String) {
    _ = state.withLock { $0.excused.insert(call) }
  }

  func isExcused(_ entry: Entry) -> Bool {
    state.withLock { $0.excused.contains(entry.call) }
  }

  /// Whether a server had an item before the run made any: a request that should make one may give what is there.
  private func wasThere(_ item: ServerItem) -> Bool {
    state.withLock { $0.entries[item] == nil && $0.seen.contains(item) }
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
    default:
      guard !reading.isAboutSession else { return }
      doubt(
        reading, call, "may be left behind: \(place) got no answer, so what it may have made isn't known",
        isFailure: true)
    }
  }

  private func noteUndescribed(_ reading: WireReading, _ call: String) {
    let isNew = state.withLock { $0.undescribed.insert(reading.endpoint.id).inserted }
    guard isNew, reading.rule?.action != .check else { return }
    doubt(
      reading, call,
      "may be left behind: the contract doesn't say what \(reading.endpoint.request) does, so nobody can undo it",
      isFailure: false)
  }

  /// What a request changes besides its item is never put back, so it is told once. What it makes besides belongs to what
  /// it made.
  private func noteAlso(_ rule: StateRule, _ reading: WireReading, _ call: String) {
    var names: [String] = []
    for name in rule.also.filter({ $0.action != .create && $0.changesSomething }).compactMap(\.collection)
    where name != rule.collection && !names.contains(name) { names.append(name) }
    guard !names.isEmpty, state.withLock({ $0.undescribed.insert(reading.endpoint.id).inserted }) else { return }
    doubt(
      reading, call,
      "may be left behind: \(reading.endpoint.request) also changes \(names.joined(separator: " and ")), and nothing puts "
        + "that back", isFailure: false)
  }

  private func doubt(_ reading: WireReading, _ call: String, _ reason: String, isFailure: Bool) {
    let doubt = Doubt(endpoint: reading.endpoint.id, call: call, reason: reason, isFailure: isFailure)
    state.withLock { $0.doubts.append(doubt) }
  }
}
