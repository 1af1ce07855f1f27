import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Gzip that comes in pieces unpacks to what it unpacks to at once.
@Suite struct GzipStreamTests {
  /// Unpacks bytes that come in pieces of a size.
  private func unpacked(_ bytes: [UInt8], by size: Int) throws -> [UInt8] {
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

  /// Texts that make zlib choose blocks of every kind: random bytes, runs, and lines that repeat from far and near.
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

  @Test(arguments: [(0, 6), (1, 6), (300, 9), (70_000, 1), (300_000, 1), (300_000, 6), (2_000_000, 9)])
  func `what the system packs comes back, however it comes`(count: Int, level: Int) async throws {
    let folder = try TemporaryFolder()
    let text = Self.text(count)
    try Data(text).write(to: URL(fileURLWithPath: folder.path + "/a"))
    let path = folder.path
    try await offPool { try Gzip.pack("\(path)/a", to: "\(path)/a.gz", level: level) }
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/a.gz")))
    for size in [1, 7, 1000, 65_536, max(1, packed.count)] where size > 1 || packed.count < 100_000 {
      #expect(try unpacked(packed, by: size) == text, "in pieces of \(size)")
    }
    #expect(try unpacked(packed + packed + [0, 0], by: 4096) == text + text, "one member after the other")
    #expect(try ContentCoding.decoded(packed, codings: ["gzip"], limit: text.count) ?? [] == text)
  }

  @Test func `pieces end anywhere`() async throws {
    let folder = try TemporaryFolder()
    let text = Self.text(1500)
    try Data(text).write(to: URL(fileURLWithPath: folder.path + "/named"))
    let path = folder.path
    try await offPool { try Gzip.pack("\(path)/named", to: "\(path)/a.gz") }
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/a.gz")))
    for offset in 0...packed.count {
      var stream = GzipStream()
      var output: [UInt8] = []
      stream.feed(packed[..<offset])
      while try stream.unpack(into: &output, isWhole: false) {}
      stream.feed(packed[offset...])
      while try stream.unpack(into: &output, isWhole: true) {}
      #expect(output == text, "\(offset)")
      guard offset < packed.count else { continue }
      #expect(throws: ContentCoding.Failure.self, "cut off at \(offset)") {
        _ = try unpacked(Array(packed[..<offset]), by: 100)
      }
    }
  }
}
