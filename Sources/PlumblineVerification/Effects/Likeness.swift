import PlumblineContractModel
import PlumblineJSONTree
import PlumblineTime

/// The similarity of two items that may come from the same request. For example, an echo of a message has a different
/// sender.
enum Likeness: Int, Sendable, Comparable {
  /// Both items have the same owner and subject.
  case same
  /// The items differ in a string that wasn't sent, such as a number assigned to each copy or a sender's name.
  case undecided
  /// The items differ in their owner or subject.
  case other

  static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }

  /// The comparison of two items of a collection.
  struct Measure: Sendable {
    let collection: ItemCollection
    /// The members that were sent.
    let sent: Set<String>

    func of(_ one: JSON, _ other: JSON) -> Likeness {
      let computed = collection.touched.map(\.pointer) + collection.counters.map(\.target) + collection.movingPlaces
      let apart = Set(computed.map(\.tokens))
      return Likeness.of(one, other) { name, value, second in
        if name == collection.key?.tokens.first {
          return collection.key?.tokens.count == 1 ? .same : Self.besidesKey(value, second, collection.key)
        }
        if apart.contains([name]) { return .same }
        let ranks = collection.members.first { $0.name == name }?.ranks ?? []
        if name == collection.owner?.tokens.first || !ranks.isEmpty { return value == second ? .same : .other }
        if sent.contains(name) { return Likeness.ofSent(name, value, second) }
        return nil
      }
    }

    /// Returns the similarity of objects that contain the key in a nested object.
    private static func besidesKey(_ one: JSON, _ other: JSON, _ key: JSONPointer?) -> Likeness {
      let rest = Array((key?.tokens ?? []).dropFirst())
      guard one.kind == .object, other.kind == .object else { return .undecided }
      return Likeness.of(one, other) { name, value, second in
        guard name == rest.first else { return nil }
        return rest.count == 1 ? .same : besidesKey(value, second, JSONPointer(tokens: rest))
      }
    }
  }

  /// Returns the lowest similarity of the members that two objects have in common.
  ///
  /// - Parameter special: A closure that returns the similarity of a member that is compared differently, or `nil` for
  ///   other members.
  private static func of(
    _ one: JSON, _ other: JSON, _ special: (String, JSON, JSON) -> Likeness? = { _, _, _ in nil }
  ) -> Likeness {
    one.members.map { name, value -> Likeness in
      guard let second = other[name], second != value else { return .same }
      if let known = special(name, value, second) { return known }
      if isOfSomeone(name, value) { return .other }
      if value.kind == .object, second.kind == .object { return of(value, second) }
      return isText(value) || isText(second) ? .undecided : .same
    }.max() ?? .same
  }

  /// Returns the similarity of members that were sent. A server may have normalized them.
  private static func ofSent(_ name: String, _ one: JSON, _ other: JSON) -> Likeness {
    isOfSomeone(name, one) && one != other ? .other : .same
  }

  /// Returns a Boolean value that indicates whether a member identifies an item's owner or subject.
  private static func isOfSomeone(_ name: String, _ value: JSON) -> Bool {
    value.kind == .bool || name == "id" || MarkPlaces.isReference(name)
  }

  /// Returns a Boolean value that indicates whether a value is a string other than a time.
  private static func isText(_ value: JSON) -> Bool { value.string.map { Timestamp($0) == nil } ?? false }
}
