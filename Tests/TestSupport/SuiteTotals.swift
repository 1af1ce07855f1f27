import Foundation

/// How many cases of a public suite are answered right, and how many there are.
///
/// The article Conformance states these totals in a table, one suite a row: ``| JSONTestSuite | 318/318 |``. That table is the only place
/// that has them: each suite's test compares what it reached with its row, so that it can't promise more than holds.
package struct SuiteTotals: Sendable, CustomStringConvertible {
  /// The suite as its row names it.
  package let suite: String
  package var passed = 0
  package var total = 0

  /// No case yet.
  package init(_ suite: String) { self.suite = suite }

  package var description: String { "\(suite): \(passed)/\(total)" }

  /// Counts a case.
  package mutating func add(_ isRight: Bool) {
    total += 1
    if isRight { passed += 1 }
  }

  /// Whether no fewer cases pass, and no more fail, than another count has.
  package func isNoWorse(than stated: SuiteTotals) -> Bool {
    passed >= stated.passed && total - passed <= stated.total - stated.passed
  }

  /// What the article states for a suite; throws where it has no such row, or one that makes no sense.
  package static func stated(_ suite: String) throws -> SuiteTotals {
    try stated(suite, in: Paper.article("Conformance").text)
  }

  /// What a text states for a suite.
  package static func stated(_ suite: String, in text: String) throws -> SuiteTotals {
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let found = rows.filter { $0.count >= 2 && $0[0] == suite }
    guard found.count == 1 else {
      throw Unreadable(description: "\(found.count) rows of the article Conformance state '\(suite)'")
    }
    let numbers = found[0][1].split(separator: "/").map { Int($0) }
    guard numbers.count == 2, let passed = numbers[0], let total = numbers[1], passed > 0, passed <= total else {
      throw Unreadable(description: "The article Conformance states '\(found[0][1])' for '\(suite)', not PASSED/TOTAL")
    }
    var totals = SuiteTotals(suite)
    (totals.passed, totals.total) = (passed, total)
    return totals
  }

  /// Why the article's table can not be compared with.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }
}
