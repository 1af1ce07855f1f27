import PlumblineJSONTree

/// A member of an item that a server computes from other values, such as the total of an order's lines.
package struct ComputedMember: Sendable {
  /// The parts that are summed or counted.
  package enum Parts: Sendable {
    /// The item itself, as for the product of two of its members.
    case item
    /// The elements of an array in the item.
    case elements(JSONPointer)
    /// The items of a different resource that match.
    case resource(String, [Match])
  }

  /// A member of the other resource's items that must equal one of this item.
  package struct Match: Sendable, Hashable {
    package let other: JSONPointer
    package let own: JSONPointer
  }

  /// The computed member.
  package let target: JSONPointer
  package let parts: Parts
  /// The members whose product is summed over all parts, or `nil` if the parts are counted.
  package let factors: [JSONPointer]?
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  /// The name of the resource whose items are the parts, or `nil` if they are in the item.
  package var resource: String? { if case .resource(let name, _) = parts { name } else { nil } }

  /// The pairs of members that identify the matching items of the other resource. The array is empty if the parts are
  /// in the item.
  package var matches: [Match] { if case .resource(_, let matches) = parts { matches } else { [] } }

  /// The members of the item that the computation depends on.
  package var sources: [JSONPointer] {
    switch parts {
    case .item: factors ?? []
    case .elements(let array): [array]
    case .resource(_, let matches): matches.map(\.own)
    }
  }

  /// Returns the parts in an item, or `nil` if the item doesn't contain them or they are items of a different resource.
  package func parts(in item: JSON) -> [JSON]? {
    switch parts {
    case .item: [item]
    case .elements(let array):
      item.at(array).flatMap { $0.kind == .array ? Array($0.elements) : Optional<[JSON]>.none }
    case .resource: nil
    }
  }

  /// Returns the value computed from parts, or `nil` if one of them lacks a number or the result is too large.
  package func value(of parts: [JSON]) -> ExactNumber? {
    guard let factors else { return ExactNumber(parts.count) }
    var sum = ExactNumber(0)
    for part in parts {
      guard let product = Self.product(factors, of: part), let next = sum.adding(product) else { return nil }
      sum = next
    }
    return sum
  }

  /// Returns a Boolean value that indicates whether a part has a number for each factor.
  package func isKnown(in part: JSON) -> Bool {
    factors.map { factors in factors.allSatisfy { part.at($0)?.number != nil } } ?? true
  }

  private static func product(_ factors: [JSONPointer], of part: JSON) -> ExactNumber? {
    var product = ExactNumber(1)
    for factor in factors {
      guard let number = part.at(factor).flatMap(ExactNumber.init), let next = product.multiplied(by: number) else {
        return nil
      }
      product = next
    }
    return product
  }
}
