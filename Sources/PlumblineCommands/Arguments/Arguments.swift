import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification

/// The arguments that follow the command's name, parsed into options with values, and operands.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// The former option names that were used, without duplicates, with their new names.
  private(set) var formerNames: [(old: String, new: String)] = []

  /// Parses words. `--name value` and `--name=value` mean the same, and every word after `--` is an operand.
  init(_ words: some Sequence<String>, options: [OptionSpecification]) throws(UsageError) {
    var iterator = words.makeIterator()
    while let word = iterator.next() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        while let rest = iterator.next() { operands.append(rest) }
        break
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == parts[0] || $0.older == parts[0] }) else {
        let hint = Spelling.nearest(parts[0], among: options.map(\.name)).map { "; did you mean \($0)?" } ?? "."
        throw UsageError("Unknown option \(parts[0])\(hint)")
      }
      if parts[0] != option.name, !formerNames.contains(where: { $0.old == parts[0] }) {
        formerNames.append((parts[0], option.name))
      }
      if let value = option.value {
        guard let text = parts.count > 1 ? parts[1] : iterator.next() else {
          throw UsageError("\(option.name) needs a value: \(option.name) \(value)")
        }
        values[option.name, default: []].append(text)
      } else if parts.count > 1 {
        throw UsageError("\(option.name) takes no value.")
      } else {
        values[option.name, default: []].append("")
      }
    }
  }

  /// The operands as file paths, without duplicates, because two shell patterns may match the same file.
  var files: [String] {
    var seen: Set<String> = []
    return operands.filter { seen.insert($0.hasPrefix("./") ? String($0.dropFirst(2)) : $0).inserted }
  }

  /// Returns a Boolean value that indicates whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns every value of an option, in command-line order.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Returns the value of an option that applies only once. If it is repeated, the last value wins.
  func value(_ option: String) -> String? { values[option]?.last }

  /// Returns the value of an option that is a whole number in a range.
  func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return number
  }
}

extension Arguments {
  /// Returns the variables that `--var NAME=VALUE` sets. The last value of a name wins.
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

  /// Returns the origins that `--allow-origin ORIGIN` allows.
  func origins() throws(UsageError) -> Set<WebOrigin> {
    var origins: Set<WebOrigin> = []
    for text in all("--allow-origin") {
      // Browsers show an origin with a trailing slash in the address bar.
      guard !text.contains("*"), let origin = WebOrigin(text.hasSuffix("/") ? String(text.dropLast()) : text) else {
        throw UsageError(
          "--allow-origin takes one page's scheme, host and port, such as http://app.test:5173, not \"\(text)\".")
      }
      origins.insert(origin)
    }
    return origins
  }

  /// Returns the duration that `--timeout SECONDS` sets, or `nil` if the option isn't given.
  func timeout() throws(UsageError) -> Duration? {
    guard let text = value("--timeout") else { return nil }
    guard let deadline = VerifierOptions.deadline(seconds: text) else {
      throw UsageError("--timeout takes seconds from 0.01 to 3600, not \"\(text)\".")
    }
    return deadline
  }

  /// Returns the rule that `--retries N` and `--rate N/s` set.
  func sendingRule(retries: Int) throws(UsageError) -> SendingRule {
    var rule = SendingRule(retries: try integer("--retries", in: 0...10) ?? retries)
    guard let text = value("--rate") else { return rule }
    guard let interval = SendingRule.interval(rate: text) else {
      throw UsageError("--rate takes a number per second or per minute, such as 5/s or 30/min, not \"\(text)\".")
    }
    rule.interval = interval
    return rule
  }
}

/// An option that a command accepts.
struct OptionSpecification: Sendable {
  /// The name with its dashes, such as `--port`.
  let name: String
  /// The placeholder for the value in the help, or `nil` if the option takes no value.
  let value: String?
  /// A one-line description for the help.
  let help: String
  /// A former name that is accepted but not shown in the help.
  let older: String?

  init(_ name: String, _ value: String? = nil, _ help: String, older: String? = nil) {
    self.name = name
    self.value = value
    self.help = help
    self.older = older
  }
}

/// An error in the command line, with a suggestion.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
