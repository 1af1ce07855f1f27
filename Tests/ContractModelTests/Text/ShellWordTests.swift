import Foundation
import PlumblineContractModel
import Testing

/// Quoted words, which a real shell parses.
struct ShellWordTests {
  /// Returns the arguments that `sh` passes to a command.
  private func words(_ line: String, _ environment: [String: String] = [:]) throws -> [String] {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf '%s\\001' " + line]
    shell.environment = environment
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return said.split(separator: 1, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let hostile = [
    "", "plain", "it's", "'", "''", "a'\u{301};echo out;'\u{301}", "'\u{200D}`id`", "$(id) `id` $HOME \"x\" \\ !x",
    "a\nb\tc", "*?[a]{b,c}", "-n", "é漢🙂", "\\'", "a'\u{FE0F}$(id)",
  ]

  @Test(arguments: hostile) func `a word stays itself`(word: String) throws {
    #expect(try words(ShellWord.quoted(word)) == [word])
  }

  @Test(arguments: hostile) func `a variable's value stands for the mark, and the rest stays itself`(word: String)
    throws
  {
    let line = ShellWord.quoted("\(word)•••\(word)", putting: "TOKEN", for: "•••")
    #expect(try words(line, ["TOKEN": "k $1 `x`'\""]) == ["\(word)k $1 `x`'\"\(word)"])
  }

  @Test func `a variable's name has capitals, digits and underscores only`() {
    #expect(ShellWord.isVariable("TRUELOG_KEY_2"))
    #expect(ShellWord.isVariable("_X"))
    #expect(!["", "2X", "x", "A}\"; id; \"", "A-B", "É"].contains(where: ShellWord.isVariable))
  }

  @Test func `curl makes one request of brackets, and the path that is written`() {
    let plain = CurlCommand("GET", "http://127.0.0.1:8080/a", content: .none).words
    #expect(plain == ["curl", "http://127.0.0.1:8080/a"])
    let odd = CurlCommand("HEAD", "http://127.0.0.1:8080/a/../b?x[1-9]=1", content: .none).words
    #expect(odd == ["curl --head --globoff --path-as-is", "'http://127.0.0.1:8080/a/../b?x[1-9]=1'"])
    let sent = CurlCommand("POST", "http://a.test/", content: .text("x")).words
    #expect(sent == ["curl -X POST", "--data-raw x", "http://a.test/"])
  }
}
