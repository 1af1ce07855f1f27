import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that a response shows the item in its request's path.
enum ItemIdentity {
  /// Returns the drift of an exchange whose response has a different key than its request's path.
  ///
  /// A path may identify an item by an alias such as `me`, so strings in it that can't be keys are ignored.
  static func drift(of exchange: Exchange, in contract: Contract) -> Drift? {
    guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract),
      reading.isDone(response), let rule = reading.rule, rule.action == .read || rule.action == .update,
      rule.showing == .item, case .path(let name) = rule.key, let asked = reading.request.path(name),
      let collection = rule.collection.flatMap(contract.collection), let key = collection.key,
      let item = reading.payload(of: response), item.kind == .object,
      collection.members.allSatisfy({ !$0.isRequired || item[$0.name] != nil }),
      let shown = item.at(key), isKey(asked, collection), asked.kind == shown.kind,
      !isSame(asked, shown)
    else { return nil }
    let place = JSONPointer(tokens: ["response", "body"]) + shown.pointer
    return Drift(
      rule: Rule.effect.wrongItem, severity: Rule.effect.wrongItem.severity(at: reading.endpoint, by: rule.standing),
      service: contract.service,
      endpoint: reading.endpoint.id, status: response.status, pointer: place, expected: asked.text,
      actual: shown.text,
      message: "The path names \(asked.text), but the response shows the item \(shown.text).", contract: rule.location)
  }

  private static func isKey(_ asked: JSON, _ collection: ItemCollection) -> Bool {
    let member = collection.deepKey ?? collection.members.first { [$0.name] == collection.key?.tokens }
    return member?.schema.isValid(asked) ?? false
  }

  private static func isSame(_ asked: JSON, _ shown: JSON) -> Bool {
    func text(_ value: JSON) -> String { value.string ?? value.int.map { "\($0)" } ?? value.text }
    return Equivalence.holds(asked, shown) || text(asked).lowercased() == text(shown).lowercased()
  }
}
