import Testing

@testable import PlumblineCommands

/// The sampling of a capture's entries for comparison with earlier ones.
struct OutlineSamplingTests {
  private func due(_ sampling: inout OutlineSampling, of count: Int, repeating: (Int) -> Bool = { _ in false }) -> Int {
    var due = 0
    for number in 0..<count where sampling.isNextDue() {
      due += 1
      if repeating(number) { sampling.noteRepeat() }
    }
    return due
  }

  @Test func `where nothing comes again, one in eight is compared`() {
    var sampling = OutlineSampling()
    let first = due(&sampling, of: 1001)
    let later = due(&sampling, of: 800)
    #expect(first == 1001 && later == 100)
  }

  @Test func `one that comes again has all compared again`() {
    var sampling = OutlineSampling()
    _ = due(&sampling, of: 1001)
    _ = due(&sampling, of: 16) { $0 == 15 }
    let next = due(&sampling, of: 500)
    #expect(next == 500)
  }

  @Test func `a capture that repeats itself now and then is compared whole`() {
    var sampling = OutlineSampling()
    let all = due(&sampling, of: 10_000) { $0 % 50 == 0 }
    #expect(all == 10_000)
  }
}
