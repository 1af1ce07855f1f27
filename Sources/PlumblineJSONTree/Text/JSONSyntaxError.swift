/// The reason that a string isn't JSON, with the location, the text found there and the text that was expected.
public struct JSONSyntaxError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault, for distinguishing faults in code.
  public enum Code: String, Sendable, Hashable {
    /// The text ends inside a value or doesn't contain one.
    case unexpectedEnd
    /// The grammar doesn't allow the character at this position.
    case unexpectedCharacter
    /// Something follows the value.
    case trailingText
    /// A number violates the grammar (RFC 8259 section 6).
    case invalidNumber
    /// A backslash is followed by something that isn't an escape.
    case invalidEscape
    /// A string contains an unescaped control character.
    case controlCharacter
    /// The bytes aren't UTF-8.
    case invalidUTF8
    /// The text starts with a byte order mark.
    case byteOrderMark
    /// Arrays and objects are nested more deeply than the limit.
    case tooDeep
    /// The text has more bytes than the limit.
    case tooLarge
  }

  /// The kind of fault.
  public let code: Code
  /// The location as a line and a column.
  public let location: SourceLocation
  /// The location as a byte offset.
  public let offset: Int
  /// The text that was found, such as `'}'` or `the end of the text`.
  public let found: String
  /// The text that was expected, such as `a value`.
  public let expected: String
  /// A sentence that names the fault and the expected text, without the location.
  public let message: String
  /// The line, truncated around the location, with a caret line below it.
  public let excerpt: String

  init(_ fault: SyntaxFault, bytes: [UInt8], file: String) {
    let found = fault.found ?? Self.describe(bytes, at: fault.offset)
    let fault = fault.namingConflict(in: bytes) ?? fault.namingQuote(in: bytes)
    let position = LineTable.position(of: fault.offset, in: bytes)
    code = fault.code
    location = SourceLocation(file: file, line: position.line, column: position.column)
    offset = fault.offset
    self.found = found
    expected = fault.expected
    message = fault.message ?? "Expected \(expected), found \(found)."
    excerpt = SourceExcerpt(bytes: bytes, offset: fault.offset).text
  }

  /// The error in the form `file:line:column: message`, followed by the excerpt.
  public var description: String { "\(location): \(message)\n\(excerpt)" }

  private static func describe(_ bytes: [UInt8], at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    switch byte {
    case 0x0A: return "a line break"
    case 0x00..<0x20, 0x7F: return "the control character U+\(hex(UInt32(byte), width: 4))"
    case 0x20..<0x7F: return "'\(Character(Unicode.Scalar(byte)))'"
    default: break
    }
    var decoder = UTF8()
    var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) {
      return "'\(Character(scalar))' (U+\(hex(scalar.value, width: 4)))"
    }
    return "the byte 0x\(hex(UInt32(byte), width: 2))"
  }

  private static func hex(_ value: UInt32, width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// The error that the parser throws internally: a fault at an offset. Lines and messages are computed from it later.
struct SyntaxFault: Error {
  var code: JSONSyntaxError.Code
  var offset: Int
  var expected: String
  /// Words that replace the description of the byte at `offset`.
  var found: String?
  /// A sentence that replaces the usual one.
  var message: String?
  /// A Boolean value that indicates whether the text ends inside a string.
  let isInString: Bool

  init(
    _ code: JSONSyntaxError.Code, at offset: Int, expected: String, found: String? = nil, message: String? = nil,
    isInString: Bool = false
  ) {
    self.code = code
    self.offset = offset
    self.expected = expected
    self.found = found
    self.message = message
    self.isInString = isInString
  }
}
