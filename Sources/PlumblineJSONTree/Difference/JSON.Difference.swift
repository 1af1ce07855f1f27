extension JSON {
  /// A difference between two values at one location.
  ///
  ///     let old: JSON = ["a": 1, "b": [1, 2]]
  ///     let new: JSON = ["a": 2, "b": [2, 1], "c": nil]
  ///     new.difference(from: old).map(\.description)
  ///     // ["/a changed from 1 to 2", "/b/1 moved to /b/0", "/c was added: null"]
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The kind of change.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The value exists only on the new side.
      case added
      /// The value exists only on the old side.
      case removed
      /// The two sides have different values.
      case changed
      /// An array element has a different position relative to the unmoved elements. Changes inside it are listed
      /// separately.
      case moved
    }

    /// The kind of change.
    public let kind: Kind
    /// The location in the old value, or `nil` for a value that was added.
    public let oldPointer: JSONPointer?
    /// The location in the new value, or `nil` for a value that was removed.
    public let newPointer: JSONPointer?
    /// The value on the old side, or `nil` for a value that was added.
    public let old: JSON?
    /// The value on the new side, or `nil` for a value that was removed.
    public let new: JSON?

    /// A sentence that describes the difference. Long values are truncated.
    public var description: String {
      switch kind {
      case .added: "\(Self.name(newPointer)) was added: \(Self.short(new))"
      case .removed: "\(Self.name(oldPointer)) was removed: \(Self.short(old))"
      case .changed: "\(Self.name(newPointer)) changed from \(Self.short(old)) to \(Self.short(new))"
      case .moved: "\(Self.name(oldPointer)) moved to \(Self.name(newPointer))"
      }
    }

    private static func name(_ pointer: JSONPointer?) -> String {
      guard let pointer, !pointer.tokens.isEmpty else { return "the value" }
      return pointer.description
    }

    private static func short(_ value: JSON?) -> String {
      guard let value else { return "nothing" }
      let text = value.text
      return text.count > 80 ? text.prefix(79) + "…" : text
    }
  }

  /// Returns the changes that turn another value into this value. The array is empty only if the two are equal.
  ///
  /// Members are matched by key, and elements by content. If two elements are objects that both have a member that
  /// `identity` names, the first such member decides instead, so that a change inside an element is reported as a
  /// change instead of a removal and an addition. Among the matched elements, the largest number that are still in
  /// order count as unmoved, and the others as moved. Elements without a match and without an identity are compared in
  /// order between the same unmoved neighbors.
  ///
  /// Pointers are relative to the two values. Entries are in the order of the new value. The cost is n log n in the
  /// size of both values, multiplied by the depth of nested arrays.
  ///
  /// - Parameters:
  ///   - old: The value before the change.
  ///   - identity: The names of members that identify elements, such as `["id"]`. The first name that is present
  ///     counts.
  ///   - limit: The maximum number of entries.
  public func difference(from old: JSON, identity: [String] = [], limit: Int = .max) -> [Difference] {
    old.document.withReader { oldTape in
      document.withReader { newTape in
        var comparison = StructuralComparison(
          (old.document, oldTape), (document, newTape), identity: identity, limit: limit)
        comparison.compare(old.node, node)
        return comparison.entries
      }
    }
  }
}
