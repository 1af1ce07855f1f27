import PlumblineJSONTree
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

  @Test(
    arguments: [0x2028, 0x2029, 0x200B, 0x200E, 0x200F, 0x2060, 0x61C, 0xFEFF, 0x34F, 0x3164, 0x115F, 0xAD] as [UInt32])
  func `an invisible character is shown as an escape`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let escape = "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    #expect("ad\(scalar)min".printable == "ad\(escape)min")
    #expect("ad\(scalar)min".forTerminal(colours: true) == "ad\(escape)min")
  }

  @Test(arguments: [0x202A...0x202E, 0x2066...0x2069, 0x0...0x1F, 0x7F...0x9F] as [ClosedRange<UInt32>])
  func `controls and marks that reorder text are shown as escapes`(range: ClosedRange<UInt32>) {
    for value in range {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(!"a\(scalar)b".printable.unicodeScalars.contains(scalar), "\(value)")
    }
  }

  @Test func `a joiner stays where it shapes its neighbours, and is shown elsewhere`() {
    #expect("ad\u{200D}min".printable == "ad\\u{200D}min")
    #expect("пе\u{200C}тя".printable == "пе\\u{200C}тя")
    #expect("\u{200C}می".printable == "\\u{200C}می")
    #expect("می\u{200C}\u{200D}خ".printable == "می\\u{200C}\\u{200D}خ")
    let shaped = "می‌خواهم ❤️‍🔥 👩🏽‍🚒 क्‍ष"
    #expect(shaped.printable == shaped)
  }

  @Test func `the lines of a text are made printable one by one`() {
    #expect("a\u{202E}b\n\nc\td".printableLines == "a\\u{202E}b\n\nc\\td")
  }

  @Test func `JSON is escaped as JSON, so that its value stays`() throws {
    let json = "{ \"a\u{202E}\": \"é\u{7F}\u{E0001}\u{FE0F}\" }"
    #expect(json.printableJSON == "{ \"a\\u202E\": \"é\\u007F\\uDB40\\uDC01\u{FE0F}\" }")
    #expect(try JSON.parse(json.printableJSON) == JSON.parse(json))
    #expect(json.printableJSON.forTerminal(colours: false) == json.printableJSON)
  }
}
