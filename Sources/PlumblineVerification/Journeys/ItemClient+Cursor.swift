import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Lists that request the next page with the key of the previous page's last item.
extension ItemClient {
  /// Returns the query parameter for the key of the last item, or `nil` if a list is paged differently.
  func keyCursor(of rule: StateRule, at list: Endpoint) -> String? {
    guard case .query(let name) = rule.cursor, contract.continuesByKey(rule, of: list) else { return nil }
    return name
  }

  /// Returns the key of the last item of a page.
  func lastKey(of items: [JSON], _ rule: StateRule) -> String? {
    guard let item = items.last, let collection = rule.collection.flatMap(contract.collection) else { return nil }
    return key(of: item, in: collection)
  }

  /// Returns a Boolean value that indicates whether a page reports that it is the last and has fewer items than
  /// requested. A full page's report isn't trusted.
  func isLast(_ exchange: Exchange, _ items: [JSON], _ rule: StateRule, size: [(String, String)]) -> Bool {
    let isFull = size.first.flatMap { Int($0.1) }.map { items.count >= $0 } ?? true
    return !isFull && saysMore(exchange, rule) == false
  }

  /// Returns a response's statement about whether another page follows, or `nil` if it makes none.
  private func saysMore(_ exchange: Exchange, _ rule: StateRule) -> Bool? {
    guard let response = exchange.response, let body = try? JSON.parse(response.body.bytes ?? []) else { return nil }
    let own = rule.frames.flatMap(\.members).map { (contract.payloadPlace, $0) }
    let others = (contract.envelope?.others ?? []).flatMap { slot in slot.frame.members.map { (slot.place, $0) } }
    let said = (own + others).filter { $0.1.paging?.role == .more }
    return said.lazy.compactMap { body.at($0.0 + $0.1.place)?.bool }.first
  }
}
