import PlumblineReporting
import Testing

/// A string that tries to escape its context.
///
/// Tests are named after its printable form, so that their own log isn't affected.
struct Hostile: Sendable, CustomTestStringConvertible {
  let text: String

  var testDescription: String { String(text.printable.prefix(60)) }

  /// Hostile strings, each for a different format.
  static let all = texts.map { Hostile(text: $0) }

  private static let texts: [String] = [
    Sample.hostile,
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)\" x=\"",
    "' onfocus='alert(1)' autofocus='",
    "<!-- --><![CDATA[ ]]> ]]>&amp;&#60;script&#62;",
    "javascript:alert(1)",
    "\u{1B}]0;title\u{07}\u{1B}[2J\u{9B}31m",
    "\u{202E}reversed\u{2066}isolated\u{2069}\u{200F}",
    "::error file=a.json,line=1::not ours",
    "\n::error::not ours\r::warning::not ours\r\n##[error]not ours",
    "%0A::error::not ours%25",
    "| cell | cell |\n|---|---|\n| a | b |",
    "\\| pipe \\\\| pipe |",
    "`code` ``more`` ``` fence ```\n```\n<b>out</b>",
    "[link](https://evil.example) ![image](https://evil.example/x.png) <https://evil.example>",
    "@everybody #1 www.evil.example https://evil.example a@evil.example",
    "# heading\n\n- item\n\n> quote\n\n***\n\n</details>",
    "</testcase></testsuite><testsuite>",
    "marks on signs: |\u{301} \\|\u{301} :\u{301} ,\u{301} %\u{301}",
    "`\u{301}code` with a mark",
    "\u{0}null\u{0}byte\u{1}\u{1F}\u{7F}",
    "lone \u{FFFD}\u{FFFD} surrogates \u{FFFE}\u{FFFF}",
    "{\"a\": [1, \"]}\"]}",
    String(repeating: "very long ", count: 5000),
    String(repeating: "漢", count: 5000),
    "e" + String(repeating: "\u{301}", count: 20_000),
    String(repeating: "`", count: 3000) + String(repeating: "|", count: 3000),
    " ",
    "",
  ]
}
