import Foundation

/// A file of the compatibility suite (https://github.com/pact-foundation/pact-compatibility-suite), which contains
/// scenarios in Gherkin.
struct FeatureFile {
  struct Step {
    let text: String
    /// The rows of the step's table, the first of which contains the names. The array is empty if the step has no
    /// table.
    var table: [[String]] = []

    /// The rows as dictionaries of values by their names.
    var rows: [[String: String]] {
      guard let names = table.first else { return [] }
      return table.dropFirst().map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
    }
  }

  struct Scenario {
    let name: String
    var steps: [Step] = []
  }

  /// The file's path within the folder of features, such as `V2/http_consumer`.
  let name: String
  /// The steps that precede those of every scenario.
  private(set) var background: [Step] = []
  private(set) var scenarios: [Scenario] = []

  init(_ name: String, in suite: URL) throws {
    self.name = name
    let text = try String(contentsOf: suite.appendingPathComponent("features/\(name).feature"), encoding: .utf8)
    var isBackground = false
    for line in text.components(separatedBy: .newlines).map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("Background:") {
        isBackground = true
      } else if let name = Self.rest(of: line, after: ["Scenario: "]) {
        isBackground = false
        scenarios.append(Scenario(name: name))
      } else if let text = Self.rest(of: line, after: ["Given ", "When ", "Then ", "And ", "But "]) {
        change(isBackground) { $0.append(Step(text: text)) }
      } else if line.hasPrefix("|") {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        change(isBackground) { steps in
          guard !steps.isEmpty else { return }
          steps[steps.count - 1].table.append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
      }
    }
  }

  private mutating func change(_ isBackground: Bool, _ body: (inout [Step]) -> Void) {
    if isBackground {
      body(&background)
    } else if !scenarios.isEmpty {
      body(&scenarios[scenarios.count - 1].steps)
    }
  }

  private static func rest(of line: String, after words: [String]) -> String? {
    words.first(where: line.hasPrefix).map { String(line.dropFirst($0.count)) }
  }
}
