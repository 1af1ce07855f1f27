import PlumblineJSONTree

/// The reason why a YAML text is rejected, with the place, the fault there, and its correction.
public struct YAMLSyntaxError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault, to distinguish faults in code.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text breaks the grammar of YAML 1.2.
    case malformed
    /// The bytes aren't UTF-8.
    case invalidUTF8
    /// The text is in an encoding of YAML other than UTF-8.
    case otherEncoding
    /// The text contains a character that must be escaped.
    case controlCharacter
    /// A mapping has the same key twice.
    case duplicateKey
    /// No anchor of that name precedes an alias.
    case unknownAlias
    /// An alias is inside the value that it refers to.
    case recursiveAlias
    /// A value doesn't match its tag.
    case contradictedTag
    /// A tag isn't in the core schema.
    case unknownTag
    /// The text declares a version other than 1.x.
    case otherVersion
    /// The text holds more than one document.
    case severalDocuments
    /// A key is a list or a mapping.
    case complexKey
    /// A key has no text.
    case emptyKey
    /// A number is an infinity or not a number.
    case notFinite
    /// Collections nest deeper than the limit.
    case tooDeep
    /// The text, or its expansion by aliases, exceeds the limit.
    case tooLarge

    /// A Boolean value that indicates whether a string rejected for this reason may be valid YAML outside this subset.
    public var isOutsideSubset: Bool {
      switch self {
      case .malformed, .invalidUTF8, .controlCharacter, .duplicateKey, .unknownAlias, .contradictedTag: false
      case .otherEncoding, .recursiveAlias, .unknownTag, .otherVersion, .severalDocuments, .complexKey, .emptyKey,
        .notFinite, .tooDeep, .tooLarge:
        true
      }
    }
  }

  /// The kind of fault.
  public let code: Code
  /// The place as line and column.
  public let location: SourceLocation
  /// The place as a byte offset.
  public let offset: Int
  /// A sentence that names the fault and its correction, without the place.
  public let message: String
  /// The line, truncated around the place, with a caret line below it.
  public let excerpt: String

  init(_ fault: YAMLFault, bytes: [UInt8], file: String) {
    let position = LineTable.position(of: fault.offset, in: bytes)
    code = fault.code
    location = SourceLocation(file: file, line: position.line, column: position.column)
    offset = fault.offset
    message = fault.message
    excerpt = SourceExcerpt(bytes: bytes, offset: fault.offset).text
  }

  /// The error as `file:line:column: message`, followed by the excerpt.
  public var description: String { "\(location): \(message)\n\(excerpt)" }
}
