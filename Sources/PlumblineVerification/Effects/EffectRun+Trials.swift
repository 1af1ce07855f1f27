import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Requests by the verifier that test a write further than a call does, such as a repetition, a single member, or
/// human-written strings.
///
/// Each endpoint is tried once, and only if the request is known to have no other effect. New bodies are sent only to
/// the run's own items, and their changes are reverted.
extension EffectRun {
  /// Returns the drift in trials of a write that had its expected effect.
  func trials(after write: Write, butNot later: Set<ServerItem>) async -> [Drift] {
    guard goesOn, write.rule.also.isEmpty, write.rule.additions.isEmpty, write.rule.merge != .operations else {
      return []
    }
    switch write.rule.action {
    case .create:
      guard let item = write.reading.itemMade(by: write.response), ledger.isOurs(item), !later.contains(item) else {
        return []
      }
      let drift = await self.drift(ofKeyOf: write, item)
      return drift.isEmpty ? await self.drift(ofTextsIn: item, madeLike: write) : drift
    case .update:
      guard let item = write.reading.item, !later.contains(item), ledger.isOurs(item) || isSetBack(item, after: write)
      else { return [] }
      var drift = await self.drift(ofSendingAgain: write, item) ?? []
      guard ledger.isOurs(item) else { return drift }
      if drift.isEmpty { drift = await self.drift(ofSendingOne: write, item) }
      if drift.isEmpty { drift = await self.drift(ofSendingInside: write, item) }
      if drift.isEmpty { drift = await self.drift(ofEmptying: write, item) }
      // Try these before strings that a firewall may block, which would end all trials.
      let conditions = await self.drift(ofConditionsOf: write, item)
      if drift.isEmpty { drift = await self.drift(ofTextsBy: write, item) }
      return drift + conditions
    default: return []
    }
  }

  /// Returns a Boolean value that indicates whether a write to an item that isn't the run's may be repeated: it is a
  /// PUT that always sets the same values, the item shows all of them, and the run restores the former ones.
  ///
  /// A second DELETE may do more than the first, such as purging an item from the trash.
  private func isSetBack(_ item: ServerItem, after write: Write) -> Bool {
    guard write.exchange.request.method == .put, write.rule.merge == .none, !hasBody(write),
      let entry = ledger.entry(item), !entry.isMade, !entry.isExcused, let original = entry.original,
      let resource = items.resource(item), !write.rule.assignments.isEmpty
    else { return false }
    let isShown = write.rule.assignments.allSatisfy { assignment in
      guard case .constant = assignment.value else { return false }
      return original.at(assignment.target) != nil
    }
    return isShown && Restoration(of: entry.changed, to: original, by: resource.updates).lost.isEmpty
  }

  /// Returns the credentials used to read an item before a write.
  func looker(_ write: Write, _ item: ServerItem) -> [String: String] {
    write.images[item]?.credentials ?? write.reading.credentials
  }

  /// Returns the item's current state, or `nil` if it can't be read, or if its read has drift.
  func snapshot(of item: ServerItem, _ credentials: [String: String]) async -> ItemClient.Snapshot? {
    guard case .there(let snapshot) = await items.look(for: item, credentials: credentials, isPatient: true),
      items.doubt(of: snapshot, in: [], key: contract.collection(item.collection)?.key) == nil
    else { return nil }
    return snapshot
  }

  // MARK: - One member alone

  /// Returns the drift of an item's other members after one member was sent alone, with its current value. Changes are
  /// reverted.
  private func drift(ofSendingOne write: Write, _ item: ServerItem) async -> [Drift] {
    guard goesOn, let before = await snapshot(of: item, looker(write, item)),
      let body = Self.alone(write, before.item), records.tried.begin(.oneMember, at: write.reading.endpoint)
    else { return [] }
    var drift: [Drift] = []
    switch await send(body, like: write, to: item, seen: before) {
    case .unsent, .refused: return []
    case .uncertain: break
    case .done(var trial):
      trial.changesNothing = true
      drift = await self.drift(ofChanging: item, trial.rule, trial).filter { $0.rule != Rule.effect.normalised }
      if drift.isEmpty { return [] }
    }
    await restore(item, to: before.item, write)
    return drift
  }

  /// Returns a body with the first of a write's members that may be sent alone, or `nil` if the body replaces the item,
  /// or if the write sent only one member.
  ///
  /// - Parameter item: The item as shown. A member that it doesn't show with this value may be a command.
  private static func alone(_ write: Write, _ item: JSON) -> JSON? {
    let rule = write.rule
    guard [StateRule.Merge.shallow, .deep, .patch].contains(rule.merge), rule.beside.isEmpty,
      let sent = rule.item(in: write.reading.request.body), sent.kind == .object, sent.count > 1,
      let schema = write.reading.endpoint.body?.structured?.schema
    else { return nil }
    let root = rule.bodyPlace?.tokens ?? []
    for (name, value) in sent.members where !value.isNull && item[name] == value {
      guard rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name) else { continue }
      let body = root.reversed().reduce(JSON.object([(name, value)])) { JSON.object([($1, $0)]) }
      if schema.isValid(body) { return body }
    }
    return nil
  }

  /// Restores the members of an item that a trial has changed, if the tried endpoint accepts them.
  func restore(_ item: ServerItem, to original: JSON, _ write: Write) async {
    guard let now = await snapshot(of: item, looker(write, item)) else { return }
    let outline = write.reading.endpoint.body?.structured?.schema?.outline()
    let taken = Set(outline?.places.first?.members.keys.map { $0 } ?? [])
    let names = original.members.map(\.key).filter {
      taken.contains($0) && !Equivalence.holds(original[$0] ?? .null, now.item[$0])
    }
    let places = names.map { JSONPointer(tokens: [$0]) }
    guard !places.isEmpty, let way = wayBack(of: places, write, item, to: original) else { return }
    await sendBack(way, item, write)
  }
}
