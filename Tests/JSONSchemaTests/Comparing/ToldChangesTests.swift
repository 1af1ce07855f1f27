import Testing

@testable import PlumblineJSONSchema

/// The number of times that a change is reported, and the name under which later occurrences are counted.
struct ToldChangesTests {
  private let one = ChangeID(.gap, 1)
  private let two = ChangeID(.part, 2)
  private let choice = ChangeID(.gap, 3, in: "a")

  /// Returns Boolean values that indicate whether each of these changes is reported.
  private func told(_ changes: ChangeID..., by told: inout ToldChanges) -> [Bool] {
    changes.map { told.takes($0) }
  }

  @Test func `a change is reported at so many places, and then counts as found further`() {
    var told = ToldChanges(limit: 2)
    let first = self.told(one, one, one, by: &told)
    #expect(first == [true, true, false])
    #expect(told.further == [one])
    #expect(told.hasFurtherGaps)
    told.begin()
    #expect(told.further.isEmpty)
    #expect(!told.hasFurtherGaps)
    let next = self.told(one, by: &told)
    #expect(next == [false])
  }

  @Test func `a change that is reported under another name is found further under that`() {
    var told = ToldChanges(limit: 1)
    told.equate(two, with: one)
    let places = self.told(two, two, by: &told)
    #expect(places == [true, false])
    #expect(told.further == [one])
  }

  @Test func `a change that is reported under a name which is another's is found further under the other's`() {
    var told = ToldChanges(limit: 1)
    let three = ChangeID(.part, 3)
    told.equate(two, with: one)
    told.equate(three, with: two)
    // A name that refers back to itself gives no information.
    told.equate(one, with: three)
    let places = self.told(three, three, one, one, by: &told)
    #expect(places == [true, false, true, false])
    #expect(told.further == [one])
  }

  @Test func `a change that is left out is found further from then on, however rarely it was reported`() {
    var told = ToldChanges(limit: 3)
    told.leaveOut(one)
    let places = self.told(one, two, by: &told)
    #expect(places == [false, true])
    #expect(told.further == [one])
    var all = ToldChanges(limit: nil)
    all.leaveOut(one)
    let every = self.told(one, by: &all)
    #expect(every == [true])
  }

  @Test func `an alternative is explained by what is found further under another name`() {
    var told = ToldChanges(limit: 1)
    told.explain(choice, by: one)
    told.equate(two, with: one)
    let first = self.told(two, by: &told)
    #expect(first == [true])
    #expect(!told.isExplainedByFurther(choice))
    let next = self.told(two, by: &told)
    #expect(next == [false])
    #expect(told.isExplainedByFurther(choice))
    // A change that is reported through its parts isn't counted separately.
    let choices = self.told(choice, choice, by: &told)
    #expect(choices == [true, true])
  }

  @Test func `a change keeps its name where there is no other`() {
    var told = ToldChanges(limit: 1)
    told.equate(one, with: one)
    told.equate(two, with: nil)
    told.equate(nil, with: two)
    let places = self.told(one, two, one, two, by: &told)
    #expect(places == [true, true, false, false])
    #expect(told.further == [one, two])
  }

  @Test func `without a limit every place is reported, and nothing is found further`() {
    var told = ToldChanges(limit: nil)
    told.equate(two, with: one)
    told.explain(choice, by: one)
    let places = self.told(two, two, choice, by: &told)
    #expect(places == [true, true, true])
    #expect(told.further.isEmpty)
    #expect(!told.isExplainedByFurther(choice))
  }
}
