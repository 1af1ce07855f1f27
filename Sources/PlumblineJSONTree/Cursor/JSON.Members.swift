extension JSON {
  /// The members of an object, in source order.
  public struct Members: Sequence, Sendable {
    private let object: JSON

    init(_ object: JSON) {
      self.object = object
    }

    /// Starts at the first member.
    public func makeIterator() -> Iterator { Iterator(object) }

    /// The number of members.
    public var count: Int { object.kind == .object ? object.count : 0 }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The number of members.
    public var underestimatedCount: Int { count }

    /// The first member.
    public var first: (key: String, value: JSON)? {
      var iterator = makeIterator()
      return iterator.next()
    }

    /// The keys, in source order.
    public var keys: [String] { map(\.key) }

    /// Steps from member to member, each in constant time apart from the key's text.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument
      private var node: Int
      private let end: Int

      init(_ object: JSON) {
        document = object.document
        node = object.node + 1
        end = object.kind == .object ? object.document.next(object.node) : 0
      }

      /// The next member, or nil after the last.
      public mutating func next() -> (key: String, value: JSON)? {
        guard node < end else { return nil }
        defer { node = document.next(node + 1) }
        return (document.string(node), JSON(document, node + 1))
      }
    }
  }
}
