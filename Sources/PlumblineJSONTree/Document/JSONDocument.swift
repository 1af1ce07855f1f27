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
  /// The nodes, laid out as `Tape` explains.
  @usableFromInline let nodes: TapeMemory
  /// Repeated keys, in source order of the repeats.
  let duplicates: [DuplicateKey]
  /// The pairs of keys whose bytes the parse compared in its search for repeats: the work that colliding keys can
  /// cause.
  package let keyComparisons: Int
  /// What is made when somebody first asks for it.
  let tables = Mutex(LazyTables())

  private init(file: String, bytes: [UInt8], depthLimit: Int) throws(SyntaxFault) {
    self.file = file
    self.bytes = bytes
    var fault: SyntaxFault?
    var finder = DuplicateFinder()
    nodes = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(SourceBytes(buffer), depthLimit: depthLimit)
      do throws(SyntaxFault) { try parser.parse() } catch { fault = error }
      let (tape, found) = parser.finish()
      finder = found
      return TapeMemory(tape)
    }
    duplicates = finder.found.count > 1 ? finder.found.sorted { $0.repeat < $1.repeat } : finder.found
    keyComparisons = finder.comparisons
    if let fault { throw fault }
  }

  deinit { nodes.free() }

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

  /// The nodes by index.
  @inlinable package var tape: Tape { Tape(document: self) }

  /// Calls a body with the fastest way to read this document, which must not outlive the call.
  @inlinable @inline(__always)
  package func withReader<T>(_ body: (TapeReader) -> T) -> T {
    bytes.withUnsafeBufferPointer { bytes in
      body(TapeReader(nodes: nodes.base, nodeCount: nodes.count, bytes, document: .passUnretained(self)))
    }
  }
}
