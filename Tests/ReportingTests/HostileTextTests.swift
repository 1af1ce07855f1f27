import PlumblineContractModel
import PlumblineJSONTree
import PlumblineReporting
import Synchronization
import Testing

/// Strings from a payload, which must remain text in every report format, regardless of their contents.
struct HostileTextTests {
  /// A report that is rendered once, by the first test that requests it, while the others wait.
  private final class Rendering: Sendable {
    private let text = Mutex<String?>(nil)

    func text(_ render: () -> String) -> String {
      text.withLock { text in
        let made = text ?? render()
        text = made
        return made
      }
    }
  }

  /// The reports by format and string. Several tests use the same report, and each is slow to render.
  private static let rendered = Mutex<[String: Rendering]>([:])

  private func render(_ format: ReportFormat, _ text: String) -> String {
    let rendering = Self.rendered.withLock { all in
      let rendering = all["\(format) \(text)"] ?? Rendering()
      all["\(format) \(text)"] = rendering
      return rendering
    }
    let options = ReportOptions(version: "0.1.0", began: 1_795_000_000)
    return rendering.text { format.render(Sample.filled(with: text), options) }
  }

  @Test(arguments: ReportFormat.allCases)
  func `no form has control characters or marks that reorder text`(format: ReportFormat) {
    for text in Hostile.all.map(\.text) {
      // Most of a report is plain ASCII, and checking the Unicode properties of each character would take a minute in
      // debug builds.
      var rendered = render(format, text)
      let odd = rendered.withUTF8 { bytes in
        var odd: [UInt8] = []
        var index = 0
        while index < bytes.count {
          let byte = bytes[index]
          if byte < 0x20 || byte > 0x7E { odd.append(byte) }
          index += 1
        }
        return odd
      }
      let forbidden = String(decoding: odd, as: UTF8.self).unicodeScalars.filter { scalar in
        scalar != "\n" && [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
          || 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value || scalar.value == 0xFFFE
      }
      #expect(forbidden.isEmpty, "\(text.debugDescription.prefix(80))")
    }
  }

  @Test(arguments: Hostile.all) func `a page has only elements and attributes of ours`(hostile: Hostile) throws {
    let page = try HTMLSkeleton(render(.html, hostile.text))
    let harmless = try HTMLSkeleton(render(.html, "harmless"))
    #expect(page.elements.isSubset(of: harmless.elements.union(["mark", "pre"])))
    #expect(page.attributes.isSubset(of: harmless.attributes))
    #expect(!page.attributes.contains { $0.hasPrefix("on") || $0 == "style" || $0 == "src" })
    #expect(page.links.allSatisfy { $0.hasPrefix("#") })
    #expect(page.scripts == 1)
  }

  @Test func `a combining mark hides no sign from a log's runner or from a link's reader`() {
    let text = "a:\u{301}b,\u{301}c%\u{301}41[d](\u{301}e)"
    for line in render(.github, text).unicodeScalars.split(separator: "\n") where line.starts(with: "::".unicodeScalars)
    {
      let head = line.dropFirst(2).prefix { $0 != ":" }
      #expect(line.dropFirst(2 + head.count).starts(with: "::".unicodeScalars), "\(String(line).printable)")
      #expect(!zip(head, head.dropFirst()).contains { $0 == (",", "\u{301}") })
      #expect(!zip(line, line.dropFirst()).contains { $0 == ("%", "\u{301}") })
    }
    let links = Array(render(.sarif, text).unicodeScalars)
    let opening = links.indices.dropFirst().filter { links[$0...].starts(with: "](".unicodeScalars) }
    #expect(!opening.isEmpty)
    #expect(opening.contains { links[$0 - 1] == "\\" })
  }

  @Test func `a page shows the text as it was`() throws {
    let text = "</script><b title=\"a\">&amp;'"
    let page = try HTMLSkeleton(render(.html, text))
    let messages = page.root.all.filter { $0.attributes["class"] == "message" }
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.wholeText == text })
  }

  @Test(arguments: Hostile.all) func `test results stay well-formed and valid`(hostile: Hostile) throws {
    let parsed = XMLElementTree.parse(render(.junit, hostile.text))
    let root = try #require(parsed)
    let names = Set(root.all.map(\.name))
    #expect(
      names.isSubset(of: [
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error", "skipped", "system-out",
        "system-err",
      ]))
    // The children are problems, and two services with or without a case.
    #expect(root.children.count == (hostile.text == "other" ? 2 : 3))
  }

  @Test(arguments: Hostile.all) func `programs read the text as it was`(hostile: Hostile) throws {
    let json = try JSON.parse(render(.json, hostile.text))
    #expect(json["drift"]?[0]?["message"]?.string == hostile.text)
    #expect(json["drift"]?[2]?["waived"]?["reason"]?.string == hostile.text || json["drift"]?[1]?["waived"] != nil)
    #expect(json["evidence"]?[0]?["value"]?.string == hostile.text)
    #expect(json["coverage"]?[0]?["endpoint"]?.string == hostile.text)
    let sarif = try JSON.parse(render(.sarif, hostile.text))
    #expect(sarif["runs"]?[0]?["results"]?[0]?["properties"]?["endpoint"]?.string == hostile.text)
    #expect(sarif["runs"]?[0]?["results"]?[0]?["message"]?["text"]?.string?.contains("[link](") == false)
  }

  @Test(arguments: Hostile.all) func `an annotation is one line and one command`(hostile: Hostile) throws {
    let lines = render(.github, hostile.text).split(separator: "\n", omittingEmptySubsequences: false)
    // The lines are two problems, two findings that count, a failed call, an outage, seven verdicts, a line of
    // coverage, and the last line, which nothing follows.
    #expect(lines.count == 16)
    for line in lines.prefix(14) {
      let command = try #require(WorkflowCommand(String(line)))
      #expect(["error", "warning", "notice"].contains(command.name))
      #expect(Set(command.properties.keys).isSubset(of: ["file", "line", "col", "title"]))
    }
    #expect(lines[14].hasPrefix("Plumbline: 2 problems in files"))
    #expect(lines[15].isEmpty)
  }

  @Test(arguments: Hostile.all) func `Markdown has no markup but ours`(hostile: Hostile) {
    let markdown = render(.markdown, hostile.text)
    #expect(markdown.utf8.count <= 65_536)
    let outside = MarkdownOutside(markdown)
    #expect(
      outside.tags.isSubset(of: ["<details>", "<summary>", "</summary>", "</details>", "<br>", "<sub>", "</sub>"]))
    for mark in ["](", "@", "://", "www.", "#1", "***", "<!--"] {
      #expect(!outside.text.contains(mark), "\(mark) in \(outside.text)")
    }
    #expect(outside.opened == outside.closed)
    #expect(outside.unevenTables.isEmpty, "\(outside.unevenTables)")
  }

  @Test func `at the last gate every control character is an escape, but line ends, tabs and colours that are wanted`()
  {
    for value in (0...0x1F).map({ UInt32($0) }) + [0x7F] + (0x80...0x9F).map({ UInt32($0) }) {
      guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\t" else { continue }
      for colours in [true, false] {
        let text = "a\(scalar)]0;pwned\u{7}b".forTerminal(colours: colours)
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(value)")
      }
    }
    let coloured = "\u{1B}[1;31mé\n\tred\u{1B}[0m"
    #expect(coloured.forTerminal(colours: true) == coloured)
    #expect(coloured.forTerminal(colours: false) == "\\u{1B}[1;31mé\n\tred\\u{1B}[0m")
    #expect("\u{1B}[2J\u{1B}[1;31".forTerminal(colours: true) == "\\u{1B}[2J\\u{1B}[1;31")
  }
}
