import TestSupport
import Testing

/// The seeds of random tests, by which a failure can be reproduced.
@Suite struct RandomSeedTests {
  @Test func `the seed in a failure reproduces the same numbers`() throws {
    let seed = RandomSeed(environment: [:])
    let told = "\(seed)".split(separator: "=").map(String.init)
    try #require(told.count == 2)
    let again = RandomSeed(environment: [told[0]: told[1]])
    #expect(again == seed)
    var (one, other) = (seed.numbers, again.numbers)
    #expect((0..<100).map { _ in one.next() } == (0..<100).map { _ in other.next() })
  }

  @Test func `without one each run begins somewhere else`() {
    #expect(Set((0..<20).map { _ in RandomSeed(environment: ["PLUMBLINE_SEED": ""]) }).count > 1)
  }
}
