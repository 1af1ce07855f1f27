import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The computation of a computed member's expected value from a server's items.
struct ComputedReading: Sendable {
  /// The value computed from the operands, and the number of operands.
  struct Value: Sendable {
    let number: ExactNumber
    let count: Int
    /// The origin of the operands for messages, such as `GET /orders/7/lines`.
    let source: String

    /// Returns a Boolean value that indicates whether a member has this value, allowing for rounding of each operand.
    /// Returns `nil` if the member isn't a number or can't be compared.
    func isShown(by member: JSON?) -> Bool? {
      member.flatMap(ExactNumber.init).flatMap { number.isRounded(as: $0, parts: count) }
    }
  }

  let items: ItemClient

  /// Returns the value computed from an item's own content, or `nil` if the operands are elsewhere, or if some aren't
  /// numbers.
  static func own(_ member: ComputedMember, of item: JSON) -> Value? {
    guard let parts = member.parts(in: item), let number = member.value(of: parts) else { return nil }
    return Value(number: number, count: parts.count, source: "the item itself")
  }

  /// Returns the value computed from a list of an item's operands, read to its end, or `nil` if no list shows exactly
  /// these operands.
  ///
  /// - Parameter credentials: A closure that returns the credentials for calling an endpoint, or `nil` if it can't be
  ///   called.
  func listed(
    _ member: ComputedMember, of item: JSON, credentials: (Endpoint) -> [String: String]?
  ) async -> Value? {
    guard let name = member.resource, let resource = items.resource(name) else { return nil }
    for list in resource.lists {
      guard let path = path(of: list, member, item), let shown = credentials(list) else { continue }
      let listing = await items.read(list, path: path, credentials: shown, isPatient: true)
      guard listing.unfinished == nil, !listing.isBroken else { continue }
      let parts = listing.items.filter { part in
        !resource.isTombstone(part) && member.matches.allSatisfy { part.at($0.other) == item.at($0.own) }
      }
      guard let number = member.value(of: parts) else { continue }
      return Value(number: number, count: parts.count, source: "\(list.request.method) \(path)")
    }
    return nil
  }

  /// Returns the path of a list that shows all operands of an item, or `nil` if it may show only some of them. The
  /// path's parameters must be members of the item that identify its operands.
  private func path(of list: Endpoint, _ member: ComputedMember, _ item: JSON) -> String? {
    guard list.states.count == 1, let rule = list.states.first,
      rule.filter.allSatisfy({ rule.defaults[$0.address] == nil }),
      // The list may be incomplete if its pages can't be requested one after another.
      rule.page != nil || rule.offset != nil || items.keyCursor(of: rule, at: list) != nil
        || rule.cursor == nil && rule.size == nil
    else { return nil }
    var values: [String: String] = [:]
    for match in rule.within {
      guard case .path(let name) = match.address, match.relation == .same,
        let own = member.matches.first(where: { match.members == [$0.other] })?.own,
        let text = item.at(own).flatMap(WireReading.text)
      else { return nil }
      values[name] = text
    }
    guard Set(values.keys) == Set(list.request.template.parameters) else { return nil }
    return list.request.template.expand(values)
  }
}
