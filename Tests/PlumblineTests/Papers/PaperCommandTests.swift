import TestSupport
import Testing

/// The commands and options that the papers name, which must be those of `--help`.
@Suite struct PaperCommandTests {
  /// A piece of code, and the paper that contains it.
  private struct Snippet {
    let path: String
    let text: String
  }

  /// The inline code and the lines of code blocks that call `plumbline` or a package's own executable, each starting with
  /// the call, and the inline code that is an option.
  private static var snippets: [Snippet] {
    get throws {
      let call = /(?:^|['"|(]|&& |swift run |\.build\/[a-z]+\/)(?:[a-z]+-)?(plumbline [a-z][a-z-]*[^|]*)/
      return try Paper.all.get().flatMap { paper in
        let inline = paper.text.matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
        let code = inline + paper.blocks.flatMap { block in block.language == "swift" ? [] : block.lines }
        return code.flatMap { text -> [Snippet] in
          let calls = text.matches(of: call).map { String($0.output.1) }
          let all = text.hasPrefix("--") ? [text] : calls
          return all.map { Snippet(path: paper.path, text: $0) }
        }
      }
    }
  }

  /// The commands that `plumbline --help` lists.
  private func commands() async throws -> [String] {
    let help = try await plumbline("--help")
    #expect(help.status == 0 && help.errors.isEmpty, "\(help)")
    return help.output.matches(of: #/\n  ([a-z][a-z-]*)  /#).map { String($0.output.1) }
  }

  /// Returns the options that a command's help lists.
  private func options(of command: String) async throws -> Set<String> {
    let help = try await plumbline(command, "--help")
    #expect(help.status == 0 && help.errors.isEmpty, "\(help)")
    return Set(help.output.matches(of: /\n  (--[a-z-]+)/).map { String($0.output.1) })
  }

  /// The commands in the rows of README.md's table.
  private static var rows: Set<String> {
    get throws {
      let cells = try Paper("README.md").lines.compactMap {
        $0.wholeMatch(of: /\| [^|]+ \| (`plumbline .+) \|/)?.output.1
      }
      return Set(cells.flatMap { $0.matches(of: /`plumbline ([a-z][a-z-]*)/).map { String($0.output.1) } })
    }
  }

  @Test func `every command has its row, and every option that is named is one`() async throws {
    let commands = try await commands()
    #expect(commands.count > 8)
    let rows = try Self.rows
    for command in Set(commands).subtracting(rows).sorted() {
      Issue.record("README.md has no row of plumbline \(command)")
    }
    let snippets = try Self.snippets
    let calls = snippets.compactMap { snippet -> (command: String, snippet: Snippet)? in
      guard let command = snippet.text.prefixMatch(of: /plumbline ([a-z][a-z-]*)/)?.output.1 else { return nil }
      return (String(command), snippet)
    }
    #expect(calls.count > 100)
    for (command, snippet) in calls {
      #expect(
        commands.contains(command), "\(snippet.path): \(snippet.text): plumbline --help has no \(command)")
    }
    var all: Set<String> = []
    for command in commands {
      let options = try await options(of: command)
      all.formUnion(options)
      for (called, snippet) in calls where called == command {
        let named = Set(snippet.text.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
        for option in named.subtracting(options).sorted() {
          Issue.record("\(snippet.path): \(snippet.text): plumbline \(command) has no \(option)")
        }
      }
    }
    let alone = snippets.filter { $0.text.hasPrefix("--") }
    #expect(alone.count > 10)
    for snippet in alone {
      let option = snippet.text.prefixMatch(of: /--[a-z][a-z-]*/).map { String($0.output) } ?? snippet.text
      #expect(all.contains(option), "\(snippet.path) names \(option), which no command has")
    }
  }
}
