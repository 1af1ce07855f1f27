import PlumblineWorkspace
import TestSupport
import Testing

struct LineSourceTests {
  private func lines(_ source: consuming LineSource) throws -> [String] {
    var source = source
    var found: [String] = []
    while let line = try source.next() {
      switch line {
      case .line(let bytes, let number): found.append("\(number): \(String(decoding: bytes, as: UTF8.self))")
      case .tooLong(let number): found.append("\(number) is too long")
      }
    }
    return found
  }

  @Test(arguments: [
    ("", []), ("a", ["1: a"]), ("a\n", ["1: a"]), ("a\nb", ["1: a", "2: b"]),
    ("a\r\n\r\nb\r\n", ["1: a", "2: ", "3: b"]),
    ("\n\n", ["1: ", "2: "]), ("é\nabcdef\nx", ["1: é", "2 is too long", "3: x"]), ("abcdef", ["1 is too long"]),
  ])
  func `lines end with a line feed, and the last one needs none`(text: String, expected: [String]) throws {
    #expect(try lines(LineSource(Array(text.utf8), limit: 4)) == expected)
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a")
    #expect(try lines(LineSource(folder.path + "/a", limit: 4)) == expected)
  }

  @Test func `lines are whole wherever a read ends`() throws {
    let folder = try TemporaryFolder()
    for length in [262_142, 262_143, 262_144, 262_145, 600_000] {
      let long = String(repeating: "x", count: length)
      try folder.write("\(long)\nnext\n\(long)", to: "a")
      let found = try lines(LineSource(folder.path + "/a", limit: 1_000_000))
      #expect(found == ["1: \(long)", "2: next", "3: \(long)"], "\(length)")
      let short = try lines(LineSource(folder.path + "/a", limit: 100))
      #expect(short == ["1 is too long", "2: next", "3 is too long"], "\(length)")
    }
  }

  @Test func `a file that isn't there is reported`() {
    #expect(throws: FileError.self) { _ = try lines(LineSource("/nowhere/a", limit: 1)) }
  }
}
