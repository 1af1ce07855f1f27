import Testing

@testable import PlumblineVerification

/// The variants that remain within a limit.
struct VariantBudgetTests {
  @Test func `the most plausible variants of fields come first, then whole answers, then the rest`() {
    let counts: [VariantBudget.Share: Int] = [
      .field(.newValue): 2, .field(.null): 3, .field(.other): 50, .wholeAnswer: 4,
    ]
    var budget = VariantBudget(8, of: counts)
    #expect(!budget.cuts(.field(.newValue)))
    #expect(!budget.cuts(.field(.null)))
    #expect(budget.cuts(.wholeAnswer))
    #expect(budget.cuts(.field(.other)))
    var played: [VariantBudget.Share: Int] = [:]
    for (share, count) in counts {
      for _ in 0..<count where budget.takes(share) { played[share, default: 0] += 1 }
    }
    #expect(played == [.field(.newValue): 2, .field(.null): 3, .wholeAnswer: 3])
    #expect(budget.leftOut == 51)
  }

  @Test func `what wasn't counted gets what is left`() {
    var budget = VariantBudget(3, of: [.field(.null): 1])
    let shares: [VariantBudget.Share] = [
      .field(.null), .field(.other), .field(.other), .field(.other), .wholeAnswer,
    ]
    let taken = shares.map { budget.takes($0) }
    #expect(taken == [true, true, true, false, false])
    #expect(budget.leftOut == 2)
  }

  @Test func `calls with many variants give way where all together have too many`() {
    #expect(VariantLimit.unlimited.ofEachCall([10, 30_000]) == nil)
    #expect(VariantLimit.ofCall(7).ofEachCall([1, 2]) == 7)
    #expect(VariantLimit.inAll(100).ofEachCall([40, 60]) == nil)
    #expect(VariantLimit.inAll(100).ofEachCall([10, 200, 200]) == 45)
    #expect(VariantLimit.inAll(2).ofEachCall([9, 9, 9]) == 1)
  }

  @Test func `a limit of a call is kept, and says how many it left out`() async throws {
    let whole = try await Books.play { try await $0.book() }
    let (outcome, played) = try await Books.play(limit: 40) { try await $0.book() }
    #expect(whole.outcome.leftOut == 0)
    // Responses generated from the contract are played in any case.
    let counted = played.filter { !GeneratedResponses.has($0.variant.title) }
    #expect((30...40).contains(counted.count), "\(counted.count)")
    #expect(outcome.leftOut == whole.outcome.variants - outcome.variants)
    #expect(played.contains { $0.variant.title == "/data/state: \"out\"" })
    #expect(played.contains { $0.variant.title == "/data/subtitle: absent" })
    #expect(!played.contains { $0.variant.title == "/data/id: boolean true" })
  }
}
