/// A namespace for removing the content codings gzip and deflate from a body (RFC 9110 section 8.4.1), with limits on
/// the output.
package enum ContentCoding {
  /// The reason that a body can't be decoded.
  package enum Failure: Error, Sendable, Hashable {
    /// The decoded body exceeds the limit.
    case tooLarge
    /// The encoded data is malformed. The associated value is the reason, such as "is truncated".
    case malformed(String)
    /// The coding isn't supported here, but clients support it, and a few bytes can expand enormously.
    case unknown(String)
  }

  /// The maximum number of stacked codings. Only an attacker would send more.
  private static let most = 5

  /// Returns the body without its codings, or `nil` if it has none that a client would remove.
  ///
  /// - Parameters:
  ///   - codings: The values of the `Content-Encoding` fields.
  ///   - limit: The maximum size of the result of each step, in bytes.
  package static func decoded(_ body: [UInt8], codings: [String], limit: Int) throws(Failure) -> [UInt8]? {
    // In a response to HEAD or with the status 304, the coding describes an absent body.
    guard !body.isEmpty else { return nil }
    let names = names(in: codings)
    if let unknown = names.first(where: { ["br", "zstd", "dcb", "dcz"].contains($0) }) { throw .unknown(unknown) }
    guard !names.isEmpty, names.allSatisfy({ ["gzip", "x-gzip", "deflate"].contains($0) }) else {
      return nil
    }
    guard names.count <= most else { throw .malformed("is packed \(names.count) times") }
    var body = body
    for name in names.reversed() {
      body = name == "deflate" ? try inflated(body, limit) : try unzipped(body, limit)
    }
    return body
  }

  /// Returns the codings of a body in the order in which they were applied.
  ///
  /// - Parameter codings: The values of the `Content-Encoding` fields.
  static func names(in codings: [String]) -> [String] {
    let names = codings.flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    return names.filter { !$0.isEmpty && $0 != "identity" }
  }

  /// Returns a Boolean value that indicates whether a body in the coding `deflate` begins with a zlib header (RFC 1950
  /// section 2.2). Some servers send DEFLATE data without one.
  ///
  /// - Parameter bytes: The beginning of the body, at least two bytes.
  static func isWrapped(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }

  private static func unzipped(_ bytes: [UInt8], _ limit: Int) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    var stream = GzipStream()
    stream.feed(bytes)
    while try stream.unpack(into: &output, isWhole: true) {
      guard output.count <= limit else { throw .tooLarge }
    }
    return output
  }

  /// Decodes the coding `deflate`, with or without a zlib header (RFC 1950). Some servers omit the header.
  private static func inflated(_ bytes: [UInt8], _ limit: Int) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    var inflater = Inflater()
    inflater.feed(isWrapped(bytes) ? bytes[2...] : bytes[...])
    var isEnded = false
    while !isEnded {
      isEnded = try inflater.run(isWhole: true) == .ended
      inflater.take { output.append(contentsOf: $0) }
      guard output.count <= limit else { throw .tooLarge }
    }
    return output
  }
}
