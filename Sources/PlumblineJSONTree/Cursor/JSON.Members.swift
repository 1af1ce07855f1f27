extension JSON {
  /// The members of an object, in source order.
  public struct Members: Sequence, Sendable {
    private let object: JSON

    init(_ object: JSON) {
      self.object = object
    }

    /// Returns an iterator that starts at the first member.
    public func makeIterator() -> Iterator { Iterator(object) }

    /// The number of members.
    public var count: Int { object.kind == .object ? object.count : 0 }

    /// A Boolean value that indicates whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// The number of members.
    public var underestimatedCount: Int { count }

    /// The first member.
    public var first: (key: String, value: JSON)? {
      var iterator = makeIterator()
      return iterator.next()
    }

    /// The keys in source order.
    public var keys: [String] { map(\.key) }

    /// An iterator that advances from member to member, each in constant time except for the key's text.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument
      private var node: Int
      private let end: Int

      init(_ object: JSON) {
        document = object.document
        node = object.node + 1
        end = object.kind == .object ? object.document.next(object.node) : 0
      }

      /// Returns the next member, or `nil` after the last one.
      public mutating func next() -> (key: String, value: JSON)? {
        guard node < end else { return nil }
        defer { node = document.next(node + 1) }
        return (document.string(node), JSON(document, node + 1))
      }
    }
  }
}

extension JSON {
  /// The elements of an array, in order.
  public struct Elements: Sequence, Sendable {
    private let array: JSON

    init(_ array: JSON) {
      self.array = array
    }

    /// Returns an iterator that starts at the first element.
    public func makeIterator() -> Iterator { Iterator(array) }

    /// The number of elements.
    public var count: Int { array.kind == .array ? array.count : 0 }

    /// A Boolean value that indicates whether there are no elements.
    public var isEmpty: Bool { count == 0 }

    /// The number of elements.
    public var underestimatedCount: Int { count }

    /// The first element.
    public var first: JSON? { array[0] }

    /// An iterator that advances from element to element, each in constant time.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument
      private var node: Int
      private let end: Int

      init(_ array: JSON) {
        document = array.document
        node = array.node + 1
        end = array.kind == .array ? array.document.next(array.node) : 0
      }

      /// Returns the next element, or `nil` after the last one.
      public mutating func next() -> JSON? {
        guard node < end else { return nil }
        defer { node = document.next(node) }
        return JSON(document, node)
      }
    }
  }
}
