import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Bodies that zlib compressed, and invalid ones.
@Suite struct ContentCodingTests {
  /// A block that zlib compressed at its highest level, so it has dynamic codes.
  private static let dynamic = bytes(
    """
    H4sIAAAAAAACA32Wu0pDQRRFf0WmTjHnNY/U/kjQIEFNhEQsgv+uWITMxrPbyy4WLO46cy2H57Ktm3Lcve/Ltjyenl4fatmU82V3+Tz/fjl9\
    7I/l++H6N5R1OGXeT5/eTuf9822s63jYuB9/7Q6Xw/HltrZ13aOnFL5OW2+EItZxzGAUDdbiKUVfp25GKMY6tlBGMde1dsmNgDuZlWAICJQ6\
    GYeAQh05B/ib3hkHKBytUQ6Q2EfkIKCwV2cgYLGpURDwGK45CFj0JuxnAY82KgNREKlzpiCKFmUwEBAp1ikImIyWc4DF2YNxgMcxnXKAyCGW\
    g4DFbspAwGMLoR0DkdHznBpY9MF6auDRKw8qiDTNi2pgUZ0l1UCkNNpUQ5N5Uw0ssqQaWJxKm2oTKfKoOjjsjUXVBe8RjaorXqS8qm54j1hV\
    3fEk0ap64FHKq+oNTxKrqnc8SrSqDiZF8qo6aDQW1QCPM2hUQ/Aq5VENxZPEohr4uqk0qoEvHM2rGvjAcVbVaHiUaFUD/8eRVzXwjVNZVQPf\
    OPp/VX8A1h5TjKEKAAA=
    """)
  private static let fixed = bytes("H4sIAAAAAAACA8tIzcnJV8hAkACAiPnlEQAAAA==")
  private static let stored = bytes("H4sIAAAAAAAEAwEGAPn/c3RvcmVkC/lDVgYAAAA=")
  private static let wrapped = bytes("eJzLSM3JyVfIQJAAOi4GfQ==")
  private static let bare = bytes("y0jNyclXyECQAA==")
  /// A body whose gzip header contains the name of the file.
  private static let named = bytes("H4sICAAAAAAC/25hbWUuanNvbgDLS8xNTQEAh8zgcQUAAAA=")

  /// The decompressed content of ``dynamic``.
  private static let text = (0..<60).map { index in
    #"{"id":\#(index),"name":"Dock \#(index * 7919 % 1000)","status":"\#(["open", "closed", "waiting"][index * 31 % 3])"}"#
  }.joined(separator: " ")

  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }

  private func decoded(_ bytes: [UInt8], _ codings: String..., limit: Int = 1 << 20) throws -> String? {
    try ContentCoding.decoded(bytes, codings: codings, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `what zlib packs is unpacked, whatever its blocks are`() throws {
    #expect(try decoded(Self.dynamic, "gzip") == Self.text)
    #expect(try decoded(Self.fixed, "GZip") == "hello hello hello")
    #expect(try decoded(Self.stored, "x-gzip") == "stored")
    #expect(try decoded(Self.named, "gzip") == "named")
    #expect(try decoded(Self.wrapped, "deflate") == "hello hello hello")
    #expect(try decoded(Self.bare, "deflate") == "hello hello hello")
    #expect(try decoded(Self.fixed + Self.stored, "gzip") == "hello hello hellostored")
    #expect(try decoded(Self.stored + [0, 0, 0], "gzip") == "stored", "filling after the end is nobody's")
  }

  @Test func `codings are taken off in the order in which they came on, and others are left alone`() throws {
    #expect(try decoded(Self.stored, "identity, gzip", "identity") == "stored")
    for codings in ["", "identity", "utf-8", "aws-chunked"] { #expect(try decoded(Self.stored, codings) == nil) }
    for coding in ["gzip", "br", "zstd"] { #expect(try decoded([], coding) == nil, "an answer to HEAD") }
    #expect(throws: ContentCoding.Failure.unknown("br")) { try decoded(Self.stored, "br") }
    #expect(throws: ContentCoding.Failure.unknown("zstd")) { try decoded(Self.stored, "gzip, ZSTD") }
    #expect(throws: ContentCoding.Failure.malformed("is packed 6 times")) {
      try decoded(Self.stored, "gzip, gzip, gzip", "gzip, gzip, gzip")
    }
  }

  @Test func `a stream of next to nothing but block heads is given up`() throws {
    #expect(try decoded(GzipBomb.emptyBlocks(500), "deflate") == "")
    #expect(throws: ContentCoding.Failure.malformed("contains too many nearly empty blocks")) {
      try decoded(GzipBomb.emptyBlocks(50_000), "deflate")
    }
  }

  @Test func `nothing grows past the limit, and what fits exactly is had`() throws {
    let bomb = GzipBomb.bytes(unpackingTo: 1_000_000)
    #expect(bomb.count < 10_000)
    let size = try #require(try decoded(bomb, "gzip")).utf8.count
    #expect(size >= 1_000_000)
    #expect(try decoded(bomb, "gzip", limit: size) != nil)
    #expect(throws: ContentCoding.Failure.tooLarge) { try decoded(bomb, "gzip", limit: size - 1) }
    #expect(throws: ContentCoding.Failure.tooLarge) { try decoded(bomb + bomb, "gzip", limit: size) }
    #expect(throws: ContentCoding.Failure.tooLarge) { try decoded(Self.stored, "gzip", limit: 5) }
    #expect(throws: ContentCoding.Failure.tooLarge) {
      try decoded(Self.dynamic, "gzip", limit: Self.text.utf8.count - 1)
    }
  }

  @Test func `half a body is reported as one, wherever it ends`() {
    for whole in [Self.dynamic, Self.fixed, Self.stored, Self.named] {
      for count in 1..<whole.count {
        #expect(throws: ContentCoding.Failure.self, "\(count) of \(whole.count)") {
          try decoded(Array(whole[..<count]), "gzip")
        }
      }
    }
  }

  @Test func `a flipped bit never passes for the body`() {
    for whole in [Self.dynamic, Self.fixed, Self.stored] {
      let good = try? decoded(whole, "gzip")
      // The time and the operating system in the header don't matter.
      for index in 10..<whole.count {
        for bit in 0..<8 {
          var broken = whole
          broken[index] ^= 1 << bit
          let came = try? decoded(broken, "gzip")
          #expect(came == nil || came == good, "bit \(bit) of byte \(index)")
        }
      }
    }
  }

  @Test func `random bytes crash nothing`() {
    var numbers = RandomNumbers(seed: 7)
    for _ in 0..<20_000 {
      let bytes = (0..<Int(numbers.next() % 60)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      _ = try? decoded(bytes, "deflate", limit: 4096)
      _ = try? decoded([0x1F, 0x8B, 8] + bytes, "gzip", limit: 4096)
    }
  }
}
