/// What a rule means, for people who meet it in a report.
package struct RuleExplanation: Sendable, Hashable {
  /// One paragraph: what is found, why it matters and what to do about it.
  package let paragraph: String
  /// An exchange or a pair of fragments that shows it, in a few lines.
  package let example: String

  package init(_ paragraph: String, example: String) {
    self.paragraph = paragraph
    self.example = example
  }
}
