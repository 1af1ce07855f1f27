import PlumblineContractModel
import Testing

/// Strings in which a secret could begin at every character, and values with a common prefix.
@Suite struct SecretWalkTests {
  private let redactor = Redactor(nil)

  @Test(arguments: [
    ("eyJ.", "", "•••"), ("password=", "", "password=•••"), ("sk-", "", "•••"), ("a:", "https://", "https://a:•••@b"),
    ("-u=a:", "", "-u=a:•••"), ("Bearer+", "", "Bearer+•••"), ("<password><![CDATA[", "", "<password><![CDATA[•••"),
  ])
  func `of values in values the outermost are found`(part: String, beginning: String, masked: String) {
    let text = beginning + String(repeating: part, count: 3000) + (beginning.isEmpty ? "x1" : "x1@b")
    #expect(redactor.text(text) == masked)
    #expect(1...8 ~= Redactor.looks(in: text).count, "\(Redactor.looks(in: text).count) values of one text")
  }

  @Test func `a value in a value is found as well`() {
    #expect(Redactor.looks(in: "cookie=session_id=hunter42").sorted() == ["hunter42", "session_id=hunter42"])
  }

  @Test func `what looks like chance is found behind what doesn't`() {
    let words = String(repeating: "auth=", count: 500)
    #expect(redactor.changed(words) == nil)
    let masked = redactor.text(words + "a1B2c3D4e5F6g7H8")
    #expect(masked.hasPrefix("auth=auth=auth="))
    #expect(masked.hasSuffix("auth=•••"))
    #expect(redactor.changed("auth=550e8400-e29b-41d4-a716-446655440000") == nil)
  }

  @Test func `a section is masked to its end`() {
    let section = String(repeating: "word ", count: 2000)
    #expect(redactor.text("<token><![CDATA[\(section)]]></token> end") == "<token><![CDATA[•••]]></token> end")
  }

  @Test func `words that only say which one it is may follow without number`() {
    #expect(SecretNames.kind(of: "token" + String(repeating: "_value", count: 5000)) == .secret)
    #expect(SecretNames.kind(of: "colour" + String(repeating: "_value", count: 5000)) == nil)
    #expect(SecretNames.kind(of: "design_token") == nil)
    #expect(SecretNames.kind(of: "design_token_value") == nil)
  }

  private let tokens = (100..<400).map { "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\($0)Jw.c2lnbmF0dXJl\($0)" }

  private var table: SecretTable {
    var table = SecretTable()
    for token in tokens { table.add(token, as: "<\(token.suffix(3))>") }
    return table
  }

  @Test func `each of many values with one beginning is found, and no other`() {
    for token in tokens { #expect(table.replaced(in: "a \(token) b") == "a <\(token.suffix(3))> b") }
    let other = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI500Jw.c2lnbmF0dXJl500"
    #expect(table.replaced(in: "a \(other) b") == nil)
    #expect(table.replaced(in: "a \(tokens[7].dropLast()) b") == nil)
  }

  @Test func `what is left of values with one beginning is masked`() {
    var table = SecretTable()
    for number in 100..<400 { table.add("seat in the third row, \(number)", as: "•••") }
    let redactor = Redactor(nil, table)
    #expect(redactor.text("a seat in the th… b") == "a •••… b")
    #expect(redactor.text("a seat in the third row, 12…, sea…, seat… b") == "a •••…, sea…, •••… b")
    #expect(redactor.changed("a seat in the fourth r… b") == nil)
  }

  @Test func `a value that was cut itself is found where it is cut again`() {
    var table = SecretTable()
    table.add("beginning… of a sentence", as: "•••")
    #expect(Redactor(nil, table).text("said: beginning… of a s…") == "said: •••…")
    #expect(Redactor(nil, table).text("said: begi…, beginning… of a…, beginning…") == "said: •••…, •••…, •••…")
  }

  @Test func `many cut texts stay readable beside a long value that has an ellipsis itself`() {
    var table = SecretTable()
    table.add("hidden… " + String(repeating: "x7", count: 5000), as: "•••")
    let redactor = Redactor(nil, table)
    let text = (0..<3000).map { "word \($0)…" }.joined(separator: " ")
    #expect(redactor.changed(text) == nil)
    #expect(redactor.text("\(text) hidden… x7x7…").hasSuffix(" word 2999… •••…"))
  }

  @Test func `of values that begin alike the longest is found`() {
    var table = SecretTable()
    for value in ["first-secret", "first-secret-and-more", "first-secret-and"] {
      table.add(value, as: "<\(value.utf8.count)>")
    }
    #expect(table.replaced(in: "first-secret-and-more first-secret-and- first-secret!") == "<21> <16>- <12>!")
    #expect(table.replaced(in: "first%2Dsecret%2Dand%2Dmore") == "%3C21%3E")
  }

  @Test func `a text that can't be followed to its end is masked from there on`() {
    var table = SecretTable()
    table.add(String(repeating: "a", count: 20_000) + "b", as: "•••")
    let text = "first, " + String(repeating: "a", count: 20_000) + " last"
    #expect(Redactor(nil, table).text(text).hasPrefix("first, a"))
    #expect(Redactor(nil, table).text(text).hasSuffix("a•••"))
    #expect(table.occurs(in: Array(text.utf8)))
    #expect(!table.occurs(in: Array("first, aaaa last".utf8)))
  }
}
