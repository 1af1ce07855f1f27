import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// Compressed files, which are decompressed as they're read.
@Suite struct ByteSourceTests {
  private func packed(_ text: String, in folder: TemporaryFolder) async throws -> String {
    try folder.write(text, to: "a")
    let path = folder.path
    try await offPool { try Gzip.pack("\(path)/a", to: "\(path)/a.gz") }
    return path + "/a.gz"
  }

  private func all(_ path: String, limit: Int = 1 << 30) throws -> String {
    let limit = UnpackingLimit(bytes: limit, times: 1)
    return String(decoding: try ByteSource.all(of: path, unpackingTo: limit), as: UTF8.self)
  }

  @Test(arguments: [0, 1, 2, 65_536, 262_144, 1_000_000])
  func `a packed file reads as the file`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "x\n", count: count / 2) + (count % 2 == 0 ? "" : "x")
    let path = try await packed(text, in: folder)
    #expect(try all(path) == text)
    #expect(try all(folder.path + "/a") == text)
  }

  @Test func `damaged, cut off or endless data is reported`() async throws {
    let folder = try TemporaryFolder()
    let path = try await packed(String(repeating: "abc ", count: 100_000), in: folder)
    #expect(throws: FileError.self) { try all(path, limit: 399_999) }
    #expect(try all(path, limit: 400_000).count == 400_000)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.removeLast(3)
    try bytes.write(to: URL(fileURLWithPath: path))
    do {
      _ = try all(path)
      Issue.record("half a file passes for one")
    } catch let error as FileError {
      #expect(error.description.hasSuffix("can't be read: It is compressed with gzip, and is truncated."), "\(error)")
    }
    try folder.write("\u{1F}", to: "short")
    #expect(try all(folder.path + "/short") == "\u{1F}")
  }

  @Test func `a file may unpack to so many times its size, and a bomb is named before it is in memory`() async throws {
    let folder = try TemporaryFolder()
    let path = try await packed(String(repeating: "abc ", count: 1_000_000), in: folder)
    func read(times: Int) throws -> Int {
      try ByteSource.all(of: path, unpackingTo: UnpackingLimit(bytes: 1 << 20, times: times)).count
    }
    #expect(try read(times: 4_000_000) == 4_000_000)
    do {
      _ = try read(times: 20)
      Issue.record("a bomb unpacks")
    } catch let error as FileError {
      #expect(error.reason.contains("decompresses to more than 1MB and 20 times its size"), "\(error)")
    }
  }

  @Test func `the limit for unpacked data in memory is lower than for streams`() async throws {
    let folder = try TemporaryFolder()
    let path = try await packed(String(repeating: "abc ", count: 10 << 20), in: folder)
    var source = try ByteSource(path)
    var piece: [UInt8] = []
    _ = try source.read(into: &piece)
    source.hold()
    var isRefused = false
    do throws(FileError) {
      while try source.read(into: &piece) { piece.removeAll(keepingCapacity: true) }
    } catch { isRefused = true }
    #expect(isRefused)
  }
}
