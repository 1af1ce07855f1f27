import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks that the server returns human-written strings as they were sent.
extension EffectRun {
  /// Returns the drift of human-written strings, and of null, that an update sets in one of the run's items. The former
  /// values are restored.
  func drift(ofTextsBy write: Write, _ item: ServerItem) async -> [Drift] {
    guard let before = await snapshot(of: item, looker(write, item)),
      kept(by: write, await judge(item, write.rule, write, before: before.item), in: before.item) != nil
    else { return [] }
    var drift: [Drift] = []
    if let trial = self.trial(of: HumanText.all, write, before), records.tried.begin(.texts, at: write.reading.endpoint)
    {
      // If the strings are rejected, try shorter ones. A server may accept less than its contract documents.
      let found = await self.drift(of: trial, write, item, before)
      if let found {
        drift = found
      } else if let shorter = self.trial(of: HumanText.short, write, before) {
        drift = await self.drift(of: shorter, write, item, before) ?? []
      }
    }
    let null = TextTrial(write.reading, write.rule, item: before.item, mark: records.mark, values: [JSON.null])
    if drift.isEmpty, let null, records.tried.begin(.null, at: write.reading.endpoint) {
      drift = await self.drift(of: null, write, item, before) ?? []
    }
    return drift
  }

  private func trial(of texts: [String], _ write: Write, _ before: ItemClient.Snapshot) -> TextTrial? {
    TextTrial(
      write.reading, write.rule, item: before.item, mark: records.mark, values: texts.map { JSON($0) })
  }

  /// Returns the drift of one trial after its change was reverted, or `nil` if the trial wasn't sent or was rejected.
  private func drift(
    of trial: TextTrial, _ write: Write, _ item: ServerItem, _ before: ItemClient.Snapshot
  ) async -> [Drift]? {
    guard let way = wayBack(of: trial.places, write, item, to: before.item) else { return nil }
    var found: [Drift] = []
    switch await send(trial.body, like: write, to: item, seen: before) {
    case .unsent, .refused: return nil
    // A request without a response may have been executed anyway.
    case .uncertain: break
    case .done(let sent): found = await drift(ofTexts: trial, sent, item, before: before.item)
    }
    await sendBack(way, item, write)
    return found
  }

  private func drift(
    ofTexts trial: TextTrial, _ write: Write, _ item: ServerItem, before: JSON?
  ) async -> [Drift] {
    let judge = await judge(item, write.rule, write, before: before)
    let members = judge.expected.members.filter { !$0.isElement && trial.places.contains($0.place) }
    guard !members.isEmpty else { return [] }
    let waits = records.waits
    let sight = await items.look(
      for: item, credentials: looker(write, item), unless: { waits.hold(judge.drift(ofTexts: members, $0)) },
      until: { judge.drift(ofTexts: members, $0).isEmpty })
    let found = judge.drift(ofTexts: members, sight)
    waits.note(found)
    return found
  }

  // MARK: - Making

  /// Returns the drift of strings in a second item that is created like the run's item, if no request can change them
  /// in the first.
  ///
  /// The second item carries the run's mark in another member, so that it can be found and removed whatever happens to
  /// the strings.
  func drift(ofTextsIn item: ServerItem, madeLike write: Write) async -> [Drift] {
    let endpoint = write.reading.endpoint
    guard goesOn, let resource = items.resource(item), let delete = resource.delete, item.path(at: delete) != nil,
      !resource.updates.contains(where: { $0.body != nil }), !write.rule.showsExisting, write.reading.itemSent == nil,
      uniqueness(of: write.rule) == nil, !records.waits.hold(Rule.effect.notRemoved, at: delete),
      let trial = TextTrial(
        write.reading, write.rule, item: nil, mark: records.mark, values: HumanText.all.map { JSON($0) }),
      records.mark.isIn(trial.body), let request = self.request(with: trial.body, like: write),
      let first = await snapshot(of: item, looker(write, item)),
      kept(by: write, await judge(item, write.rule, write, before: nil), in: first.item) != nil,
      records.tried.begin(.texts, at: endpoint)
    else { return [] }
    let exchange = await sendTrial(request, like: write)
    records.recorder.note(exchange, call: "sends realistic user-written text")
    await records.settle()
    guard let response = exchange.response, response.status != 202,
      let reading = WireReading(exchange.request, in: contract), let rule = reading.rule, rule === write.rule,
      reading.isDone(response), let second = ledger.latest(madeBy: exchange), ledger.isOurs(second)
    else { return [] }
    let made = Write(exchange: exchange, response: response, reading: reading, rule: rule, images: [:], rows: [])
    return await drift(ofTexts: trial, made, second, before: nil)
  }
}
