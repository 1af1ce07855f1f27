import PlumblineVerification
import Testing

struct PatternTests {
  @Test(arguments: [
    ("tickets.get", "tickets.get"), ("*", ""), ("*", "anything"), ("**", "x"), ("tickets.*", "tickets."),
    ("tickets.*", "tickets.get"), ("*.get", "tickets.get"), ("*.get", ".get"), ("t*s.g*t", "tickets.get"),
    ("*: *permission*", "tickets.update: edits a ticket without the permission"), ("a*a", "aa"), ("a*ab*b", "aaabb"),
    ("*ab*ab*", "abab"), ("", ""), ("*é*", "a café here"), ("a*b*c", "abbbc"), ("*aab", "aaab"),
  ])
  func `a text fits`(pattern: String, text: String) {
    #expect(Pattern(pattern).matches(text))
  }

  @Test(arguments: [
    ("tickets.get", "tickets.gett"), ("tickets.get", "xtickets.get"), ("tickets.get", "Tickets.get"), ("", "x"),
    ("tickets.*", "tickets"), ("*.get", "tickets.getAll"), ("a*a", "a"), ("ab*ab", "ab"), ("ab*ba", "aba"),
    ("*ab*ab*", "aab"), ("a*b*c", "ac"), ("t?ckets", "tickets"), ("*x", ""), ("tickets.[a-z]*", "tickets.get"),
  ])
  func `a text doesn't fit`(pattern: String, text: String) {
    #expect(!Pattern(pattern).matches(text))
  }

  @Test func `a pattern reads as it was written`() {
    #expect("\(Pattern("tickets.*"))" == "tickets.*")
  }
}
