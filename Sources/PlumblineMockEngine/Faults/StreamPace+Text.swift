import PlumblineASCII

extension StreamPace: CustomStringConvertible {
  /// Parses a pace in command-line syntax: `recorded`, `none`, or the time from one event to the next, such as `50ms`.
  package init(parsing text: String) throws(RuleError) {
    switch text {
    case "recorded": self = .recorded
    case "none": self = .immediate
    default:
      guard let first = text.utf8.first, first.isDigit else {
        throw RuleError(
          "\"\(text)\" isn't a pace: write recorded, none, or the time from one event to the next, such as 50ms.")
      }
      self = .every(try DelayText.parse(text))
    }
  }

  /// The pace in command-line syntax.
  package var description: String {
    switch self {
    case .recorded: "recorded"
    case .immediate: "none"
    case .every(let pause): DelayText.text(pause)
    }
  }
}
