import PlumblineHTTPMessages
import Testing

/// The size limit of a chunked body. Its last byte must be accepted, but no byte more, however the body is divided into
/// chunks and reads.
@Suite struct ChunkedBodyLimitTests {
  private static let limit = 17
  private static let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static var limits: HTTPLimits {
    var limits = HTTPLimits()
    limits.body = limit
    return limits
  }

  /// Returns bodies of `count` bytes in one chunk, in two chunks, and in chunks of one byte.
  private static func requests(_ count: Int) -> [(body: [UInt8], bytes: [UInt8])] {
    let body = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
    let cuts = [[count], [1, count - 1], [count - 1, 1], Array(repeating: 1, count: count)]
    return cuts.map { sizes in
      var rest = body[...]
      var bytes = Array(head.utf8)
      for size in sizes {
        bytes += Array("\(String(size, radix: 16))\r\n".utf8) + rest.prefix(size) + Array("\r\n".utf8)
        rest = rest.dropFirst(size)
      }
      return (body, bytes + Array("0\r\n\r\n".utf8))
    }
  }

  /// Returns the input as one read, as two reads split at every place, and byte by byte.
  private static func reads(_ bytes: [UInt8]) -> [[[UInt8]]] {
    [[bytes], bytes.map { [$0] }] + (1..<bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  }

  @Test func `a body of exactly the limit is taken, wherever the reads end`() {
    for (body, bytes) in Self.requests(Self.limit) {
      for pieces in Self.reads(bytes) {
        let outcome = Outcome(parsing: pieces, limits: Self.limits)
        #expect(outcome.refusal == nil, "cut at \(pieces[0].count) of \(String(decoding: bytes, as: UTF8.self))")
        #expect(outcome.incoming.map(\.request.body.bytes) == [body])
      }
    }
  }

  @Test func `a body of one byte more is refused, wherever the reads end`() {
    for (_, bytes) in Self.requests(Self.limit + 1) {
      for pieces in Self.reads(bytes) {
        let outcome = Outcome(parsing: pieces, limits: Self.limits)
        #expect(outcome.status == 413, "cut at \(pieces[0].count) of \(String(decoding: bytes, as: UTF8.self))")
        #expect(outcome.incoming.isEmpty)
      }
    }
  }

  @Test func `the size of a chunk that is too large is enough to refuse it`() {
    let text = Self.head + "1\r\na\r\n11\r\n"
    #expect(Outcome(String(text.dropLast(1)), limits: Self.limits).refusal == nil)
    #expect(Outcome(text, limits: Self.limits).status == 413)
  }

  @Test func `the limit holds for each body of a connection anew`() {
    let bytes = Self.requests(Self.limit).flatMap(\.bytes)
    #expect(Outcome(parsing: [bytes], limits: Self.limits).incoming.count == 4)
    #expect(Outcome(parsing: bytes.map { [$0] }, limits: Self.limits).incoming.count == 4)
  }
}
