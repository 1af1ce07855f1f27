import Foundation

/// The seed of a test's random numbers, which is new in each run unless `PLUMBLINE_SEED` specifies one.
///
/// A test takes the seed as its argument. When the test fails, the argument is printed in the form that reproduces the
/// failure:
///
///     @Test(arguments: RandomSeed.ofThisRun)
///     func `nothing crashes the parser`(seed: RandomSeed) { var numbers = seed.numbers … }
///
///     ✘ … recorded an issue with 1 argument seed → PLUMBLINE_SEED=7310
package struct RandomSeed: Sendable, Hashable, CustomStringConvertible {
  private static let variable = "PLUMBLINE_SEED"

  /// The seed with which all random tests of this process start, as a test's list of arguments.
  package static let ofThisRun = [RandomSeed(environment: ProcessInfo.processInfo.environment)]

  package let value: UInt64

  /// Creates the seed that the environment specifies, or a random one if it doesn't specify any.
  package init(environment: [String: String]) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      value = .random(in: 0...UInt64(UInt32.max))
      return
    }
    guard let value = UInt64(text) else { preconditionFailure("\(Self.variable)=\(text) is no whole number.") }
    self.value = value
  }

  /// The random numbers of the seed, which are always the same.
  package var numbers: RandomNumbers { RandomNumbers(seed: value) }

  package var description: String { "\(Self.variable)=\(value)" }
}
