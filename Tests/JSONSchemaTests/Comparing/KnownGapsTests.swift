import PlumblineJSONTree
import Testing

@testable import PlumblineJSONSchema

/// The names of gaps, by which a gap that is found again at its place is recognized.
struct KnownGapsTests {
  private let one = ChangeID(.gap, 1)
  private let rule = Rule(kind: .types, kinds: 0, operand: 0, place: 5, document: 0)
  private let other = Rule(kind: .types, kinds: 0, operand: 0, place: 9, document: 0)

  private func gap(
    at pointer: [String] = ["id"], detail: String? = "string", in alternative: String? = "Cat", id: ChangeID? = nil
  ) -> SchemaGap {
    SchemaGap(
      pointer: JSONPointer(tokens: pointer), keyword: "type", allowing: nil, refusing: true, detail: detail,
      allowed: "string", accepted: "integer", witness: nil, reason: nil, alternative: alternative, id: id)
  }

  private func leftOut(
    at pointer: [String] = ["id"], detail: String? = "string", in alternative: String? = "Cat"
  ) -> KnownGaps.OmittedGap {
    KnownGaps.OmittedGap(
      id: one, rule: rule, keyword: "type", detail: detail, alternative: alternative,
      pointer: { JSONPointer(tokens: pointer) })
  }

  @Test func `a gap that is left out is one that the same rule refuses there, in whatever alternative`() throws {
    var known = KnownGaps([], leftOut: [leftOut()])
    let found = known.match(gap(in: "Dog"), of: rule)
    let match = try #require(found)
    #expect(match.id == one)
  }

  @Test func `a gap that is left out is one that is called the same there, whatever refuses it`() throws {
    var known = KnownGaps([], leftOut: [leftOut()])
    let found = known.match(gap(), of: other)
    let match = try #require(found)
    #expect(match.id == one)
    let none = known.match(gap(in: "Dog"), of: other)
    #expect(none == nil)
  }

  @Test func `a gap at another place or of another detail is none that is left out`() {
    var known = KnownGaps([], leftOut: [leftOut()])
    let elsewhere = known.match(gap(at: ["name"]), of: rule)
    #expect(elsewhere == nil)
    let ofNull = known.match(gap(detail: "null"), of: rule)
    #expect(ofNull == nil)
  }

  @Test func `a reported gap comes before one that is left out`() throws {
    let two = ChangeID(.gap, 2)
    var known = KnownGaps([], leftOut: [leftOut()])
    known.add(gap(id: two))
    let found = known.match(gap(), of: rule)
    let match = try #require(found)
    #expect(match.id == two)
  }

  @Test func `a gap without a name is known all the same`() throws {
    var known = KnownGaps([gap()], leftOut: [])
    let found = known.match(gap(), of: rule)
    let match = try #require(found)
    #expect(match.id == nil)
  }
}
