/// A decoder for a body that arrives in pieces. It returns content as soon as it can be decoded.
///
/// If the server flushes its stream after an event, the piece that ends there yields the complete event:
///
///     var unpacker = ContentUnpacker(codings: ["gzip"])
///     try unpacker?.unpack(piece)  // data: {"n":1} and the empty line
package struct ContentUnpacker: Sendable {
  private var gzip: GzipStream?
  private var inflater: Inflater?
  /// The first bytes of the coding `deflate`. They may be a zlib header.
  private var beginning: [UInt8] = []
  private var hasBegun = false
  /// The number of returned bytes that ``Inflater/run(isWhole:)`` will return again.
  private var given = 0
  /// The numbers of bytes received and decoded ahead, to limit repeated work. Bytes that are decoded ahead are
  /// processed again with the next piece, so a peer that sends single bytes with a large expansion could otherwise
  /// cause the same work over and over.
  private var (received, ahead) = (0, 0)
  private static let aheadRoom = 1 << 20
  private static let mostAheadForByte = 1024

  /// Returns a Boolean value that indicates whether a body has exactly one coding and it is supported.
  ///
  /// - Parameter codings: The values of the `Content-Encoding` fields.
  package static func canUnpack(_ codings: [String]) -> Bool {
    let names = ContentCoding.names(in: codings)
    return names.count == 1 && ["gzip", "x-gzip", "deflate"].contains(names[0])
  }

  /// Creates an unpacker, or returns `nil` for a body with no coding, with several, or with an unsupported one.
  ///
  /// - Parameter codings: The values of the `Content-Encoding` fields.
  package init?(codings: [String]) {
    guard Self.canUnpack(codings) else { return nil }
    if ContentCoding.names(in: codings) != ["deflate"] { gzip = GzipStream() }
  }

  /// Returns the additional content that a piece yields.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether this is the end of the body.
  package mutating func unpack(
    _ piece: [UInt8], isWhole: Bool = false
  ) throws(ContentCoding.Failure) -> [UInt8] {
    hasBegun = hasBegun || !piece.isEmpty
    guard hasBegun else { return [] }
    var output: [UInt8] = []
    if gzip != nil {
      gzip?.feed(piece)
      while try gzip?.unpack(into: &output, isWhole: isWhole) == true {}
    } else {
      try inflate(piece, isWhole: isWhole, into: &output)
    }
    let certain = output.count
    received += piece.count
    if !isWhole, ahead <= Self.aheadRoom + Self.mostAheadForByte * received {
      let found = gzip?.ahead() ?? inflater?.ahead() ?? []
      ahead += found.count
      output += found
    }
    let news = Array(output.dropFirst(given))
    given = max(given, output.count) - certain
    return news
  }

  private mutating func inflate(
    _ piece: [UInt8], isWhole: Bool, into output: inout [UInt8]
  ) throws(ContentCoding.Failure) {
    var inflater: Inflater
    if let begun = self.inflater {
      inflater = begun
      self.inflater = nil
      inflater.feed(piece)
    } else {
      beginning += piece
      guard beginning.count > 2 || isWhole else { return }
      inflater = Inflater()
      inflater.feed(ContentCoding.isWrapped(beginning) ? beginning[2...] : beginning[...])
      beginning = []
    }
    var stop = Inflater.Stop.full
    while stop == .full {
      stop = try inflater.run(isWhole: isWhole)
      inflater.take { output.append(contentsOf: $0) }
    }
    self.inflater = inflater
  }
}
