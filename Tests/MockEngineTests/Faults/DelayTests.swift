import PlumblineMockEngine
import Testing

@Suite struct DelayTests {
  @Test func `a uniform delay stays between its bounds and reaches both halves`() {
    var generator = SplitMix64(seed: 7)
    let delay = Delay.uniform(.milliseconds(100), .milliseconds(200))
    let samples = (0..<1000).map { _ in delay.sample(using: &generator) }
    #expect(samples.allSatisfy { $0 >= .milliseconds(100) && $0 <= .milliseconds(200) })
    #expect((400...600).contains(samples.count { $0 < .milliseconds(150) }))
  }

  @Test func `half of lognormal delays are longer than the median, and few are much longer`() {
    var generator = SplitMix64(seed: 7)
    let delay = Delay.lognormal(median: .milliseconds(300), sigma: 0.5)
    let samples = (0..<2000).map { _ in delay.sample(using: &generator) }
    #expect((900...1100).contains(samples.count { $0 > .milliseconds(300) }))
    // One sample in 44 exceeds two sigmas: 300 ms times e.
    #expect((20...80).contains(samples.count { $0 > .milliseconds(815) }))
    let wild = Delay.lognormal(median: .seconds(600), sigma: 5)
    #expect((0..<1000).allSatisfy { _ in wild.sample(using: &generator) <= .seconds(600) })
  }

  @Test func `the same seed gives the same numbers`() {
    var one = SplitMix64(seed: 1)
    var other = SplitMix64(seed: 1)
    #expect((0..<10).map { _ in one.next() } == (0..<10).map { _ in other.next() })
    var known = SplitMix64(seed: 1_234_567)
    // The first number of the reference implementation for this seed.
    #expect(known.next() == 6_457_827_717_110_365_317)
  }
}
