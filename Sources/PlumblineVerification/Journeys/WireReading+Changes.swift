import PlumblineContractModel
import PlumblineJSONTree

extension WireReading {
  /// The members of its item that a request changes, as far as the contract tells, besides the numbers that it adds to.
  ///
  /// What it leaves as it was isn't among them, nor what a server works out by itself: times of a change, sums.
  ///
  /// - Parameter original: what the item was like before.
  func changes(to original: JSON) -> [JSONPointer] {
    guard let rule else { return [] }
    var places: [JSONPointer] = []
    func add(_ place: JSONPointer) { if !places.contains(place) { places.append(place) } }
    if rule.action == .append, let place = rule.place { add(place) }
    if rule.action == .update, let body = request.body, body.kind == .object {
      for place in Self.merged(body, by: rule.merge)
      where isMember(place, original) && body.at(place) != original.at(place) {
        add(place)
      }
    }
    for assignment in rule.assignments where isAssigned(assignment, in: original) { add(assignment.target) }
    return places
  }

  /// Where a body's members go in the item: those at the top, or all the way down.
  private static func merged(_ body: JSON, by merge: StateRule.Merge, below parent: JSONPointer = JSONPointer())
    -> [JSONPointer]
  {
    guard merge != .none else { return [] }
    return body.members.flatMap { name, value -> [JSONPointer] in
      let place = parent.appending(name)
      guard merge == .deep, value.kind == .object, value.count > 0 else { return [place] }
      return merged(value, by: merge, below: place)
    }
  }

  /// Whether an item has such a member at all: not all of a body goes into it.
  private func isMember(_ place: JSONPointer, _ original: JSON) -> Bool {
    guard let name = place.tokens.first else { return false }
    if original[name] != nil { return true }
    return rule?.collection.flatMap(contract.collection)?.members.contains { $0.name == name } ?? false
  }

  /// Whether a request gives a member another value than it has.
  private func isAssigned(_ assignment: StateRule.Assignment, in original: JSON) -> Bool {
    switch assignment.value {
    case .constant(let value): return original.at(assignment.target) != value
    case .address(let address):
      guard case .body = address else { return true }
      guard let value = request.value(at: address) else { return false }
      return original.at(assignment.target) != value
    case .lookup(_, let matches, let member):
      let values = matches.map { request.value(at: $0.address) }
      guard values.allSatisfy({ $0 != nil }) else { return false }
      guard member.tokens.isEmpty, matches.count == 1, let key = matches[0].members.first else { return true }
      return original.at(assignment.target + key) != values[0]
    case .now, .count, .sum: return false
    }
  }
}
