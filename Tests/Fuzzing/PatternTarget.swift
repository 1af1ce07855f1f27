import PlumblineJSONSchema

/// The pattern compiler and all ways of matching. The input is a pattern, a line feed, and a text.
///
/// Seeds: json-schema-test-suite/tests/draft2020-12/optional
package enum PatternTarget {
  /// The maximum number of steps that all ways of matching together may take for one input.
  private static let stepLimit = 200_000

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let end = input.firstIndex(of: 0x0A) ?? input.count
    // Patterns are always applied to UTF-8, so invalid bytes are replaced.
    let text = Array(String(decoding: input[min(end + 1, input.count)...], as: UTF8.self).utf8)
    let pattern: Pattern
    do throws(PatternFault) {
      pattern = try Pattern(String(decoding: input[..<end], as: UTF8.self))
    } catch {
      switch error {
      case .invalid(let reason), .undecided(let reason): precondition(!reason.isEmpty)
      }
      return
    }
    // Bytes that aren't UTF-8 must give a result, but it doesn't matter which.
    _ = pattern.matches(Array(input[min(end + 1, input.count)...]))
    guard (text.count + 1) * pattern.stateCount <= stepLimit else { return }
    let (verdicts, steps) = pattern.verdicts(text)
    precondition(Set(verdicts).count == 1, "the ways to match disagree: \(verdicts)")
    precondition(steps <= (text.count + 1) * pattern.stateCount, "more steps than characters times states")
    if pattern.stateCount < 60, text.count % 4 == 0, let sample = pattern.sample(variation: text.count) {
      precondition(pattern.matches(Array(sample.utf8)), "a text that was written for the pattern does not match")
    }
  }
}
