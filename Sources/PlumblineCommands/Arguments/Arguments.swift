import PlumblineContractModel

/// A command line after its command's name, taken apart: options with their values, and the operands between them.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Takes words apart. `--name value` and `--name=value` are the same; everything after `--` is an operand.
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
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        let hint = Spelling.nearest(parts[0], among: options.map(\.name)).map { "; did you mean \($0)?" } ?? "."
        throw UsageError("There is no option \(parts[0])\(hint)")
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

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Every value of an option, in the order in which they came.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option that can be given once; the last one wins.
  func value(_ option: String) -> String? { values[option]?.last }

  /// The value of an option that is a whole number in a range.
  func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return number
  }
}
