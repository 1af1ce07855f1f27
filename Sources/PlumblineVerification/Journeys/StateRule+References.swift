import PlumblineContractModel
import PlumblineJSONTree

extension StateRule {
  /// The pointers to values in a request's body that refer to another item, or that determine whether the request is
  /// rejected. A guard for unique values (`none`) adds no such pointer.
  var referencePlaces: Set<JSONPointer> {
    let addresses =
      within.map(\.address) + guards.flatMap { $0.test.references } + assignments.flatMap { $0.value.lookups }
      + [key].compactMap { $0 }
    return Set(addresses.compactMap { if case .body(let place) = $0 { place } else { nil } })
  }

  /// Returns the members that a creating request sets in the item, by their names in the body.
  func keptMembers(of collection: ItemCollection) -> Set<String> {
    var names = Set(collection.members.map(\.name)).union(beside.map(\.member))
    for assignment in assignments {
      if case .address(.body(let place)) = assignment.value, let name = place.tokens.last { names.insert(name) }
    }
    return names
  }
}

extension StateRule.Guard.Test {
  fileprivate var references: [Address] {
    switch self {
    case .any(let tests): tests.flatMap(\.references)
    case .some(_, let matches): matches.map(\.address)
    case .none: []
    case .unless(let condition): condition.clauses.map(\.address)
    case .value(let value, _): value.lookups
    }
  }
}

extension StateRule.Value {
  /// The addresses of the values that other items are looked up with.
  fileprivate var lookups: [Address] {
    switch self {
    case .lookup(_, let matches, _), .count(_, let matches, _), .sum(_, let matches, _): matches.map(\.address)
    case .union(let values): values.flatMap(\.lookups)
    case .address, .constant, .chosen, .now, .upload, .url: []
    }
  }
}
