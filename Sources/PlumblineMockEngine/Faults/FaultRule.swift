import PlumblineContractModel

/// A fault, its frequency, and the endpoints that it applies to.
package struct FaultRule: Sendable, Hashable, CustomStringConvertible {
  package let fault: Fault
  /// The fraction of requests that are affected, from 0 to 1.
  package let share: Double
  package let endpoint: Wildcard
  /// The number of times that the fault occurs, or `nil` if that is unlimited.
  package let times: Int?
  /// A mark that is set when the rule is used, if its creator needs to know.
  package var mark: UseMark?

  package init(_ fault: Fault, share: Double = 1, endpoint: Wildcard = .all, times: Int? = nil) {
    self.fault = fault
    self.share = share
    self.endpoint = endpoint
    self.times = times
  }

  /// Parses `KIND[:SHARE][@PATTERN]`, such as `reset:0.2@tickets.*`, `503:10%` or `offline`.
  package init(parsing text: String) throws(RuleError) {
    let (front, pattern) = try RuleText.split(text, example: "reset:0.2@tickets.*")
    var share = 1.0
    var kind = front
    if let colon = front.lastIndex(of: ":") {
      share = try RuleText.share(String(front[front.index(after: colon)...]))
      kind = String(front[..<colon])
    }
    self.init(try Fault(parsing: kind), share: share, endpoint: pattern)
  }

  /// The rule in command-line syntax.
  package var description: String {
    "\(fault)" + (share < 1 ? ":\(share)" : "") + (endpoint.isAll ? "" : "@\(endpoint)")
  }
}

/// The syntax that faults and delays have in common.
enum RuleText {
  /// Splits a string at its `@`. Without an `@`, the rule applies to all endpoints.
  static func split(_ text: String, example: String) throws(RuleError) -> (front: String, pattern: Wildcard) {
    guard let at = text.lastIndex(of: "@") else { return (text, .all) }
    let pattern = String(text[text.index(after: at)...])
    guard !pattern.isEmpty else {
      throw RuleError("\"\(text)\" has no endpoint after the @: write an id or a pattern, such as \(example).")
    }
    return (String(text[..<at]), Wildcard(pattern))
  }

  /// Parses a fraction of the requests, such as `0.2` or `20%`.
  static func share(_ text: String) throws(RuleError) -> Double {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= (isPercent ? 100 : 1)
    else {
      throw RuleError(
        "\"\(text)\" isn't a share of the requests: write a number from 0 to 1, or a percentage such as 20%.")
    }
    return isPercent ? number / 100 : number
  }
}

/// An error that describes why a fault or delay can't be parsed, and gives a valid example.
package struct RuleError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
