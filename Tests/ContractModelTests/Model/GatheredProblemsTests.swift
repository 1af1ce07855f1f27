import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Problems with the same message at several places in a document.
struct GatheredProblemsTests {
  private func problems(
    at lines: [Int], of file: String = "api.yaml", _ message: String = "It is wrong.",
    level: Problem.Level = .warning, isServable: Bool = false
  ) -> [Problem] {
    lines.map { line in
      Problem(SourceLocation(file: file, line: line, column: 3), message, level: level, isServable: isServable)
    }
  }

  @Test func `one that says something alone stays as it is`() {
    let alone = problems(at: [7])
    #expect(alone.gathered() == alone)
    #expect([Problem]().gathered().isEmpty)
  }

  @Test(arguments: [
    ([9, 2], "It is wrong. (Also at line 9.)"),
    ([9, 2, 5], "It is wrong. (Also at lines 5 and 9.)"),
    ([11, 9, 2, 5, 7], "It is wrong. (Also at lines 5, 7, 9 and 11.)"),
    ([11, 9, 2, 5, 7, 13], "It is wrong. (Also at lines 5, 7, 9 and 2 more.)"),
    ([2, 2, 2], "It is wrong. (3 times in this line.)"),
    ([2, 5, 5, 2], "It is wrong. (Also at line 5.)"),
  ])
  func `those that say the same are one at the first place, with the lines of the others`(
    lines: [Int], message: String
  ) {
    let gathered = problems(at: lines).gathered()
    #expect(gathered == problems(at: [2], message))
  }

  @Test func `those of another file, of another level or that can be served are others`() {
    let all =
      problems(at: [2]) + problems(at: [3], of: "other.yaml") + problems(at: [4], level: .error)
      + problems(at: [5], isServable: true) + problems(at: [6], "It is wrong, too.")
    #expect(all.gathered() == all.sorted())
  }

  @Test func `what they are about is that of the first`() throws {
    var all = problems(at: [4, 2], isServable: true)
    (all[0].subject, all[1].subject) = (40, 20)
    (all[0].isOmission, all[1].isOmission) = (false, true)
    let gathered = all.gathered()
    let first = try #require(gathered.first)
    #expect(gathered.count == 1)
    #expect(first.subject == 20)
    #expect(first.isOmission)
    #expect(first.isServable)
  }

  @Test func `they come in the order of their first places`() {
    let gathered = (problems(at: [8, 3], "Late.") + problems(at: [9, 1], "Early.")).gathered()
    #expect(gathered.map(\.message) == ["Early. (Also at line 9.)", "Late. (Also at line 8.)"])
  }
}
