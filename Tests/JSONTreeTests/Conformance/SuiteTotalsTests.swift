import TestSupport
import Testing

struct SuiteTotalsTests {
  private func totals(_ passed: Int, _ total: Int) -> SuiteTotals {
    var totals = SuiteTotals("S")
    for index in 0..<total { totals.add(index < passed) }
    return totals
  }

  @Test func `fewer cases that pass, or more that fail, are worse than stated`() {
    #expect(totals(9, 10).isNoWorse(than: totals(9, 10)))
    #expect(totals(10, 10).isNoWorse(than: totals(9, 10)))
    #expect(totals(11, 12).isNoWorse(than: totals(9, 10)))
    #expect(!totals(8, 10).isNoWorse(than: totals(9, 10)))
    #expect(!totals(8, 8).isNoWorse(than: totals(9, 10)))
    #expect(!totals(9, 11).isNoWorse(than: totals(9, 10)))
    #expect(!totals(0, 0).isNoWorse(than: totals(9, 10)))
    #expect(totals(9, 10).description == "S: 9/10")
  }

  @Test func `a row of the table is read, and what can't be compared is an error`() throws {
    let text =
      "| suite | passed |\n|---|---|\n| A, one | 7/8 | more |\n| B | 9 |\n| C | 3/2 |\n| D | 1/1 |\n| D | 1/1 |\n"
    let stated = try SuiteTotals.stated("A, one", in: text)
    #expect(stated.passed == 7)
    #expect(stated.total == 8)
    for suite in ["B", "C", "D", "E", "A", "suite"] {
      #expect(throws: SuiteTotals.Unreadable.self) { try SuiteTotals.stated(suite, in: text) }
    }
  }
}
