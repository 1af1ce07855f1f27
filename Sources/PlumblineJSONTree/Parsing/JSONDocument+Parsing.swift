extension JSONDocument {
  /// Parses JSON text. `file` is only used in locations and errors.
  public static func parse(
    _ bytes: [UInt8], file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    let byteLimit = min(limits.bytes, 256 << 20)
    do throws(SyntaxFault) {
      guard bytes.count <= byteLimit else {
        throw SyntaxFault(
          .tooLarge, at: 0, expected: "at most \(byteLimit) bytes", found: "\(bytes.count) bytes",
          message: "The text has \(bytes.count) bytes, which exceeds the limit of \(byteLimit).")
      }
      return try parsed(bytes, file: file, depthLimit: limits.depth, nil)
    } catch {
      throw JSONSyntaxError(error, bytes: bytes, file: file)
    }
  }

  /// Parses JSON text. `file` is only used in locations and errors.
  public static func parse(
    _ text: String, file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    try parse(Array(text.utf8), file: file, limits: limits)
  }

  /// Parses JSON text that was generated from other sources, so that its values have the locations of the originals.
  package static func parse(
    _ bytes: [UInt8], file: String, provenance: any Provenance, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    do throws(SyntaxFault) {
      return try parsed(bytes, file: file, depthLimit: limits.depth, provenance)
    } catch {
      throw JSONSyntaxError(error, bytes: bytes, file: file)
    }
  }

  private static func parsed(
    _ bytes: [UInt8], file: String, depthLimit: Int, _ provenance: (any Provenance)?
  ) throws(SyntaxFault) -> JSONDocument {
    var fault: SyntaxFault?
    var finder = DuplicateFinder()
    let nodes = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(SourceBytes(buffer), depthLimit: depthLimit)
      do throws(SyntaxFault) { try parser.parse() } catch { fault = error }
      let (tape, found) = parser.finish()
      finder = found
      return TapeMemory(tape)
    }
    let document = JSONDocument(
      file: file, bytes: bytes, nodes: nodes,
      duplicates: finder.found.count > 1 ? finder.found.sorted { $0.repeat < $1.repeat } : finder.found,
      keyComparisons: finder.comparisons, provenance: provenance)
    if let fault { throw fault }
    return document
  }
}

/// The limits on the nesting depth and length of JSON text.
public struct JSONLimits: Sendable {
  /// The maximum nesting depth of arrays and objects.
  public var depth: Int
  /// The maximum number of bytes. Values over 256 MiB count as 256 MiB, the maximum that the tape's counts support.
  public var bytes: Int

  /// Creates limits. The defaults are 512 levels and 256 MiB.
  public init(depth: Int = 512, bytes: Int = 256 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
