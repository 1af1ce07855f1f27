import Synchronization

/// A parsed JSON text: immutable, shared by all cursors into it.
///
///     let document = try JSONDocument.parse(bytes, file: "ticket.json")
///     document.root["id"]?.int
///
/// See RFC 8259. The text must be UTF-8 without a byte order mark, hold one value and keep within its limits.
public final class JSONDocument: Sendable {
  /// The name that places in this document carry; empty where the text came from no file.
  public let file: String
  /// The text.
  public let bytes: [UInt8]
  /// The nodes, as `JSONParser` lays them out.
  package let tape: [TapeNode]
  /// Repeated keys, in source order of the repeats.
  let duplicates: [DuplicateKey]
  /// Made when somebody first asks for a line.
  private let lines = Mutex<LineTable?>(nil)

  private init(file: String, bytes: [UInt8], depthLimit: Int) throws(SyntaxFault) {
    var parser = JSONParser(depthLimit: depthLimit)
    try parser.parse(bytes.span)
    self.file = file
    self.bytes = bytes
    tape = parser.nodes
    duplicates = parser.duplicates.sorted { $0.repeat < $1.repeat }
  }

  /// Parses a text. `file` only names it in places and errors.
  public static func parse(
    _ bytes: [UInt8], file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    let byteLimit = min(limits.bytes, 256 << 20)
    do throws(SyntaxFault) {
      guard bytes.count <= byteLimit else {
        throw SyntaxFault(
          .tooLarge, at: 0, expected: "at most \(byteLimit) bytes", found: "\(bytes.count) bytes",
          message: "The text has \(bytes.count) bytes, more than the limit of \(byteLimit).")
      }
      return try JSONDocument(file: file, bytes: bytes, depthLimit: limits.depth)
    } catch {
      throw JSONSyntaxError(error, bytes: bytes, file: file)
    }
  }

  /// Parses a text. `file` only names it in places and errors.
  public static func parse(
    _ text: String, file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    try parse(Array(text.utf8), file: file, limits: limits)
  }

  /// The whole value.
  public var root: JSON { JSON(self, 0) }

  /// The place of a byte offset.
  package func location(ofOffset offset: Int) -> SourceLocation {
    let table = lines.withLock { lines in
      if let lines { return lines }
      let made = LineTable(bytes)
      lines = made
      return made
    }
    let position = table.position(of: offset, in: bytes)
    return SourceLocation(file: file, line: position.line, column: position.column)
  }
}
