extension JSON {
  /// A location where two values differ.
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
      /// Both sides have different values.
      case changed
      /// An array's element has another position among the unmoved elements. Changes inside it are listed too.
      case moved
    }

    /// The kind of change.
    public let kind: Kind
    /// The place in the old value; `nil` for an added value.
    public let oldPointer: JSONPointer?
    /// The place in the new value; `nil` for a removed value.
    public let newPointer: JSONPointer?
    /// The value on the old side; `nil` for an added value.
    public let old: JSON?
    /// The value on the new side; `nil` for a removed value.
    public let new: JSON?

    /// One sentence; long values are truncated.
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

  /// Returns the changes that turn another value into this one; empty only if the two are equal.
  ///
  /// Members are matched by key. Elements are matched by content; if both are objects that have one of the members that
  /// `identity` names, the first such member decides instead, so that a change inside an element is a change and not a removal
  /// with an addition. Of the matched elements the largest number that are still in order have stayed and the others have
  /// moved. Elements that nothing matches are compared in order between the same kept neighbours, if they have no identity.
  ///
  /// Pointers start at the two values. Entries come in the order of the new value. The cost is n log n in the size of
  /// both, times the depth of arrays within arrays.
  ///
  /// - Parameters:
  ///   - old: the value before.
  ///   - identity: the names of members that identify elements, such as `["id"]`, the first that is there counts.
  ///   - limit: the number of entries at most.
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
