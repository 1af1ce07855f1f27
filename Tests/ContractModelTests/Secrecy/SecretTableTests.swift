import PlumblineContractModel
import Testing

@Suite struct SecretTableTests {
  @Test func `a short secret is replaced where it is a word, a long one anywhere`() {
    var table = SecretTable()
    table.add("pass", as: "demo")
    table.add("long-secret", as: nil)
    table.add("same", as: "same")
    table.add("abc", as: "xyz")
    #expect(table.replaced(in: "pass") == "demo")
    #expect(table.replaced(in: "a pass, a passage") == "a demo, a passage")
    #expect(table.replaced(in: "%20pass%20") == "%20demo%20")
    #expect(table.replaced(in: "xlong-secretx") == "xaaaa-aaaaaax")
    #expect(table.replaced(in: "same abc passage") == nil)
    #expect(table.occurs(in: Array("…long-secret".utf8)))
    #expect(!table.occurs(in: Array("passage".utf8)))
  }

  @Test(arguments: [
    ("a+b/c=\"d\\é 9", "a%2Bb%2Fc%3D%22d%5C%C3%A9%209"), ("a+b/c=\"d\\é 9", "a%2bb/c=%22d%5c%c3%a9+9"),
    ("a+b/c=\"d\\é 9", #"a+b\/c=\"d\\\u00e9 9"#), ("a+b/c=\"d\\é 9", #"a\u002bb/c=\u0022d\\é 9"#),
    ("a+b/c=\"d\\é 9", "a%252Bb%252Fc%253D%2522d%255C%25C3%25A9%25209"), ("100%sure!x", "100%sure!x"),
    ("100%25sure!", "100%25sure!"), ("100%25sure!", "100%2525sure!"), ("tab\t\u{1F600}x9", #"tab\t\ud83d\ude00x9"#),
  ])
  func `a value is found as URLs and JSON write it`(value: String, written: String) {
    var table = SecretTable()
    table.add(value, as: "XXXXXXXX")
    #expect(table.replaced(in: "a \(written) b") == "a XXXXXXXX b")
  }

  @Test(arguments: [
    "a&amp;b&lt;c&gt;&quot;d&#x2F;&#43;&apos;9", "a&#38;b&#x3c;c&#62;&#34;d&sol;&plus;&#39;9",
    "a&amp;b<c>&#034;d/&#x0002B;'9", "a&amp;amp;b&amp;lt;c&amp;gt;&amp;quot;d&amp;#x2F;&amp;#43;&amp;#39;9",
    "&#97;&#38;b&#60c>\"d/+'9",
  ])
  func `a value is found as markup writes it`(written: String) {
    var table = SecretTable()
    table.add("a&b<c>\"d/+'9", as: "new & <old>")
    let replaced = table.replaced(in: "<p>\(written)</p>")
    #expect(replaced == "<p>new &amp; &lt;old&gt;</p>")
    #expect(table.replaced(in: "a&b<c>\"d/+'9!") == "new & <old>!")
    #expect(table.replaced(in: "a&amp;b&lt;c") == nil)
  }

  @Test func `Base64 is found as markup writes it`() {
    let secret = "\u{3E}\u{3F}\u{3E}\u{3F}q7-secret"
    var table = SecretTable()
    table.add(secret, as: "replacement")
    let written = Base64.encode(secret.utf8).replacing("+", with: "&#43;").replacing("/", with: "&#x2F;")
      .replacing("=", with: "&equals;")
    #expect(written.contains("&"))
    #expect(table.replaced(in: "<i>\(written)</i>")?.contains(written.suffix(9)) == false)
  }

  @Test func `a value is found in Base64 at every offset, and nothing of it is left`() throws {
    let secret = "S3cr3t-Value!"
    var table = SecretTable()
    table.add(secret, as: "replacement")
    #expect(table.replaced(in: Base64.encode(secret.utf8)) == Base64.encode("replacement".utf8))
    for left in 0..<7 {
      for right in 0..<4 {
        let pair = String(repeating: "u", count: left) + secret + String(repeating: "w", count: right)
        for text in [Base64.encode(pair.utf8), Base64.encodeURL(pair.utf8)] {
          let replaced = try #require(table.replaced(in: "x \(text)."), "\(pair)")
          let letters = String(replaced.dropFirst(2).prefix { $0 != "=" && $0 != "." })
          let decoded = Base64.decode(letters.replacing("-", with: "+").replacing("_", with: "/"))
          let rest = decoded.map { String(decoding: $0, as: UTF8.self) } ?? ""
          for start in 0..<(secret.count - 3) {
            #expect(!rest.contains(secret.dropFirst(start).prefix(4)), "\(pair): \(rest)")
          }
        }
      }
    }
  }

  @Test func `of values that overlap nothing is left`() {
    var table = SecretTable()
    table.add("abcd1234", as: "one-one-")
    table.add("1234wxyz", as: "two-two-")
    table.add("abcd1234-and-more", as: "all")
    #expect(table.replaced(in: "<abcd1234-and-more>") == "<all>")
    #expect(table.replaced(in: "<abcd1234wxyz>") == "<aaaa0000aaaa>")
  }

  @Test(arguments: [
    ("token 8f0c-77", "8f0c-77", "demo-key"), ("olga:open sesame", "open sesame", "demo-key"),
    ("Basic b2xnYTpvcGVuIHNlc2FtZQ==", "olga:open sesame", nil),
  ])
  func `a part of a credential that may occur alone is secret`(value: String, part: String, other: String?) {
    var table = SecretTable()
    table.addCredential(value, as: "demo-key")
    let replaced = table.replaced(in: "a \(part) b")
    #expect(replaced != nil)
    #expect(replaced?.contains(part) == false)
    if let other { #expect(replaced == "a \(other) b") }
  }

  @Test func `fakes have the shape of what they stand for, and are equal where that is`() {
    var fakes = FakeTexts()
    #expect(fakes.fake(of: "Zz9-x") == "Aa0-a")
    #expect(fakes.fake(of: "Yy8-w") == "Aa0-b")
    #expect(fakes.fake(of: "Zz9-x") == "Aa0-a")
    #expect(fakes["unknown 7"] == "aaaaaaa 0")
    let all = (0..<500).map { fakes.fake(of: "q\($0 + 1000)-é") }
    #expect(Set(all).count == 500)
    #expect(all.allSatisfy { $0.count == 7 && !$0.contains("q") })
    #expect(fakes.fake(of: "aaa0") != "aaa0")
  }

  @Test func `a percent-escape stays an escape of its kind`() {
    #expect(FakeTexts.shape(of: "Xy7%3D%3D") == "Aa0%3D%3D")
    #expect(FakeTexts.shape(of: "%41%7a%39%2f") == "%41%61%30%2F")
    #expect(FakeTexts.shape(of: "5%") == "0%")
    #expect(FakeTexts.shape(of: "%Zz") == "%Aa")
    var fakes = FakeTexts()
    let all = (0..<60).map { fakes.fake(of: "q\($0 + 1000)%3D%0A%41") }
    #expect(Set(all).count == 60)
    #expect(all.allSatisfy { $0.hasSuffix("%3D%0A%41") })
  }
}
