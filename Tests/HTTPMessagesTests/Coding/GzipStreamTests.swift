import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Gzip data that arrives in pieces, which must decompress to the same content as in one piece.
@Suite struct GzipStreamTests {
  /// Decompresses bytes that arrive in pieces of a given size.
  private static func unpacked(_ bytes: [UInt8], by size: Int) throws -> [UInt8] {
    var stream = GzipStream()
    var output: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      stream.feed(rest.prefix(size))
      rest = rest.dropFirst(size)
      while try stream.unpack(into: &output, isWhole: false) {}
    }
    while try stream.unpack(into: &output, isWhole: true) {}
    return output
  }

  /// Returns a text for which zlib uses blocks of every kind. It consists of random bytes, runs, and lines that repeat
  /// at short and long distances.
  private static func text(_ count: Int) -> [UInt8] {
    var numbers = RandomNumbers(seed: UInt64(count))
    var text: [UInt8] = []
    while text.count < count {
      switch numbers.next() % 5 {
      case 0: text += (0..<Int(numbers.next() % 3000)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      case 1: text += [UInt8](repeating: UInt8(truncatingIfNeeded: numbers.next()), count: Int(numbers.next() % 900))
      case 2 where text.count > 40_000:
        let start = text.count - 1 - Int(numbers.next() % 33_000)
        text += text[start..<min(text.count, start + Int(numbers.next() % 700))]
      default: text += Array("{\"id\":\(numbers.next() % 100_000),\"name\":\"Dock \(numbers.next() % 50)\"}\n".utf8)
      }
    }
    return text
  }

  /// Returns a text that the system's gzip compressed.
  private static func packed(_ text: [UInt8], level: Int = 6) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path
    try Data(text).write(to: URL(fileURLWithPath: path + "/named"))
    try await offPool { try Gzip.pack("\(path)/named", to: "\(path)/a.gz", level: level) }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/a.gz")))
  }

  @Test(arguments: [(0, 6), (1, 6), (300, 9), (70_000, 1), (200_000, 1), (200_000, 6), (400_000, 9)])
  func `what the system packs comes back, however it comes`(count: Int, level: Int) async throws {
    let text = Self.text(count)
    let packed = try await Self.packed(text, level: level)
    // Without optimization, decompression is slow, and other tests have deadlines.
    let wrong = try await offPool {
      try [1, 7, 1000, 65_536, max(1, packed.count)].filter { $0 > 7 || packed.count < 5000 }
        .filter { try Self.unpacked(packed, by: $0) != text }
    }
    #expect(wrong.isEmpty, "in pieces of these sizes")
    let twice = try await offPool { try Self.unpacked(packed + packed + [0, 0], by: 4096) }
    #expect(twice == text + text, "one member after the other")
    let whole = try await offPool { try ContentCoding.decoded(packed, codings: ["gzip"], limit: text.count) ?? [] }
    #expect(whole == text)
  }

  @Test func `pieces end anywhere`() async throws {
    let text = Self.text(400)
    let packed = try await Self.packed(text)
    let wrong = try await offPool {
      try (0...packed.count).filter { offset in
        var stream = GzipStream()
        var output: [UInt8] = []
        stream.feed(packed[..<offset])
        while try stream.unpack(into: &output, isWhole: false) {}
        stream.feed(packed[offset...])
        while try stream.unpack(into: &output, isWhole: true) {}
        return output != text
      }
    }
    #expect(wrong.isEmpty, "cut at these places")
    #expect(packed.count > 100)
    let passed = try await offPool {
      (0..<packed.count).filter { (try? Self.unpacked(Array(packed[..<$0]), by: 100)) != nil && $0 > 0 }
    }
    #expect(passed.isEmpty, "half of it passes for the whole")
  }
}
