/// Takes content codings off a body (RFC 9110, section 8.4.1): gzip and deflate, bounded.
package enum ContentCoding {
  /// Why a body can't be had as it is meant.
  package enum Failure: Error, Sendable, Hashable {
    /// It grows past the limit.
    case tooLarge
    /// The coding isn't kept to, and how: "ends early".
    case malformed(String)
    /// A coding that isn't known here, though clients know it, and by which a few bytes can become very many.
    case unknown(String)
  }

  /// More than these one after the other are nobody's but an attacker's.
  private static let most = 5

  /// The body without its codings; `nil` where it has none that a client would take off.
  ///
  /// - Parameters:
  ///   - codings: the values of the Content-Encoding fields.
  ///   - limit: how many bytes may come of it, at every step.
  package static func decoded(_ body: [UInt8], codings: [String], limit: Int) throws(Failure) -> [UInt8]? {
    // As to HEAD, or with 304: the coding of what isn't there.
    guard !body.isEmpty else { return nil }
    var names = codings.flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    names.removeAll { $0.isEmpty || $0 == "identity" }
    if let unknown = names.first(where: { ["br", "zstd", "dcb", "dcz"].contains($0) }) { throw .unknown(unknown) }
    guard !names.isEmpty, names.allSatisfy({ ["gzip", "x-gzip", "deflate"].contains($0) }) else {
      return nil
    }
    guard names.count <= most else { throw .malformed("is packed \(names.count) times") }
    var body = body
    do throws(Inflater.Failure) {
      for name in names.reversed() {
        body = name == "deflate" ? try inflated(body, limit) : try unzipped(body, limit)
      }
    } catch {
      switch error {
      case .tooLarge: throw .tooLarge
      case .malformed(let how): throw .malformed(how)
      }
    }
    return body
  }

  /// One gzip member after the other (RFC 1952).
  private static func unzipped(_ bytes: [UInt8], _ limit: Int) throws(Inflater.Failure) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    repeat {
      rest = try afterHead(rest)
      let start = output.count
      let end = try Inflater.inflate(rest, into: &output, limit: limit)
      rest = rest[end...]
      guard rest.count >= 8 else { throw .malformed("ends early") }
      let told = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard told == UInt64(truncatingIfNeeded: output.count - start) << 32 | UInt64(checksum(output[start...])) else {
        throw .malformed("is damaged: its checksum says so")
      }
      rest = rest.dropFirst(8)
      // Whatever else comes after a member is filling, as gzip itself takes it.
    } while rest.starts(with: [0x1F, 0x8B])
    return output
  }

  /// What comes after the head of a gzip member.
  private static func afterHead(_ bytes: ArraySlice<UInt8>) throws(Inflater.Failure) -> ArraySlice<UInt8> {
    guard bytes.starts(with: [0x1F, 0x8B, 8]) else { throw .malformed("doesn't begin as gzip does") }
    guard bytes.count >= 10 else { throw .malformed("ends early") }
    let flags = bytes[bytes.startIndex + 3]
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      guard let low = rest.first, let high = rest.dropFirst().first else { throw .malformed("ends early") }
      rest = rest.dropFirst(2 + Int(low) + Int(high) << 8)
    }
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      guard let end = rest.firstIndex(of: 0) else { throw .malformed("ends early") }
      rest = rest[(end + 1)...]
    }
    return flags & 2 == 0 ? rest : rest.dropFirst(2)
  }

  /// The coding `deflate`: in zlib's wrapping (RFC 1950), or bare, as some servers send it.
  private static func inflated(_ bytes: [UInt8], _ limit: Int) throws(Inflater.Failure) -> [UInt8] {
    var output: [UInt8] = []
    let isWrapped = bytes.count > 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    _ = try Inflater.inflate(isWrapped ? bytes[2...] : bytes[...], into: &output, limit: limit)
    return output
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  /// CRC-32, as gzip has it.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
