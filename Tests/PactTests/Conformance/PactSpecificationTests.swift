import TestSupport
import Testing

@testable import PlumblinePact

@Suite(.enabled(if: Conformance.has("pact"), "PLUMBLINE_CONFORMANCE is not set, or has no pact"))
struct PactSpecificationTests {
  @Test func `every case of the specification matches as it says`() throws {
    let cases = try PactCase.all()
    #expect(cases.count == 577)
    var totals = SuiteTotals("pact-specification, versions 1 to 3")
    for test in cases {
      let mismatches = test.mismatches
      let isRight = mismatches.isEmpty == test.isMatch && !mismatches.contains(where: \.isUndecided)
      totals.add(isRight)
      #expect(isRight, "\(test.name): \(mismatches)")
    }
    print(totals)
    let stated = try SuiteTotals.stated(totals.suite)
    #expect(totals.isNoWorse(than: stated), "The article Conformance states more than \(totals)")
  }
}
