import ContractModel
import JSONTree

/// The request with which an endpoint gives an item back what it had.
///
/// The endpoint's `state` says where members of a body go: to the member of the same name, or where `set` puts them. A
/// request without a body sets what `set` has: `PUT /favorites/124` fills a heart, `DELETE` empties it.
struct PutBack {
  /// `nil` for a request that has none.
  let body: JSON?

  /// `nil` where the endpoint changes none of what differs, or wants a value that the item never had.
  init?(_ endpoint: Endpoint, from current: JSON, to original: JSON) {
    body = Self.body(endpoint, current, original)
    guard body == nil else { return }
    guard let rule = endpoint.state, endpoint.body == nil, rule.additions.isEmpty, !rule.assignments.isEmpty else {
      return nil
    }
    var isDifferent = false
    for assignment in rule.assignments {
      guard case .constant(let value) = assignment.value, original.at(assignment.target) == value else { return nil }
      if current.at(assignment.target) != value { isDifferent = true }
    }
    guard isDifferent else { return nil }
  }

  private static func body(_ endpoint: Endpoint, _ current: JSON, _ original: JSON) -> JSON? {
    guard let rule = endpoint.state, rule.additions.isEmpty, let schema = endpoint.body?.json?.schema else {
      return nil
    }
    let outline = schema.outline()
    let places = outline.places.first?.members ?? [:]
    let required = places.filter { !outline.places[$0.value].isOptional }
    let names = places.keys.sorted()
    var members: [(String, JSON)] = []
    for name in names where required[name] != nil {
      guard let was = values(of: name, rule, current, original).was else { return nil }
      members.append((name, was))
    }
    guard schema.isValid(.object(members)) else { return nil }
    for name in names where required[name] == nil {
      let (was, now) = values(of: name, rule, current, original)
      guard was != now, let was, let part = rule.merge == .deep ? changed(was, now) : was else { continue }
      // What an endpoint doesn't take, such as the null that was there, stays; the difference is told.
      if schema.isValid(.object(members + [(name, part)])) { members.append((name, part)) }
    }
    let isDifferent = members.contains { member in
      let (was, now) = values(of: member.0, rule, current, original)
      return was != now
    }
    return isDifferent ? .object(members) : nil
  }

  /// What a member of the body stands for in the item: before, and now.
  private static func values(
    of name: String, _ rule: StateRule, _ current: JSON, _ original: JSON
  ) -> (was: JSON?, now: JSON?) {
    let source = Address.body(JSONPointer(tokens: [name]))
    for assignment in rule.assignments {
      switch assignment.value {
      case .address(source): return (original.at(assignment.target), current.at(assignment.target))
      case .lookup(_, let matches, let member):
        guard let match = matches.first(where: { $0.address == source }), let key = match.members.first,
          member.tokens.isEmpty
        else { continue }
        let place = assignment.target + key
        return (original.at(place), current.at(place))
      default: continue
      }
    }
    guard rule.merge != .none else { return (nil, nil) }
    return (original[name], current[name])
  }

  /// The members that differ, all the way down.
  private static func changed(_ was: JSON, _ now: JSON?) -> JSON? {
    guard was.kind == .object, let now, now.kind == .object else { return was }
    return .object(
      was.members.compactMap { member in
        guard now[member.key] != member.value else { return nil }
        return changed(member.value, now[member.key]).map { (member.key, $0) }
      })
  }
}
