/// Takes a content coding off a body that comes in pieces, as soon as the pieces say what they hold.
///
/// A piece in which a server has flushed an event is that event:
///
///     var unpacker = ContentUnpacker(codings: ["gzip"])
///     try unpacker?.unpack(piece)  // data: {"n":1} and the empty line
package struct ContentUnpacker: Sendable {
  private var gzip: GzipStream?
  private var inflater: Inflater?
  /// The first bytes of the coding `deflate`, which may or may not be zlib's head.
  private var beginning: [UInt8] = []
  private var hasBegun = false
  /// The number of bytes that were given and that ``Inflater/run(isWhole:)`` will give again.
  private var given = 0
  /// The number of bytes that came, and of those that were unpacked ahead: both are looked at again with the next piece, so a
  /// peer that sends single bytes that unpack to much could have the same work done over and over.
  private var (received, ahead) = (0, 0)
  private static let aheadRoom = 1 << 20
  private static let mostAheadForByte = 1024

  /// Returns a Boolean value that indicates whether a body is in one coding that is known here.
  ///
  /// - Parameter codings: the values of the Content-Encoding fields.
  package static func canUnpack(_ codings: [String]) -> Bool {
    let names = ContentCoding.names(in: codings)
    return names.count == 1 && ["gzip", "x-gzip", "deflate"].contains(names[0])
  }

  /// - Parameter codings: the values of the Content-Encoding fields.
  /// - Returns: `nil` for a body in no coding, in several, or in one that isn't known here.
  package init?(codings: [String]) {
    guard Self.canUnpack(codings) else { return nil }
    if ContentCoding.names(in: codings) != ["deflate"] { gzip = GzipStream() }
  }

  /// Returns what more is known of the body now that a piece has come.
  ///
  /// - Parameter isWhole: whether no more bytes come.
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
