/// A value in a JSON document: a cursor that costs a reference and an index, regardless of the value's size.
///
///     let ticket = try JSON.parse(#"{"id": 7, "tags": ["a", "b"]}"#)
///     ticket["id"]?.int                                  // 7
///     ticket["tags"]?.elements.compactMap(\.string)      // ["a", "b"]
///     ticket.setting("id", to: 8).text                   // {"id": 8, "tags": ["a", "b"]}
///
/// A cursor keeps its whole document alive. Edits return a new value and leave the old one unchanged. Equality is
/// JSON's: numbers by value, objects regardless of the order of their members.
public struct JSON: Sendable {
  /// The document that holds the value.
  public let document: JSONDocument
  /// The value's node on the document's tape.
  package let node: Int

  /// Creates the value of a node in a document.
  package init(_ document: JSONDocument, _ node: Int) {
    self.document = document
    self.node = node
  }

  /// Parses a string into its value.
  public static func parse(_ bytes: [UInt8], file: String = "") throws(JSONSyntaxError) -> JSON {
    try JSONDocument.parse(bytes, file: file).root
  }

  /// Parses a string into its value.
  public static func parse(_ text: String, file: String = "") throws(JSONSyntaxError) -> JSON {
    try JSONDocument.parse(text, file: file).root
  }

  /// The value's kind.
  public var kind: JSONKind { document.kind(node) }

  /// A Boolean value that indicates whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; `nil` for other kinds.
  public var bool: Bool? { kind == .bool ? document.bool(node) : nil }

  /// The decoded string; `nil` for other kinds. Escapes of lone surrogates read as U+FFFD.
  public var string: String? { kind == .string ? document.string(node) : nil }

  /// The decoded string in UTF-8; `nil` for other kinds.
  package var utf8: [UInt8]? { kind == .string ? document.stringBytes(node) : nil }

  /// The exact number; `nil` for other kinds.
  public var number: JSONNumber? { kind == .number ? document.number(node) : nil }

  /// The number as an integer, if it is one and fits: 7, 7.0 and 0.7e1 alike.
  public var int: Int? { kind == .number ? document.withReader { $0.int(node) } : nil }

  /// The nearest double; `nil` for values that aren't numbers.
  public var double: Double? { number?.double }

  /// The number of elements of an array or members of an object; 0 for scalars.
  public var count: Int { document.count(node) }

  /// Returns a Boolean value that indicates whether the value is a string with exactly this text.
  public func stringEquals(_ text: StaticString) -> Bool {
    guard kind == .string else { return false }
    return document.withReader { reader in text.withUTF8Buffer { reader.isText(node, $0) } }
  }
}

extension JSON: CustomStringConvertible {
  /// The compact text.
  public var description: String { text }
}

extension JSON: Equatable {
  /// JSON equality: numbers by mathematical value, strings by their scalars, objects regardless of the order of members.
  ///
  /// The last of repeated keys counts. Pairs still to compare are kept in a list, so depth costs no stack.
  public static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.node == right.node { return true }
    return left.document.withReader { leftTape in
      right.document.withReader { rightTape in leftTape.areEqual(left.node, rightTape, right.node) }
    }
  }
}

extension JSON: Hashable {
  /// Feeds a hash of the whole value that agrees with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(deepHash)
  }

  /// A hash of the whole value within this process.
  package var deepHash: Int { document.withReader { $0.hash(node) } }
}

extension JSON {
  /// The member of that name, the last one if the key is repeated; `nil` if there is none or this isn't an object.
  public subscript(key: String) -> JSON? {
    document.member(node, key).map { JSON(document, $0 + 1) }
  }

  /// The element at an index; `nil` if it is out of bounds or this isn't an array.
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

  /// Returns the value at a pointer relative to this value.
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

extension JSON {
  /// The path from the document's root. Costs a step for each sibling before the value and before its parents.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var parent = 0
    while parent != node {
      let isObject = document.kind(parent) == .object
      var child = parent + 1
      var index = 0
      while true {
        let value = isObject ? child + 1 : child
        if node < document.next(value) {
          // A cursor to a key has the pointer of its member.
          tokens.append(isObject ? document.string(child) : String(index))
          parent = isObject && child == node ? node : value
          break
        }
        child = document.next(value)
        index += 1
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// The start of the value in its source.
  public var location: SourceLocation { document.location(ofOffset: Int(document.tape[node].offset)) }

  /// Returns the start of a member's key; `nil` if there is no such member.
  public func keyLocation(of key: String) -> SourceLocation? {
    document.member(node, key).map {
      document.location(ofOffset: Int(document.tape[$0].offset))
    }
  }
}

extension JSON {
  /// A key that repeats an earlier one of its object.
  public struct Duplicate: Sendable, Hashable {
    /// The member's place.
    public let pointer: JSONPointer
    /// The key.
    public let key: String
    /// The place of the repeat.
    public let location: SourceLocation
    /// The last earlier place of the same key.
    public let earlier: SourceLocation
  }
}
