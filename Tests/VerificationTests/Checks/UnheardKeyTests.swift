import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// Generated keys, which look like those of a server but must not exist.
struct UnheardKeyTests {
  private func texts(_ known: JSON) -> [String] { MadeUpKey.like(known).compactMap(\.string) }

  @Test func `of a number comes a large number, as a number or as a text`() throws {
    let number = try #require(MadeUpKey.like(1042).first?.int)
    #expect(1_500_000_000...Int(Int32.max) ~= number)
    #expect(try 1_500_000_000...Int(Int32.max) ~= #require(texts("1042").first.flatMap { Int($0) }))
  }

  @Test func `of a UUID comes one of the same version`() throws {
    let known = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    let made = try #require(texts(JSON(known)).first)
    #expect(made != known)
    #expect(made.utf8.count == 36)
    for (one, other) in zip(known, made) { #expect(one == "-" ? other == "-" : other.isHexDigit) }
    let kept = [14, 19].map { index in made[made.index(made.startIndex, offsetBy: index)] }
    #expect(kept == ["7", "9"])
  }

  @Test func `letters and digits stay where they are, and what is short becomes longer`() throws {
    let made = try #require(texts("ORD-2026-xkcd").first)
    #expect(made != "ORD-2026-xkcd" && made.wholeMatch(of: /[B-Z]{3}-[1-9]{4}-[b-z]{4}/) != nil, "\(made)")
    #expect(texts("i-7").allSatisfy { $0.utf8.count >= 12 })
    #expect(try #require(texts("i-7").first).hasPrefix("i-7-"))
  }

  @Test func `two that are made up aren't the same`() {
    #expect(MadeUpKey.like("plan-lisbon").first != MadeUpKey.like("plan-lisbon").first)
    #expect(MadeUpKey.like(nil).isEmpty)
    #expect(MadeUpKey.like([1]).isEmpty)
    #expect(MadeUpKey.like("").isEmpty)
  }
}
