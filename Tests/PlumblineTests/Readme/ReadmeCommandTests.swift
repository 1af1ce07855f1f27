import Testing

/// The commands and options that README.md names are those of `--help`.
@Suite struct ReadmeCommandTests {
  /// Code in the text and lines of blocks that call `plumbline`, or that are an option.
  private static var snippets: [String] {
    get throws {
      let inline = try Readme.text.get().matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
      let lines = try Readme.blocks.flatMap(\.lines)
      return (inline + lines).filter { $0.hasPrefix("plumbline ") || $0.hasPrefix("--") }
    }
  }

  /// The commands, as `plumbline --help` lists them.
  private func commands() async throws -> [String] {
    let help = try await plumbline("--help")
    #expect(help.status == 0 && help.errors.isEmpty, "\(help)")
    let list = help.output.split(separator: "\n\n").first { $0.hasPrefix("Commands:") }
    return try #require(list).matches(of: #/\n  ([a-z]+) /#).map { String($0.output.1) }
  }

  /// The options of a command, as its help lists them.
  private func options(of command: String) async throws -> Set<String> {
    let help = try await plumbline(command, "--help")
    #expect(help.status == 0 && help.errors.isEmpty, "\(help)")
    return Set(help.output.matches(of: /\n  (--[a-z-]+)/).map { String($0.output.1) })
  }

  @Test func `every command is named, and every option that is named is one`() async throws {
    let commands = try await commands()
    #expect(commands.count > 8)
    let snippets = try Self.snippets
    let calls = snippets.compactMap { snippet -> (command: String, snippet: String)? in
      guard let command = snippet.prefixMatch(of: /plumbline ([a-z]+)/)?.output.1 else { return nil }
      return (String(command), snippet)
    }
    for call in calls {
      #expect(commands.contains(call.command), "README.md: \(call.snippet): plumbline --help has no \(call.command)")
    }
    var all: Set<String> = []
    for command in commands {
      #expect(calls.contains { $0.command == command }, "README.md doesn't name plumbline \(command)")
      let options = try await options(of: command)
      all.formUnion(options)
      for call in calls where call.command == command {
        let named = Set(call.snippet.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
        for option in named.subtracting(options).sorted() {
          Issue.record("README.md: \(call.snippet): plumbline \(command) has no \(option)")
        }
      }
    }
    let alone = snippets.compactMap { $0.prefixMatch(of: /--[a-z][a-z-]*/).map { String($0.output) } }
    #expect(alone.count > 10)
    for option in Set(alone).subtracting(all).sorted() {
      Issue.record("README.md names \(option), which no command has")
    }
  }
}
