import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The verification of which items on a server are the run's own. The run never removes any others.
///
/// An item belongs to the run if it carries the run's mark, otherwise shows the sent values, was on no page that was
/// read before anything was created, and has a key that no other item of the run has. The response to the request that
/// should have created it isn't proof, because an upserting server may show an older item, so the item is read. If no
/// response shows a key, the lists are searched for the mark.
struct Ownership: Sendable {
  let items: ItemClient
  let ledger: ItemLedger
  let mark: RunMark

  /// Reads each of a server's lists once before an item is created. The items in them don't belong to the run.
  ///
  /// - Parameters:
  ///   - within: The values of the path parameters of the new item. Without them, only lists that don't need any are
  ///   read.
  ///   - standIn: The credentials of a persona who can read what the caller can't.
  /// - Returns: The reason why a list couldn't be read. Until a later attempt succeeds, nothing may be created.
  @discardableResult
  func lookAround(
    _ collection: ItemCollection, within: [String: String], credentials: [String: String],
    standIn: [String: String] = [:]
  ) async -> String? {
    let resource = Resource(collection, in: items.contract)
    for list in resource.lists where Set(list.request.template.parameters).isSubset(of: within.keys) {
      guard collection.key != nil, let path = list.request.template.expand(within),
        !ledger.hasRead("\(path) \(credentials.sorted { $0.key < $1.key })")
      else { continue }
      var listing = await read(list, path, credentials)
      if listing.isBroken, !standIn.isEmpty, standIn != credentials { listing = await read(list, path, standIn) }
      if listing.isBroken { return listing.unfinished }
      ledger.note(reading: "\(path) \(credentials.sorted { $0.key < $1.key })")
    }
    return nil
  }

  private func read(
    _ list: Endpoint, _ path: String, _ credentials: [String: String]
  ) async -> ItemClient.Listing {
    await items.read(list, path: path, credentials: credentials, isPatient: true) { exchange, _ in
      LedgerRecorder(ledger: ledger, contract: items.contract).noteShown(exchange)
      return true
    }
  }

  /// Verifies every open claim, first those whose responses report a created item, because these items can't belong to
  /// an earlier rejected claim of the same request.
  func settle() async {
    let claims = ledger.takeClaims()
    let (told, untold) = (claims.filter(\.isTold), claims.filter { !$0.isTold })
    for claim in told + untold { await settle(claim) }
  }

  private func settle(_ claim: ItemLedger.PossibleCreation) async {
    let request = ItemClient.summary(claim.exchange)
    if let response = claim.exchange.response, !claim.reading.isDone(response), response.status < 500 {
      return await settleRefused(claim, request)
    }
    guard let response = claim.exchange.response, claim.reading.isDone(response) else {
      return await settleUnknown(claim, "\(request), so it is unknown what the request created", isFailure: false)
    }
    guard let item = claim.reading.itemMade(by: response) else {
      return await settleUnknown(
        claim,
        "\(request), but the response doesn't show what the request created", isFailure: true)
    }
    // Ignore a repetition with the same idempotency key. Its response is that of the request that created the item.
    guard !ledger.isRepetition(claim.exchange.request, claim.reading, of: item) else { return }
    guard mark.isIn(claim.exchange.request.body) else {
      return leave(
        claim, item,
        "\(item), created by \(request): none of its values carries the run's mark, so it can't be distinguished "
          + "from other users' items and wasn't deleted")
    }
    guard !ledger.wasThere(item) else {
      ledger.note(reuse: item, "which was there before the run")
      return leave(claim, item, "\(item) (\(request)) was there before the run, so it is left alone")
    }
    guard !ledger.isOurs(item) else {
      ledger.note(reuse: item, "which an earlier request made")
      return leave(claim, item, "\(item) (\(request)) already existed: an earlier call created it")
    }
    let sight = await items.look(for: item, credentials: claim.reading.credentials) { sight in
      if case .absent = sight { false } else { true }
    }
    switch sight {
    case .there(let snapshot):
      if let difference = difference(of: snapshot.item, from: claim) {
        leave(
          claim, item, "\(item) (\(request)) differs from what was sent (\(difference)), so it is left alone")
      } else {
        ledger.adopt(item, as: snapshot.item, claim)
      }
    case .unknown(let why):
      // If no read shows the item, use the response that reported its creation.
      if let told = claim.reading.payload(of: response), difference(of: told, from: claim) == nil {
        ledger.adopt(item, as: told, claim)
      } else {
        leave(claim, item, "\(item) (\(request)) can't be checked (\(why)), so it is left alone")
      }
    case .absent:
      await settleUnknown(claim, "\(request) with \(item), which doesn't exist", isFailure: true)
    }
  }

  /// Looks for the item of a rejected request. Some servers store an item before they reject the request.
  private func settleRefused(_ claim: ItemLedger.PossibleCreation, _ request: String) async {
    guard mark.isIn(claim.exchange.request.body),
      let collection = claim.rule.collection.flatMap(items.contract.collection)
    else { return }
    let own = claim.reading.credentials
    var (found, problem) = await search(for: claim, collection, as: own)
    if let found { return ledger.adopt(found.0, as: found.1, claim) }
    // Trust a documented refusal if the lists can't be read.
    let status = claim.exchange.response?.status
    let isDocumented = status.map { !claim.reading.endpoint.failures(at: $0).isEmpty } ?? false
    guard problem != nil, !isDocumented else { return }
    if !claim.standIn.isEmpty, claim.standIn != own {
      (found, problem) = await search(for: claim, collection, as: claim.standIn)
      if let found { return ledger.adopt(found.0, as: found.1, claim) }
    }
    guard let problem else { return }
    ledger.doubt(
      claim.reading.endpoint, claim.call, "may be left behind: \(request); \(problem)", isFailure: !claim.isExcused)
  }

  /// Searches for an item by the run's mark, if no response showed its key.
  private func settleUnknown(_ claim: ItemLedger.PossibleCreation, _ why: String, isFailure: Bool) async {
    let endpoint = claim.reading.endpoint
    let address = MadeAddress(of: claim.exchange.response, in: items.contract)
    let why = why + (address.map { " (it shows \($0))" } ?? "")
    guard mark.isIn(claim.exchange.request.body),
      let collection = claim.rule.collection.flatMap(items.contract.collection)
    else { return ledger.doubt(endpoint, claim.call, "may be left behind: \(why)", isFailure: !claim.isExcused) }
    var (found, search) = await search(for: claim, collection, as: claim.reading.credentials)
    for pause in ItemClient.patience where found == nil && search == nil {
      await items.clock.pause(pause)
      (found, search) = await self.search(for: claim, collection, as: claim.reading.credentials)
    }
    if let found { return ledger.adopt(found.0, as: found.1, claim) }
    let result = search ?? "no list shows an item with the mark \(mark)"
    ledger.doubt(
      endpoint, claim.call, "may be left behind: \(why); \(result)",
      isFailure: (isFailure || search != nil) && !claim.isExcused)
  }

  /// Returns the item with the mark in a list, or the reason why the lists can't show whether there is one.
  private func search(
    for claim: ItemLedger.PossibleCreation, _ collection: ItemCollection, as credentials: [String: String]
  ) async -> (found: (ServerItem, JSON)?, problem: String?) {
    let resource = Resource(collection, in: items.contract)
    let within = claim.reading.within
    let lists = resource.lists.filter { Set($0.request.template.parameters).isSubset(of: within.keys) }
    guard !lists.isEmpty else { return (nil, "no list would show an item with the mark \(mark)") }
    var problem: String?
    for list in lists {
      guard let path = list.request.template.expand(within) else { continue }
      var found: (ServerItem, JSON)?
      let listing = await items.read(list, path: path, credentials: credentials, isPatient: true) { _, page in
        for shown in page where found == nil && difference(of: shown, from: claim) == nil {
          guard let item = claim.reading.item(shownAs: shown), !ledger.wasThere(item), !ledger.isOurs(item) else {
            continue
          }
          found = (item, shown)
        }
        return found == nil
      }
      if let found { return (found, nil) }
      problem = problem ?? listing.unfinished.map { "it was searched for by its mark \(mark), but \($0)" }
    }
    return (nil, problem)
  }

  /// A list as read with specific credentials.
  private struct Place: Hashable {
    let list: String
    let path: String
    let credentials: [String: String]
  }

  /// Adopts items that lists show in addition to the run's own and that match one of the given requests. A server that
  /// executes one request twice may have done so with all of them. Each list is read once.
  ///
  /// Collections in which requests create additional items are skipped, because these items may look the same.
  func adoptCopies(of claims: [ItemLedger.PossibleCreation]) async {
    let beside = Set(
      items.contract.endpoints.flatMap(\.states).flatMap(\.also).filter { $0.action == .create }.compactMap(
        \.collection))
    var places: [Place] = []
    var lists: [Place: Endpoint] = [:]
    var claimed: [Place: [ItemLedger.PossibleCreation]] = [:]
    for claim in claims {
      guard let name = claim.rule.collection, !beside.contains(name), let resource = items.resource(name) else {
        continue
      }
      for list in resource.wholeLists(within: Set(claim.reading.within.keys)) {
        guard let path = list.request.template.expand(claim.reading.within) else { continue }
        let place = Place(list: list.id, path: path, credentials: claim.reading.credentials)
        if lists[place] == nil { places.append(place) }
        lists[place] = list
        claimed[place, default: []].append(claim)
      }
    }
    for place in places {
      guard let list = lists[place] else { continue }
      let listing = await items.read(list, path: place.path, credentials: place.credentials, isPatient: true)
      for shown in listing.items { adopt(shown, asOneOf: claimed[place] ?? []) }
    }
  }

  private func adopt(_ shown: JSON, asOneOf claims: [ItemLedger.PossibleCreation]) {
    guard mark.isIn(shown), let claim = claims.first(where: { isSent(shown, by: $0) }),
      let item = claim.reading.item(shownAs: shown), ledger.entry(item) == nil
    else { return }
    // An earlier read of the run may have shown the item before this search.
    guard ledger.wasThere(item) else { return ledger.adopt(item, as: shown, claim) }
    ledger.doubt(
      claim.reading.endpoint, claim.call,
      "may be left behind: \(item), which has the run's mark and the values that \(claim.exchange.request.method) "
        + "\(claim.exchange.request.path) sent; a read showed it earlier, so it isn't removed", isFailure: false)
  }

  /// Returns a Boolean value that indicates whether an item in a list is the one that a request sent and carries the
  /// run's mark.
  func isSent(_ shown: JSON, by claim: ItemLedger.PossibleCreation) -> Bool {
    difference(of: shown, from: claim) == nil
  }

  /// Returns the difference between an item and the sent one, or `nil` if they are equal and the item carries the mark.
  private func difference(of shown: JSON, from claim: ItemLedger.PossibleCreation) -> String? {
    guard mark.isIn(shown) else { return "it doesn't carry the mark \(mark)" }
    guard let sent = claim.rule.item(in: claim.reading.request.body), sent.kind == .object, claim.rule.merge != .none
    else { return nil }
    let assigned = Set(claim.rule.assignments.compactMap(\.target.tokens.first))
    let other = sent.members.first { member in
      // Ignore members that aren't shown. A list may show less of an item than was sent, and passwords are never shown.
      guard let value = shown[member.key], !assigned.contains(member.key) else { return false }
      // Ignore strings that only test whether they are returned unchanged. The mark is in another member.
      if HumanText.isOne(member.value) { return false }
      return !Equivalence.holds(member.value, value)
    }
    return other.map { "\($0.key) is \(shown[$0.key]?.text ?? "absent"), not \($0.value.text)" }
  }

  /// Leaves behind an item that may not belong to the run.
  private func leave(_ claim: ItemLedger.PossibleCreation, _ item: ServerItem, _ sentence: String) {
    let hasEnd = items.resource(item).map { $0.delete != nil } ?? false
    // If no request removes such items, leaving one behind isn't the run's fault.
    ledger.doubt(claim.reading.endpoint, claim.call, "left behind: \(sentence)", isFailure: hasEnd && !claim.isExcused)
  }
}
