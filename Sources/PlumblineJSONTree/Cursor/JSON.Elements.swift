extension JSON {
  /// The elements of an array, in order.
  public struct Elements: Sequence, Sendable {
    private let array: JSON

    init(_ array: JSON) {
      self.array = array
    }

    /// Starts at the first element.
    public func makeIterator() -> Iterator { Iterator(array) }

    /// The number of elements.
    public var count: Int { array.kind == .array ? array.count : 0 }

    /// Whether there are no elements.
    public var isEmpty: Bool { count == 0 }

    /// The number of elements.
    public var underestimatedCount: Int { count }

    /// The first element.
    public var first: JSON? { array[0] }

    /// Steps from element to element, each in constant time.
    public struct Iterator: IteratorProtocol {
      private let document: JSONDocument
      private var node: Int
      private let end: Int

      init(_ array: JSON) {
        document = array.document
        node = array.node + 1
        end = array.kind == .array ? array.document.next(array.node) : 0
      }

      /// The next element, or nil after the last.
      public mutating func next() -> JSON? {
        guard node < end else { return nil }
        defer { node = document.next(node) }
        return JSON(document, node)
      }
    }
  }
}
