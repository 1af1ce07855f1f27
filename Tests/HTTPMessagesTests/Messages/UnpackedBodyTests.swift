import PlumblineHTTPMessages
import Synchronization
import Testing

/// Compressed streams, which are decompressed as they arrive. The bytes that a server has flushed must be available
/// immediately.
@Suite struct UnpackedBodyTests {
  /// Two events, each flushed as zlib does with Z_SYNC_FLUSH, and the end of the stream.
  private static let events = ["data: {\"n\":1}\n\n", "data: {\"n\":2}\n\n"]
  private static let packed: [String: [String]] = [
    "gzip": [
      "1f8b08000000000000034a492c49b452a856ca53b232ace5e202000000ffff", "4a41708d805c00000000ffff",
      "030076faef991e000000",
    ],
    "deflate": ["789c4a492c49b452a856ca53b232ace5e202000000ffff", "4a41708d805c00000000ffff", "030089dd083c"],
    // Raw deflate data, without the zlib wrapper.
    "Deflate": ["4a492c49b452a856ca53b232ace5e202000000ffff", "4a41708d805c00000000ffff", "0300"],
  ]

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
  }

  private static func pieces(_ coding: String) -> [[UInt8]] { (packed[coding] ?? []).map(bytes) }

  /// A body that a test fills, and the results of reading it as text.
  private final class Reader: Sendable {
    let pipe = BodyPipe(length: nil, resume: {})
    private let body: UnpackedBody
    private let seen = Mutex<[String]>([])

    init(_ coding: String) throws {
      body = UnpackedBody(pipe, try #require(ContentUnpacker(codings: [coding]))) { failure in
        TransportFailure(kind: .malformedResponse, message: "\(failure)")
      }
    }

    func read() {
      body.next { [self] chunk in
        switch chunk {
        case .bytes(let bytes):
          seen.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
          read()
        case .end: seen.withLock { $0.append("end") }
        case .failed(let failure): seen.withLock { $0.append("\(failure.kind)") }
        }
      }
    }

    var words: [String] { seen.withLock { $0 } }
    var text: String { words.joined() }
  }

  @Test(arguments: ["gzip", "deflate", "Deflate"]) func `an event is there as soon as it is flushed`(coding: String)
    throws
  {
    let pieces = Self.pieces(coding)
    let reader = try Reader(coding)
    reader.read()
    #expect(reader.words.isEmpty)
    reader.pipe.push(pieces[0])
    #expect(reader.words == [Self.events[0]])
    reader.pipe.push(pieces[1])
    #expect(reader.words == Self.events)
    reader.pipe.push(pieces[2])
    reader.pipe.finish(.end(trailers: [:]))
    #expect(reader.words == Self.events + ["end"])
  }

  @Test(arguments: ["gzip", "deflate", "Deflate"]) func `pieces may be cut anywhere`(coding: String) throws {
    let reader = try Reader(coding)
    reader.read()
    for byte in Self.pieces(coding).joined() { reader.pipe.push([byte]) }
    #expect(reader.text == Self.events.joined())
    reader.pipe.finish(.end(trailers: [:]))
    #expect(reader.text == Self.events.joined() + "end")
  }

  @Test func `a stream that is cut has given what came, and has failed`() throws {
    let reader = try Reader("gzip")
    reader.read()
    reader.pipe.push(Self.pieces("gzip")[0])
    reader.pipe.finish(.end(trailers: [:]))
    #expect(reader.words == [Self.events[0], "malformedResponse"])
    let broken = try Reader("gzip")
    broken.read()
    broken.pipe.push(Self.pieces("gzip")[0])
    broken.pipe.finish(.failed(TransportFailure(kind: .connectionReset, message: "It hung up.")))
    #expect(broken.words == [Self.events[0], "connectionReset"])
  }

  @Test func `what isn't packed as it says is left, and fails once`() throws {
    let reader = try Reader("gzip")
    reader.read()
    reader.pipe.push(Array("data: 1\n\n".utf8))
    #expect(reader.words == ["malformedResponse"])
    #expect(reader.pipe.isCancelled)
  }

  @Test func `a body in no coding, in two, or in one that isn't known isn't unpacked so`() {
    for codings in [[], ["identity"], ["gzip, gzip"], ["deflate", "gzip"], ["br"]] {
      #expect(ContentUnpacker(codings: codings) == nil, "\(codings)")
    }
    #expect(ContentUnpacker(codings: ["identity, x-gzip"]) != nil)
  }
}
