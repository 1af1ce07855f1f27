import Foundation
import PlumblineCommands
import PlumblineJSONTree
import TestSupport
import Testing

struct UsageTests {
  @Test(arguments: ["--version", "-v", "version"])
  func `the version is printed`(word: String) async throws {
    let run = try await plumbline(word)
    #expect(run.status == 0)
    #expect(run.output == "plumbline \(Toolkit.version)\n")
    #expect(run.lines.count == 2)
    #expect(run.errors.isEmpty)
  }

  @Test func `results have colours on request`() async throws {
    let coloured = try await plumbline("lint", "photoscout", "--color=always")
    #expect(coloured.status == 0 && coloured.output.contains("\u{1B}["), "\(coloured)")
    let plain = try await plumbline("lint", "photoscout", "--color", "auto")
    #expect(plain.status == 0 && !plain.output.contains("\u{1B}["), "\(plain)")
  }

  @Test func `completion and the manual page know every command and option`() async throws {
    var texts: [String] = []
    for words in [["completion", "bash"], ["completion", "zsh"], ["completion", "fish"], ["man"]] {
      let run = try await plumbline(arguments: words)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      texts.append(run.output.replacing("\\-", with: "-"))
    }
    let help = try await plumbline("--help")
    let names = help.lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(names.count > 15)
    for name in names {
      for text in texts { #expect(text.contains(name), "\(name)") }
      let own = try await plumbline(String(name), "--help")
      for line in own.lines where line.hasPrefix("  --") {
        let option = String(line.dropFirst(4).prefix { $0.isLetter || $0 == "-" })
        for text in texts { #expect(text.contains(option), "\(name) --\(option)") }
      }
    }
  }

  @Test func `the version is in one place`() throws {
    let sources = repositoryRoot.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
    let version = try Regex(#"(?i)version\b.*"\d+\.\d+(\.\d+)?""#)
    var places: [String] = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains(version) {
        places.append("\(file):\(line.drop { $0 == " " })")
      }
    }
    #expect(
      Set(places) == [
        #"PlumblineJSONTree/Text/Toolkit.swift:package static let version = "0.1.0""#,
        // These are versions of HAR and SARIF.
        #"PlumblineRecordings/Exporting/HARExport.swift:("version", "1.2"),"#,
        #"PlumblineReporting/SARIF/SARIFRenderer.swift:json.member("version", "2.1.0")"#,
      ])
    #expect(Plumbline.version == Toolkit.version)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `the help names every command`(words: [String]) async throws {
    let run = try await plumbline(words[0])
    #expect(run.status == 0)
    for command in ["serve", "verify", "lint", "list"] { #expect(run.output.contains("\n  \(command) "), "\(run)") }
    #expect(run.lines.allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [
    ("man", "Usage: plumbline man [OPTIONS]\n"), ("serve", "Usage: plumbline serve [SERVICE…] [OPTIONS]\n"),
    ("serve", "an OpenAPI document (api.yaml)"), ("serve", "/__plumbline/stubs"),
    ("verify", "a consumer's pact (--pact)"),
  ])
  func `the help of a command says how it is called and for what`(command: String, words: String) async throws {
    let run = try await plumbline(command, "--help")
    let isThere = run.output.contains(words) || run.output.replacing("\n", with: " ").contains(words)
    #expect(isThere, "\(run)")
  }

  @Test func `the help groups the commands by the user's goal`() async throws {
    let run = try await plumbline("--help")
    let titles = run.lines.filter { $0.hasSuffix(":") && !$0.contains("--help") }
    #expect(titles == ["Build a mock:", "Verify:", "Gate a change:", "Import and export:", "Maintain:"])
    let group = run.output.split(separator: "\n\n").first { $0.hasPrefix("Verify:") }
    let names = try #require(group).matches(of: #/\n  ([a-z]+)  /#).map { String($0.output.1) }
    #expect(names == ["verify", "check", "probe", "lint", "coverage"])
  }

  @Test(arguments: [
    ("verify", "use check"), ("check", "use verify"), ("probe", "use verify"), ("lint", "use verify"),
    ("coverage", "use verify"), ("diff", "use verify"), ("record", "use import har"), ("infer", "use import"),
  ])
  func `the help of a command says when to use its neighbour`(command: String, neighbour: String) async throws {
    let run = try await plumbline(command, "--help")
    let paragraphs = run.output.split(separator: "\n\n")
    try #require(paragraphs.count > 2)
    let choice = String(paragraphs[1]).replacing("\n", with: " ")
    #expect(choice.hasPrefix("Use it ") && choice.contains(neighbour), "\(run)")
    #expect(paragraphs[2].hasPrefix("Usage: plumbline \(command) "), "\(run)")
  }

  @Test func `a stopped server has succeeded, and its help says so`() async throws {
    let run = try await plumbline("serve", "--help")
    #expect(run.output.contains("Exit status: 0 ended by Ctrl-C or SIGTERM"), "\(run)")
    #expect(!run.output.contains("143"))
  }

  @Test(arguments: [["verify", "--help"], ["help", "verify"], ["verify", "truelog", "-h"]])
  func `the help of a command names its options and exit statuses`(words: [String]) async throws {
    let tool = try RunningTool(words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 0)
    for option in ["--server NAME|URL", "--allow-writes", "--only PATTERN", "--var NAME=VALUE", "--report", "--gate"] {
      #expect(run.output.contains("\n  \(option)"), "\(run)")
    }
    #expect(run.output.contains("3 server not reachable"))
    #expect(run.lines.allSatisfy { $0.count <= 110 })
  }

  @Test(arguments: [
    ("lint", "0 nothing at or above the gate, 1 a finding, or an error"), ("list", "0 listed, 2 a usage error"),
    ("check", "0 nothing at or above the gate, 1 drift, 2 a usage error"), ("explain", "0 explained, 2 no such rule"),
    ("waive", "0 waived, 2 a usage error"),
  ])
  func `the help of a command that reaches no server promises nothing of one`(command: String, exits: String)
    async throws
  {
    let run = try await plumbline(command, "--help")
    #expect(run.output.contains("\nExit status: \(exits)"), "\(run)")
    #expect(!run.output.contains("server not reachable") && !run.output.contains("143"), "\(run)")
  }

  @Test func `without a command the help comes on standard error, and nothing was checked`() async throws {
    let run = try await plumbline()
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Usage: plumbline COMMAND"))
  }

  @Test(arguments: [
    (["verfy"], #"Unknown command "verfy"; did you mean verify?"#),
    (
      ["xyzzy"],
      #"Unknown command "xyzzy". The commands are init, serve, list, verify, check, probe, lint, coverage, diff, field-usage, waive, merge, explain, import, record, infer, export, schema, ping, completion, man."#
    ),
    (["--verison"], #"Unknown command "--verison"; did you mean --version?"#),
    (["verify", "--sever", "x"], "Unknown option --sever; did you mean --server?"),
    (["verify", "truelgo"], #"Unknown service "truelgo"; did you mean "truelog"?"#),
    (["serve", "--as", "vewer", "--port", "0"], #"truelog has no persona "vewer"; did you mean viewer?"#),
    (["verify", "--server", "testng"], #"truelog has no server "testng"; did you mean testing?"#),
    (["verify", "truelog", "--server", "ftp://a"], "is neither http nor https"),
    (["verify", "--server"], "--server needs a value"),
    (["verify", "--quiet=yes"], "--quiet takes no value."),
    (["verify", "--only", "nothing.*"], "No call matches --only nothing.*"),
    (["verify", "--only", "tickets.gte"], "No call matches --only tickets.gte; did you mean tickets.get?"),
    (["verify", "--only", "raeds a ticket"], "No call matches --only raeds a ticket; did you mean reads a ticket?"),
    (["verify", "--allow-writes"], "--allow-writes applies only to real servers: add --server NAME|URL"),
    (["verify", "--color", "blue"], "--color takes always, auto or never, not \"blue\""),
    (["ping", "--color", "red"], "--color takes always, auto or never, not \"red\""),
    (
      ["verify", "--report", "json=/tmp/x/../a", "--report", "html=/tmp/a"],
      "Two reports can't be written to the same file, /tmp/a"
    ),
    (["completion", "tcsh"], "completion supports bash, zsh, fish, not \"tcsh\""),
    (["completion"], "needs the name of a shell"),
    (["man", "verify"], "man takes no operands"),
    (["verify", "--var", "ticket_id"], "--var takes NAME=VALUE"),
    (["lint", "--gate", "never"], "--gate takes breaking, warning, notice or none"),
    (["lint", "--report", "xlm"], #""xlm" isn't a report format"#),
    (["verify", "--report", "json", "--report", "junit"], "Only one report can go to standard output"),
    (["ping", "127.0.0.1:8080"], #""127.0.0.1:8080" has no scheme; write a server as https"#),
    (["ping", "http://127.0.0.1:1", "http://127.0.0.1:2"], "ping takes one server: plumbline ping [URL]"),
    (["ping", "--timeout", "0"], #"--timeout takes seconds from 0.01 to 3600, not "0"."#),
    (["serve", "--port", "70000"], "--port takes a whole number from 0 to 65535"),
    (["serve", "--echo", "truelog"], "--echo responds with the request's own body"),
    (["serve", "--echo", "--verbose"], "--echo reads no contract and logs no requests: omit --verbose."),
    (["serve", "truelog", "photoscout", "--as", "vewer", "--port", "0"], "truelog has no persona \"vewer\""),
    (["lint", "truelog", "--root", "."], "--root applies only to OpenAPI documents: name one instead of a service"),
    (["check", "x.har", "--root", "."], "Unknown option --root"),
    (["list", "--gate", "none"], "Unknown option --gate"),
    (["coverage", "--gate", "none"], "Unknown option --gate"),
    (
      ["probe", "truelog", "--server", "testing", "--dry-run", "--report", "json"],
      "--dry-run contacts no server, so there is nothing to report: omit --report or --dry-run."
    ),
    (["lint", "--contracts", "/no/such/folder"], #"No such folder: "/no/such/folder""#),
  ])
  func `wrong usage is an error on standard error that says what is right`(words: [String], told: String) async throws {
    let tool = try RunningTool(words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("plumbline: "))
    #expect(run.errors.contains(told), "\(run)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `for a folder without contracts the error says how to name one`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("--contracts DIR"), "\(run)")
  }
}
