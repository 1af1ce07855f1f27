import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Repetitions of requests with the same idempotency key. With the same body, they must create nothing new, and with a
/// different body, they must be rejected.
extension EffectRun {
  /// Returns the drift in how a server treats the idempotency key of a request that created an item of the run. If a
  /// second item appears, it can be found and removed.
  func drift(ofKeyOf write: Write, _ item: ServerItem) async -> [Drift] {
    let endpoint = write.reading.endpoint
    guard goesOn, write.reading.idempotencyKey != nil, !write.rule.showsExisting,
      records.mark.isIn(write.exchange.request.body), let delete = items.resource(item)?.delete,
      item.path(at: delete) != nil, !records.waits.hold(Rule.effect.notRemoved, at: delete),
      records.tried.begin(.sameKey, at: endpoint)
    else { return [] }
    let judge = await judge(item, write.rule, write, before: nil)
    let again = await sendTrial(write.exchange.request, like: write, keepsKey: true)
    records.recorder.note(again, call: "sends the same key again")
    await records.settle()
    guard let response = again.response else { return [] }
    let field = endpoint.idempotencyKey?.name ?? ""
    if [400, 409, 422].contains(response.status) {
      return [
        judge.drift(
          Rule.effect.repeated, at: "/request", expected: "\(write.response.status)", actual: "\(response.status)",
          "\(line(write)) returned \(write.response.status), but when repeated with the same \(field) and body, it "
            + "returned \(response.status).")
      ]
    }
    guard write.reading.isDone(response), let second = write.reading.itemMade(by: response) else { return [] }
    guard second == item else {
      return [
        judge.drift(
          Rule.effect.idempotencyIgnored, at: "/request", expected: "one item", actual: "two items",
          "\(line(write)), sent twice with the same \(field) and body, created \(item) and \(second).")
      ]
    }
    return await drift(ofOtherBodyIn: write, item, judge)
  }

  private func drift(ofOtherBodyIn write: Write, _ item: ServerItem, _ judge: EffectJudge) async -> [Drift] {
    guard goesOn, !records.tried.isOver, let body = otherBody(than: write),
      let request = self.request(with: body, like: write)
    else { return [] }
    let exchange = await sendTrial(request, like: write, keepsKey: true)
    // A response that repeats the first one doesn't mean that a second item was created.
    let told = exchange.response.flatMap { write.reading.isDone($0) ? write.reading.itemMade(by: $0) : nil }
    if told != item {
      records.recorder.note(exchange, call: "sends the same key with another body")
      await records.settle()
    }
    guard let response = exchange.response, write.reading.isDone(response), let told else { return [] }
    let field = write.reading.endpoint.idempotencyKey?.name ?? ""
    return [
      judge.drift(
        Rule.effect.idempotencyUnchecked, at: "/request", expected: "a rejection", actual: "\(response.status)",
        "\(line(write)), sent with the same \(field) and a different body, returned \(response.status) with "
          + (told == item ? "\(item), which the first body created." : "\(told), in addition to \(item)."))
    ]
  }

  /// Returns a body that differs from a write's only in the string with the run's mark, which it still contains, or
  /// `nil` if the schema allows no such body.
  private func otherBody(than write: Write) -> JSON? {
    guard let body = write.reading.request.body, body.kind == .object,
      let schema = write.reading.endpoint.body?.structured?.schema
    else { return nil }
    for (name, value) in body.members {
      guard let text = value.string, records.mark.isIn(text) else { continue }
      for other in ["\(text) 2", "2 \(text)"] {
        let changed = body.setting(name, to: JSON(other))
        if schema.isValid(changed) { return changed }
      }
    }
    return nil
  }
}
