extension JSON {
  /// The member of that name, the last one where the key is repeated; nil where there is none or this is no object.
  public subscript(key: String) -> JSON? {
    document.member(node, key).map { JSON(document, $0 + 1) }
  }

  /// The element at an index; nil out of bounds or where this is no array.
  ///
  /// Small indices cost a step for each element before; past them the document keeps an index of the array.
  public subscript(index: Int) -> JSON? {
    guard kind == .array, index >= 0, index < document.count(node) else { return nil }
    return JSON(document, document.element(node, index))
  }

  /// The elements of an array in order; none for other kinds.
  public var elements: Elements { Elements(self) }

  /// The members of an object in source order, repeated keys included; none for other kinds.
  public var members: Members { Members(self) }

  /// The value that a pointer leads to from here.
  public func at(_ pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      let child: JSON?
      switch value.kind {
      case .object: child = value[token]
      case .array: child = token.arrayIndex.flatMap { value[$0] }
      default: child = nil
      }
      guard let child else { return nil }
      value = child
    }
    return value
  }
}
