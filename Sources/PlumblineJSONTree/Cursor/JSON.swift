/// A value in a JSON document: a cursor that costs a reference and an index, whatever it points at.
///
///     let ticket = try JSON.parse(#"{"id": 7, "tags": ["a", "b"]}"#)
///     ticket["id"]?.int                                  // 7
///     ticket["tags"]?.elements.compactMap(\.string)      // ["a", "b"]
///     ticket.setting("id", to: 8).text                   // {"id": 8, "tags": ["a", "b"]}
///
/// A cursor keeps its whole document alive. Edits give a new value and leave the old one as it was. Equality is JSON's:
/// numbers by value, objects whatever the order of their members.
public struct JSON: Sendable {
  /// The document that holds the value.
  public let document: JSONDocument
  /// The value's node on the document's tape.
  package let node: Int

  /// The value of a node of a document.
  package init(_ document: JSONDocument, _ node: Int) {
    self.document = document
    self.node = node
  }

  /// Parses a text into its value.
  public static func parse(_ bytes: [UInt8], file: String = "") throws(JSONSyntaxError) -> JSON {
    try JSONDocument.parse(bytes, file: file).root
  }

  /// Parses a text into its value.
  public static func parse(_ text: String, file: String = "") throws(JSONSyntaxError) -> JSON {
    try JSONDocument.parse(text, file: file).root
  }

  /// The value's kind.
  public var kind: JSONKind { document.kind(node) }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; nil for other kinds.
  public var bool: Bool? { kind == .bool ? document.bool(node) : nil }

  /// The decoded string; nil for other kinds. Escapes of lone surrogates read as U+FFFD.
  public var string: String? { kind == .string ? document.string(node) : nil }

  /// The exact number; nil for other kinds.
  public var number: JSONNumber? { kind == .number ? document.number(node) : nil }

  /// The number when it is whole and fits: 7, 7.0 and 0.7e1 alike.
  public var int: Int? { kind == .number ? document.withReader { $0.int(node) } : nil }

  /// The nearest double; nil for values that are no number.
  public var double: Double? { number?.double }

  /// The elements of an array or members of an object; 0 for scalars.
  public var count: Int { document.count(node) }

  /// Whether the value is a string with just this text.
  public func stringEquals(_ text: StaticString) -> Bool {
    guard kind == .string else { return false }
    return document.withReader { reader in text.withUTF8Buffer { reader.isText(node, $0) } }
  }
}

extension JSON: CustomStringConvertible {
  /// The compact text.
  public var description: String { text }
}
