import PlumblineReporting
import Testing

struct ConsoleTextTests {
  private func lines(width: Int, _ write: (inout ConsoleText) -> Void) -> [String] {
    var text = ConsoleText(ConsoleStyle(width: width))
    write(&text)
    return text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `a long line goes on below with its hanging indent`() {
    let found = lines(width: 40) {
      $0.line("one two three four five six seven eight nine ten", indent: 2, hanging: 6)
    }
    #expect(found == ["  one two three four five six seven", "      eight nine ten"])
  }

  @Test func `spaces inside a line stay as many as they were`() {
    #expect(lines(width: 40) { $0.line("a   b ", .init(" c"), indent: 1) } == [" a   b  c"])
  }

  @Test func `pieces that touch are not torn apart`() {
    let found = lines(width: 40) { $0.line(.init(String(repeating: "a", count: 30) + " bbbbbbb"), .init("cc", .bad)) }
    #expect(found == [String(repeating: "a", count: 30) + " bbbbbbbcc"])
    let wider = lines(width: 40) { $0.line(.init(String(repeating: "a", count: 30) + " bbbbbbbb"), .init("cc", .bad)) }
    #expect(wider == [String(repeating: "a", count: 30), "bbbbbbbbcc"])
  }

  @Test func `a word longer than the line is broken, a path before a slash`() {
    #expect(
      lines(width: 40) { $0.line(.init(String(repeating: "y", count: 85)), hanging: 2) } == [
        String(repeating: "y", count: 40), "  " + String(repeating: "y", count: 38), "  yyyyyyy",
      ])
    #expect(
      lines(width: 40) { $0.line("/response/body/data/preferences/notifications/level") } == [
        "/response/body/data/preferences", "/notifications/level",
      ])
  }

  @Test func `a word that has to be broken begins beside its label`() {
    let word = String(repeating: "y", count: 60)
    let found = lines(width: 40) { $0.line("expected  ", .init(word), indent: 2, hanging: 12) }
    #expect(
      found == [
        "  expected  " + String(repeating: "y", count: 28),
        String(repeating: " ", count: 12) + String(repeating: "y", count: 28), "            yyyy",
      ])
  }

  @Test func `wide characters count as two columns`() {
    #expect("日本".displayWidth == 4)
    #expect("e\u{301}".displayWidth == 1)
    #expect("👩‍💻✓…".displayWidth == 4)
    #expect(lines(width: 40) { $0.line(.init(String(repeating: "漢", count: 21))) }.map(\.count) == [20, 1])
  }

  @Test func `blank lines never pile up and never come first`() {
    let found = lines(width: 40) {
      $0.blank()
      $0.line("a")
      $0.blank()
      $0.blank()
      $0.line("b")
    }
    #expect(found == ["a", "", "b"])
  }

  @Test func `a place is never broken`() {
    let path = String(repeating: "folder/", count: 20) + "file.json:1:1"
    #expect(lines(width: 40) { $0.unbroken(.init(path), indent: 2) } == ["  " + path])
  }

  @Test func `text is cut at its end or in its middle`() {
    #expect("abcdef".clipped(to: 6) == "abcdef")
    #expect("abcdefg".clipped(to: 6) == "abcde…")
    #expect("abcdefg".cutInMiddle(to: 6) == "abc…fg")
    #expect("漢漢漢漢".clipped(to: 6) == "漢漢…")
    #expect("abc".clipped(to: 0) == "")
    #expect("abc".cutInMiddle(to: 1) == "…")
  }

  @Test func `what acts on its surroundings is shown as an escape`() {
    #expect("a\u{1B}[0m\n\t\r\u{202E}\u{2066}\u{FEFF}".printable == "a\\u{1B}[0m\\n\\t\\r\\u{202E}\\u{2066}\\u{FEFF}")
    #expect("\u{9B}31m\u{7F}".printable == "\\u{9B}31m\\u{7F}")
    #expect("plain, naïve, 日本, 👩‍💻 می‌خواهم".printable == "plain, naïve, 日本, 👩‍💻 می‌خواهم")
  }
}
