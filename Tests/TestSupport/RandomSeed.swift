import Foundation

/// The seed of a test's random numbers: a new one in each run, or the one in `PLUMBLINE_SEED`.
///
/// A test takes it as its argument, which is printed when the test fails, in the words that bring the failure again:
///
///     @Test(arguments: RandomSeed.ofThisRun)
///     func `nothing crashes the parser`(seed: RandomSeed) { var numbers = seed.numbers … }
///
///     ✘ … recorded an issue with 1 argument seed → PLUMBLINE_SEED=7310
package struct RandomSeed: Sendable, Hashable, CustomStringConvertible {
  private static let variable = "PLUMBLINE_SEED"

  /// The one seed that all random tests of this process begin with, as a test's list of arguments.
  package static let ofThisRun = [RandomSeed(environment: ProcessInfo.processInfo.environment)]

  package let value: UInt64

  /// The seed that the environment names, any other if it names none.
  package init(environment: [String: String]) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      value = .random(in: 0...UInt64(UInt32.max))
      return
    }
    guard let value = UInt64(text) else { preconditionFailure("\(Self.variable)=\(text) is no whole number.") }
    self.value = value
  }

  /// The numbers that follow from it, always the same.
  package var numbers: RandomNumbers { RandomNumbers(seed: value) }

  package var description: String { "\(Self.variable)=\(value)" }
}
