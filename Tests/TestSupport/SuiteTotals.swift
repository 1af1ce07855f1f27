import Foundation

/// The number of cases of a public suite with a correct result, and their total.
///
/// The article Conformance states these totals in a table, one row per suite: ``| JSONTestSuite | 318/318 |``. The
/// table is their only source. Each suite's test compares its results with its row, so that the article can't claim
/// more than is true.
package struct SuiteTotals: Sendable, CustomStringConvertible {
  /// The name of the suite in its row.
  package let suite: String
  package var passed = 0
  package var total = 0

  /// Creates totals without cases.
  package init(_ suite: String) { self.suite = suite }

  package var description: String { "\(suite): \(passed)/\(total)" }

  /// Counts a case.
  package mutating func add(_ isRight: Bool) {
    total += 1
    if isRight { passed += 1 }
  }

  /// Returns a Boolean value that indicates whether at least as many cases pass and at most as many fail as in the
  /// stated totals.
  package func isNoWorse(than stated: SuiteTotals) -> Bool {
    passed >= stated.passed && total - passed <= stated.total - stated.passed
  }

  /// Returns the totals that the article states for a suite. Throws an error if the article has no row for it, or an
  /// inconsistent one.
  package static func stated(_ suite: String) throws -> SuiteTotals {
    try stated(suite, in: Paper.article("Conformance").text)
  }

  /// Returns the totals that a text states for a suite.
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

  /// The reason why the article's table can't be compared.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }
}
