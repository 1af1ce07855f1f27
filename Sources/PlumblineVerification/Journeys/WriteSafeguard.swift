import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A safeguard that determines whether a request may be sent to a real server if writes are allowed. All its changes
/// must be reversible, and it may remove only the run's own items.
///
/// In case of doubt, a request isn't sent, and the report gives the reason. Items that a variable identifies may be
/// read and edited. They may be removed or stay changed only if the variable's name starts with `removable_`, or if it
/// is an expendable variable.
struct WriteSafeguard: Sendable {
  let records: ServerRecords
  /// The credentials of a persona who can read what the caller can't.
  let standIn: [String: String]
  /// The call that sends the requests.
  let call: String
  /// The user's permissions, given by the variables that the call uses.
  let permission: Permission
  /// A Boolean value that indicates whether the effects of the call's requests will be checked. Checking requires the
  /// state before the requests.
  let isWatching: Bool

  private var items: ItemClient { records.items }
  private var ledger: ItemLedger { records.ledger }

  /// The user's permissions, given by the variables that a call has used so far.
  struct Permission: Sendable {
    let lookups: VariableLookups
    let variables: [SuiteVariable]
    let given: [String: String]
    /// A Boolean value that indicates whether writes that the contract doesn't describe may be sent.
    var allowsUnknown = false

    /// A Boolean value that indicates whether the call's changes may be left behind.
    var isExcused: Bool {
      lookups.asked.contains { name in
        given[name] != nil && variables.contains { $0.name == name && $0.source == .expendable }
      }
    }

    /// Returns a Boolean value that indicates whether an item may be removed or stay changed. It may if the user gave
    /// its key for this purpose.
    func isExpendable(_ key: String) -> Bool {
      lookups.asked.contains { name in
        given[name] == key && variables.contains { $0.name == name && $0.isRemovable }
      }
    }
  }

  /// Returns the reason not to send a request, or `nil` if it may be sent. Records everything that is needed to undo
  /// it.
  func objection(to request: Request) async -> String? {
    guard let reading = WireReading(request, in: items.contract) else {
      return request.method.isSafe ? nil : "the contract has no such endpoint, so it couldn't be undone"
    }
    if let objection = records.sessions.objection(to: request, at: reading.endpoint) { return objection }
    guard !reading.endpoint.isSafe else { return nil }
    await records.settle()
    guard let rule = reading.rule else { return undescribed(reading) }
    switch rule.action {
    case .check, .login, .refresh, .logout, .read, .list: return nil
    default: if let objection = elsewhere(reading) { return objection }
    }
    switch rule.action {
    case .check, .login, .refresh, .logout, .read, .list: return nil
    case .create:
      guard let collection = rule.collection.flatMap(items.contract.collection) else { return nil }
      if let objection = unmarked(reading, rule) { return objection }
      let problem = await records.ownership.lookAround(
        collection, within: reading.within, credentials: reading.credentials, standIn: standIn)
      if let problem { return "\(problem), so the new item couldn't be distinguished from existing ones" }
      if let objection = await taken(reading) ?? lasting(reading, collection) { return objection }
      return await unremovable(reading, collection)
    case .update, .append:
      guard let item = reading.item else { return undescribed(reading) }
      if rule.merge == .operations, !permission.isExcused, !ledger.isOurs(item) {
        return "the changes made by the steps of its body aren't known beforehand, so they couldn't be restored"
      }
      // Treat a request to an endpoint that can also remove its item as a removal, whatever the specific request does.
      return reading.endpoint.removesItems ? await removal(of: item, reading) : await change(of: item, reading, rule)
    case .clear: return cleared(rule)
    case .delete:
      guard let item = reading.item else { return undescribed(reading) }
      return await removal(of: item, reading)
    }
  }

  /// Reads the items that a request is going to change, so that its effect can be checked.
  func watch(_ request: Request) async {
    guard isWatching, let reading = WireReading(request, in: items.contract), reading.endpoint.batch == nil,
      reading.rule?.changesSomething ?? false
    else { return }
    var seen: [ServerItem: ItemImages.Seen] = [:]
    for (item, _) in reading.changes where seen[item] == nil {
      let (sight, credentials) = await look(for: item, reading)
      seen[item] = ItemImages.Seen(sight: await upToDate(sight, of: item, credentials), credentials: credentials)
    }
    let looker = reading.item.flatMap { seen[$0]?.credentials } ?? reading.credentials
    let rows = await Neighbours(items: items).rows(beside: reading, credentials: looker)
    records.images.keep(ItemImages.Before(items: seen, rows: rows), of: request)
  }

  /// Waits until an item shows the last values that the run set, and returns that state. With an older state, the next
  /// request would be blamed for an earlier request's changes.
  private func upToDate(
    _ sight: ItemClient.Sight, of item: ServerItem, _ credentials: [String: String]
  ) async -> ItemClient.Sight {
    let images = records.images
    guard images.isBehind(sight, of: item) else { return sight }
    let later = await items.look(for: item, credentials: credentials) { !images.isBehind($0, of: item) }
    if images.isBehind(later, of: item) { images.giveUp(waitingFor: item) }
    return later
  }

  /// The header fields that vary between requests and don't affect the change.
  private static let ofOneRequest: Set<String> = [
    "if-none-match", "idempotency-key", "x-request-id", "x-correlation-id", "traceparent",
  ]

  /// Returns the reason not to send a request whose required parameters differ from those of the requests that would
  /// verify and undo it, or `nil` if they are the same. For example, a request may have `?env=staging`, while the
  /// others would use the example, `?env=production`.
  private func elsewhere(_ reading: WireReading) -> String? {
    let endpoint = reading.endpoint
    let request = items.request(
      endpoint, path: reading.request.request.path, credentials: reading.credentials)
    let own = RequestReading(request, for: endpoint)
    var places = endpoint.query.filter(\.isRequired).map { Address.query($0.name) }
    places += endpoint.cookies.filter(\.isRequired).map { Address.cookie($0.name) }
    for parameter in endpoint.headers where parameter.isRequired {
      let name = parameter.name.lowercased()
      guard ConditionField(rawValue: name) == nil, !Self.ofOneRequest.contains(name),
        parameter.name != endpoint.idempotencyKey?.name
      else { continue }
      places.append(.header(parameter.name))
    }
    if let other = places.first(where: { own.value(at: $0) != reading.request.value(at: $0) }) {
      return "its \(other) differs from that of the run's own reads, so its changes couldn't be verified and restored"
    }
    // A read with a required parameter that the write doesn't have may read something else.
    guard let read = reading.rule?.collection.flatMap(items.resource)?.reads.first else { return nil }
    let chosen = (read.query + read.cookies).first { parameter in
      parameter.isRequired && parameter.schema.source["const"] == nil && !places.contains(.query(parameter.name))
        && !places.contains(.cookie(parameter.name)) && reading.endpoint.condition.clauses.isEmpty
        && ConditionValues(read).query.allSatisfy { $0.name != parameter.name }
    }
    return chosen.map { parameter in
      "\(read.request) requires \(parameter.name), which this request lacks, so its changes couldn't be verified reliably"
    }
  }

  /// Returns the reason not to send a request that removes everything in a list, whether or not the run created it.
  private func cleared(_ rule: StateRule) -> String? {
    if permission.isExcused { return nil }
    return "it removes everything in \(rule.collection ?? "a list"), which couldn't be restored"
  }

  /// Returns the reason not to send a request whose effects the contract doesn't describe. Even a documented 201
  /// doesn't prove that the request only creates something. A server may use a key from the body, and replace the item
  /// with that key.
  private func undescribed(_ reading: WireReading) -> String? {
    if permission.isExcused || permission.allowsUnknown || records.isDisposable { return nil }
    if reading.endpoint.batch != nil {
      return "the changes made by its requests aren't known beforehand, so they couldn't be undone"
    }
    if reading.within.values.contains(where: permission.isExpendable) { return nil }
    return "the contract doesn't describe its effect, so it couldn't be undone; "
      + "--allow-unknown-writes sends it anyway"
  }

  /// Returns the reason not to create an item whose key the caller chooses: an existing item has that key and may be
  /// replaced. Returns `nil` if the server chooses the key, or if the key is unused.
  private func taken(_ reading: WireReading) async -> String? {
    guard !permission.isExcused, !records.isDisposable, let item = reading.itemSent, !ledger.isOurs(item) else {
      return nil
    }
    let isThere: Bool
    if ledger.wasThere(item) {
      isThere = true
    } else if case .there = await items.look(for: item, credentials: reading.credentials) {
      isThere = true
    } else {
      isThere = false
    }
    return isThere ? "\(item) already exists, and the server may replace it" : nil
  }

  /// Returns the reason why the item that a request creates couldn't be distinguished from others, or `nil` if the item
  /// carries the run's mark or may be left behind, or if the contract says that the request is rejected.
  private func unmarked(_ reading: WireReading, _ rule: StateRule) -> String? {
    guard !records.mark.isIn(reading.request.request.body), !permission.isExcused, !permission.allowsUnknown,
      !reading.within.values.contains(where: permission.isExpendable),
      RequestValidation(reading.request, in: items.contract).faults().allSatisfy(\.isTolerated)
    else { return nil }
    let why =
      "none of its values carries the run's mark, so the new item couldn't be distinguished from other users' items"
    guard let schema = reading.endpoint.body?.json?.schema, let body = reading.request.body else {
      return "\(why), and it has no JSON body that could carry it"
    }
    let places = MarkPlaces(
      schema: schema, body: body, root: rule.bodyPlace ?? JSONPointer(), avoided: rule.referencePlaces)
    let free = places.free
    if free.isEmpty { return why + attached(places, reading, rule) }
    return "\(why). \(Spelling.list(free.map(\.description), joining: "or", limit: 3)) can hold any string: "
      + "send one that contains the mark (in a suite's call: context.mark)"
  }

  /// Returns the end of the sentence about a request whose strings can't carry the mark: the member that could carry
  /// it, or a note that none can.
  private func attached(_ places: MarkPlaces, _ reading: WireReading, _ rule: StateRule) -> String {
    let shown = rule.collection.flatMap(items.contract.collection).map(rule.keptMembers) ?? []
    let others = places.bodies(carrying: records.mark.description, in: shown).map(\.place.description)
    guard others.isEmpty else {
      return "; \(Spelling.list(others, joining: "or", limit: 3)) can carry it (in a suite's call: context.mark)"
    }
    let none = ", and no member of its body accepts any string"
    guard let key = reading.endpoint.idempotencyKey else { return none }
    return "\(none); the item doesn't show its \(key.name)"
  }

  /// Returns the reason not to create an item that no request removes. Returns `nil` if the item can be removed,
  /// perhaps along with its parent, if it may be left behind, or if the contract says that the request is rejected.
  private func lasting(_ reading: WireReading, _ collection: ItemCollection) -> String? {
    guard items.resource(collection.name)?.delete == nil, !mayStay(reading) else { return nil }
    return "the contract has no endpoint that would remove it again from \(collection.name); "
      + "--allow-unknown-writes sends it anyway"
  }

  /// Returns a Boolean value that indicates whether the item that a request creates may be left behind, is removed
  /// along with its parent, or isn't created because the contract says that the request is rejected.
  func mayStay(_ reading: WireReading) -> Bool {
    permission.isExcused || permission.allowsUnknown || records.isDisposable
      || reading.within.values.contains(where: permission.isExpendable)
      || isWithinRemovableItem(reading.request.request.path)
      || !RequestValidation(reading.request, in: items.contract).faults().allSatisfy(\.isTolerated)
  }

  /// Returns a Boolean value that indicates whether a path is below the path of an item that the run created and will
  /// remove.
  private func isWithinRemovableItem(_ path: String) -> Bool {
    ledger.open.contains { entry in
      guard entry.isMade, let delete = items.resource(entry.item)?.delete, let own = entry.item.path(at: delete) else {
        return false
      }
      return path.hasPrefix(own + "/")
    }
  }

  // MARK: - Changes

  private func change(of item: ServerItem, _ reading: WireReading, _ rule: StateRule) async -> String? {
    guard !ledger.isOurs(item) else { return nil }
    let isExcused = permission.isExcused || permission.isExpendable(item.key)
    if let entry = ledger.entry(item), !entry.isMade {
      guard let original = entry.original, !isExcused else { return nil }
      if let problem = lack(item, original, reading, rule) { return problem }
      return await unsendableWayBack(of: item, original, reading, rule, entry.credentials)
    }
    let (sight, credentials) = await look(for: item, reading)
    var entry = ItemLedger.Entry(
      item: item, isMade: false, original: nil, credentials: credentials, call: call, isExcused: isExcused)
    switch sight {
    case .there(let snapshot):
      let places = reading.changes(to: snapshot.item) + rule.additions.map(\.target)
      let key = items.contract.collection(item.collection)?.key
      let problem =
        items.doubt(of: snapshot, in: places, key: key).map { "\($0), so its changes couldn't be restored" }
        ?? lack(item, snapshot.item, reading, rule)
      if let problem, !isExcused { return problem }
      if !isExcused,
        let problem = await unsendableWayBack(of: item, snapshot.item, reading, rule, credentials)
      {
        return problem
      }
      entry = ItemLedger.Entry(
        item: item, isMade: false, original: snapshot.item, credentials: credentials, call: call,
        isExcused: isExcused)
    case .absent:
      guard await isSurelyAbsent(item, credentials) || isExcused else {
        return "\(item) can't be read and no list proves that it doesn't exist, so its changes couldn't be restored"
      }
      entry.wasAbsent = true
    case .unknown(let why):
      guard isExcused else { return "\(why), so its changes couldn't be restored" }
      entry.unreadable = why
    }
    ledger.keep(entry)
    return nil
  }

  /// Looks for an item as the caller, or as the stand-in persona if the caller is anonymous or has no permission. Also
  /// returns the credentials that worked.
  private func look(
    for item: ServerItem, _ reading: WireReading
  ) async -> (sight: ItemClient.Sight, credentials: [String: String]) {
    let own = reading.credentials
    let sight = await items.look(for: item, credentials: own)
    // Don't look for the caller's own items as the stand-in. They are hidden from everyone else, but a server that
    // doesn't check callers may mix them up.
    guard case .unknown = sight, own != standIn, own.isEmpty || item.owner.isEmpty else { return (sight, own) }
    let second = await items.look(for: item, credentials: standIn)
    if case .unknown = second { return (sight, own) }
    return (second, standIn)
  }

  /// Returns a Boolean value that indicates whether an item that a read doesn't find really doesn't exist: the run has
  /// removed it, or no list contains it.
  private func isSurelyAbsent(_ item: ServerItem, _ credentials: [String: String]) async -> Bool {
    if records.isDisposable || ledger.entry(item)?.isMade ?? false { return true }
    return await items.isUnlisted(item, credentials: credentials)
  }

  /// Returns the part of a change that couldn't be undone, or `nil` if all of it can.
  private func lack(_ item: ServerItem, _ original: JSON, _ reading: WireReading, _ rule: StateRule) -> String? {
    guard let resource = items.resource(item) else { return nil }
    let restoration = Restoration(of: reading.changes(to: original), to: original, by: resource.updates)
    if let place = restoration.lost.first {
      return "\(place) of \(item) is \(original.at(place)?.text ?? "absent"), which no request would restore"
    }
    let steps = restoration.steps.map(\.endpoint).filter { $0 !== reading.endpoint }
    if let vain = steps.first(where: { records.waits.hold(Rule.effect.notApplied, at: $0) }) {
      return "only \(vain.request) would restore \(item), but an earlier one had no effect"
    }
    guard !rule.additions.isEmpty, resource.inverse(of: rule) == nil else { return nil }
    return "no request could undo the amount that it adds to \(item)"
  }

  // MARK: - Removals

  private func removal(of item: ServerItem, _ reading: WireReading) async -> String? {
    guard !ledger.isOurs(item) else { return nil }
    let (sight, credentials) = await look(for: item, reading)
    if case .absent = sight, await isSurelyAbsent(item, credentials) { return nil }
    guard permission.isExpendable(item.key) else {
      return
        "it would remove \(item), which this run didn't create; to allow that, set a variable named \"removable_…\""
    }
    var loss = ""
    if case .there(let snapshot) = sight {
      loss = await dependents(of: item, credentials) + ": it was \(snapshot.item.text)"
      ledger.keep(
        ItemLedger.Entry(
          item: item, isMade: false, original: snapshot.item, credentials: credentials, call: call, isExcused: true))
    }
    ledger.keep(loss: loss, of: item)
    return nil
  }

  /// Returns a phrase with the items in the lists below an item's path, such as `, and with it comments 12, 13`.
  private func dependents(of item: ServerItem, _ credentials: [String: String]) async -> String {
    guard let read = items.resource(item)?.reads.first, let path = item.path(at: read) else { return "" }
    var found: [String] = []
    for list in items.contract.endpoints where list.request.method == .get && list.isSafe {
      guard let rule = list.states.first(where: { $0.action == .list }), let name = rule.collection,
        name != item.collection, let collection = items.contract.collection(name),
        let place = list.path(below: read, path)
      else { continue }
      let keys = await items.read(list, path: place, credentials: credentials).items.compactMap {
        items.key(of: $0, in: collection)
      }
      if !keys.isEmpty { found.append("\(name) \(keys.joined(separator: ", "))") }
    }
    return found.isEmpty ? "" : ", and everything below it: \(found.joined(separator: "; "))"
  }
}

extension Endpoint {
  /// A Boolean value that indicates whether a request to the endpoint can remove its item.
  var removesItems: Bool { states.contains { $0.action == .delete } }

  /// Returns the path of a list below another endpoint's path, such as `/tickets/7/comments` for `/tickets/7`.
  func path(below other: Endpoint, _ path: String) -> String? {
    let (own, above) = (request.template.shape, other.request.template.shape)
    guard own.count > above.count, request.template.parameters.count == other.request.template.parameters.count,
      own.starts(with: above)
    else { return nil }
    return path + request.template.texts { _, _ in "" }[above.count...].map { "/" + $0 }.joined()
  }
}

/// A responder that forwards requests to a real server only if the safeguard has no objection.
///
/// A rejected request is answered with a 403 that contains the reason. Once the call is over, nothing more is
/// forwarded, because a request that is still waiting for a snapshot when the client gives up must not write after the
/// run has cleaned up.
final class SafeguardResponder: Responder {
  private let inner: any Responder
  private let safeguard: WriteSafeguard
  private let log: ExchangeLog

  /// - Parameter log: A closure that is called with a sentence about each rejected request, without its query.
  init(_ inner: any Responder, _ safeguard: WriteSafeguard, log: ExchangeLog) {
    self.inner = inner
    self.safeguard = safeguard
    self.log = log
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    Task {
      let objection = await safeguard.objection(to: request)
      if objection == nil { await safeguard.watch(request) }
      if let objection = objection ?? (log.isOver ? "its call had already ended" : nil) {
        let sentence = "\(request.method) \(request.path) was not sent: \(objection)"
        log.withhold(sentence)
        let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
        completion(OutgoingResponse(Response(status: 403, headers: headers, body: Body(sentence))))
      } else if case .now(let answer) = inner.respond(to: request, completion: completion) {
        completion(answer)
      }
    }
    return .later
  }
}
