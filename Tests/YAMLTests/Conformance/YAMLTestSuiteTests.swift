import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct YAMLTestSuiteTests {
  /// The cases of valid YAML that aren't supported documents, by the reason for their rejection.
  private static let outside: [YAMLSyntaxError.Code: Set<String>] = [
    .complexKey: [
      "4FJ6", "6BFJ", "6PBE", "9MMW", "KK5P", "LX3P", "M2N8", "M2N8:1", "M5DY", "Q9WF", "RZP5", "SBG9",
      "V9D5", "X38W", "XW4D",
    ],
    .emptyKey: [
      "2JQS", "6M2F", "CFD4", "DFF7", "FH7J", "FRK4", "NHX8", "NKF9", "PW8X", "S3PD", "SM9W:1", "UKK6",
    ],
    .otherVersion: [
      "ZYU8:2"
    ],
    .severalDocuments: [
      "35KP", "6XDY", "6ZKB", "7Z25", "9DXL", "9KAX", "JHB9", "KSS4", "L383", "M7A3", "PUW8", "RZT7", "U9NS",
      "UT92", "W4TN",
    ],
    .unknownTag: [
      "2XXW", "565N", "5TYM", "6CK3", "6WLZ", "7FWL", "9WXW", "C4HZ", "CC74", "CUP7", "J7PZ", "M5C3", "P76L",
      "U3C3", "UGM3", "Z67P", "Z9M4",
    ],
  ]

  /// The values that the suite specifies only as events.
  private static let values: [String: String] = [
    "4ABK": #"{"unquoted": "separate", "http://foo.com": null, "omitted value": null}"#, "UKK6:2": #""""#,
  ]

  @Test func `cases in the subset are read or refused right, and the others are refused by name`() throws {
    var totals = SuiteTotals("yaml-test-suite, in the subset")
    var refused: [YAMLSyntaxError.Code: Set<String>] = [:]
    for test in try SuiteCase.all() {
      do throws(YAMLSyntaxError) {
        let document = try YAMLDocument.parse(test.yaml)
        let isRight = !test.fails && document.root == expected(test)
        totals.add(isRight)
        #expect(isRight, "\(test.name) is read as \(document.root)")
      } catch {
        if test.fails || !error.code.isOutsideSubset {
          totals.add(test.fails)
          #expect(test.fails, "\(test.name) is refused: \(error)")
        } else {
          refused[error.code, default: []].insert(test.name)
        }
      }
    }
    print(totals, "and \(refused.values.reduce(0) { $0 + $1.count }) refused by name")
    for code in YAMLSyntaxError.Code.allCases { #expect(refused[code] ?? [] == Self.outside[code] ?? [], "\(code)") }
    let stated = try SuiteTotals.stated(totals.suite)
    #expect(totals.isNoWorse(than: stated), "The article Conformance states more than \(totals)")
  }

  /// No document at all is null.
  private func expected(_ test: SuiteCase) -> JSON? {
    if let text = Self.values[test.name] { return try? JSON.parse(text) }
    guard let values = test.values, values.count <= 1 else { return nil }
    if let value = values.first { return value }
    return try? JSON.parse("null")
  }
}
