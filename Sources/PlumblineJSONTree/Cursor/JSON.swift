/// A value in a JSON document. It is a cursor that consists of a reference and an index, regardless of the value's
/// size.
///
///     let ticket = try JSON.parse(#"{"id": 7, "tags": ["a", "b"]}"#)
///     ticket["id"]?.int                                  // 7
///     ticket["tags"]?.elements.compactMap(\.string)      // ["a", "b"]
///     ticket.setting("id", to: 8).text                   // {"id": 8, "tags": ["a", "b"]}
///
/// A cursor keeps its whole document alive. Edits return a new value and leave the old one unchanged. Numbers are equal
/// if their values are equal, and objects are equal regardless of the order of their members.
public struct JSON: Sendable {
  /// The document that contains the value.
  public let document: JSONDocument
  /// The value's node on the document's tape.
  package let node: Int

  /// Creates a cursor to a node of a document.
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

  /// The Boolean value, or `nil` for other kinds of values.
  public var bool: Bool? { kind == .bool ? document.bool(node) : nil }

  /// The decoded string, or `nil` for other kinds. Escapes of lone surrogates are read as U+FFFD.
  public var string: String? { kind == .string ? document.string(node) : nil }

  /// The decoded string in UTF-8, or `nil` for other kinds.
  package var utf8: [UInt8]? { kind == .string ? document.stringBytes(node) : nil }

  /// The exact number, or `nil` for other kinds.
  public var number: JSONNumber? { kind == .number ? document.number(node) : nil }

  /// The number as an `Int`, or `nil` if it isn't an integer or doesn't fit. For example, 7, 7.0, and 0.7e1 are all the
  /// integer 7.
  public var int: Int? { kind == .number ? document.withReader { $0.int(node) } : nil }

  /// The nearest double, or `nil` for values that aren't numbers.
  public var double: Double? { number?.double }

  /// The number of elements in an array or members in an object, or 0 for scalars.
  public var count: Int { document.count(node) }

  /// Returns a Boolean value that indicates whether the value is a string with exactly the given text.
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
  /// Returns a Boolean value that indicates whether two values are equal. Numbers are compared by mathematical value,
  /// strings by their scalars, and objects regardless of the order of their members.
  ///
  /// Of several members with the same key, the last one counts. Pending pairs are kept in a list, so the comparison
  /// isn't recursive.
  public static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.node == right.node { return true }
    return left.document.withReader { leftTape in
      right.document.withReader { rightTape in leftTape.areEqual(left.node, rightTape, right.node) }
    }
  }
}

extension JSON: Hashable {
  /// Hashes the whole value, in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(deepHash)
  }

  /// A hash of the whole value. It is valid only within this process.
  package var deepHash: Int { document.withReader { $0.hash(node) } }
}

extension JSON {
  /// The member with the given key, or `nil` if there is none or this isn't an object. If the key is duplicated, the
  /// last member counts.
  public subscript(key: String) -> JSON? {
    document.member(node, key).map { JSON(document, $0 + 1) }
  }

  /// The element at an index, or `nil` if the index is out of bounds or this isn't an array.
  ///
  /// For small indices, the lookup takes a step for each preceding element. For larger indices, the document keeps an
  /// index of the array.
  public subscript(index: Int) -> JSON? {
    guard kind == .array, index >= 0, index < document.count(node) else { return nil }
    return JSON(document, document.element(node, index))
  }

  /// The elements of an array, in order. The sequence is empty for other kinds of values.
  public var elements: Elements { Elements(self) }

  /// The members of an object in source order, including duplicate keys. The sequence is empty for other kinds of
  /// values.
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
  /// The path from the document's root. Computing it takes a step for each sibling before the value and before each of
  /// its ancestors.
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

  /// Returns the start of a member's key, or `nil` if there is no such member.
  public func keyLocation(of key: String) -> SourceLocation? {
    document.member(node, key).map {
      document.location(ofOffset: Int(document.tape[$0].offset))
    }
  }
}

extension JSON {
  /// A member whose key repeats an earlier one in the same object.
  public struct Duplicate: Sendable, Hashable {
    /// The member's location.
    public let pointer: JSONPointer
    /// The key.
    public let key: String
    /// The location of the repeated key.
    public let location: SourceLocation
    /// The location of the last earlier occurrence of the key.
    public let earlier: SourceLocation
  }
}
