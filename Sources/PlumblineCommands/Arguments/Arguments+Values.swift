import PlumblineProxying
import PlumblineVerification

extension Arguments {
  /// What `--var NAME=VALUE` gives; the last of a name wins.
  func variables() throws(UsageError) -> [String: String] {
    var variables: [String: String] = [:]
    for text in all("--var") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError("--var takes NAME=VALUE, such as --var ticket_id=77, not \"\(text)\".")
      }
      variables[parts[0]] = parts[1]
    }
    return variables
  }

  /// What `--timeout SECONDS` gives; `nil` when it isn't there.
  func timeout() throws(UsageError) -> Duration? {
    guard let text = value("--timeout") else { return nil }
    guard let deadline = VerifierOptions.deadline(seconds: text) else {
      throw UsageError("--timeout takes seconds from 0.01 to 3600, not \"\(text)\".")
    }
    return deadline
  }

  /// What `--retries N` and `--rate N/s` give.
  func sendingRule(retries: Int) throws(UsageError) -> SendingRule {
    var rule = SendingRule(retries: try integer("--retries", in: 0...10) ?? retries)
    guard let text = value("--rate") else { return rule }
    guard let interval = SendingRule.interval(rate: text) else {
      throw UsageError("--rate takes a number a second or a minute, such as 5/s or 30/min, not \"\(text)\".")
    }
    rule.interval = interval
    return rule
  }
}
