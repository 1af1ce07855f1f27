import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineReporting
import Testing

struct MarkdownRendererTests {
  private func render(_ report: Report) -> String {
    ReportFormat.markdown.render(report, ReportOptions(version: "0.1.0"))
  }

  @Test func `a run without drift is its verdict`() {
    #expect(
      render(Sample.good) == """
        ## ✅ No drift

        `plumbline verify` · `mock` · 2 endpoints verified · 3 calls · 4 exchanges

        <sub>plumbline 0.1.0</sub>

        """)
  }

  @Test func `drift is a table by endpoint, with the details folded away`() {
    let text = render(Sample.bad)
    #expect(text.hasPrefix("## ❌ 1 breaking, 1 warning in 1 endpoint\n\n1 call failed, 1 problem in files.\n"))
    #expect(
      text.contains(
        """

        ### Drift

        #### `tickets.update` · `PUT /api/v2/tickets/{ticket_id}`

        | severity | rule | place | expected | actual |
        | :-- | :-- | :-- | :-- | :-- |
        | 🔴 breaking | `response.field.number-as-string` × 3 | `/response/body/data/id` | `integer` | `string "17"` |
        | 🟠 warning | `response.field.undocumented` | `/response/body/data/escalation` | – | – |

        <details><summary>Details</summary>

        - `response.field.number-as-string` `/response/body/data/id` The number is written as a string.<br>`tickets.update` · \
        status 200 · call `tickets.update: edits a ticket` · `Contracts/truelog/contract.json:41:30` · \
        fingerprint `\(Sample.numberAsString.fingerprint)`

        """))
    #expect(text.contains("\n- `comments.update: edits a comment`: Expected the new content, got the old one.\n"))
    #expect(text.contains("<summary>1 skipped call</summary>\n\n- 1 × It needs `--allow-writes`") == false)
    #expect(text.contains("\n- 1 × It needs \\-\\-allow\\-writes.\n"))
  }

  @Test func `coverage, evidence and waived drift have tables of their own`() {
    let text = render(Sample.full)
    #expect(text.contains("| `accessories.checkout` | unconfirmed | 8 | 4 | ✅ | ⚠️ drift | 40 % |"))
    #expect(text.contains("<summary>Observed coverage: 38 of 60 documented parts seen (63 %)</summary>"))
    #expect(text.contains("| `assets.list` | `200 /response/body/data/priority as null` |"))
    #expect(text.contains("<summary>1 waived</summary>"))
    #expect(text.contains("| Assets in transit have no location until the next release. \\(until 2027\\-03\\-31\\) |"))
    #expect(!text.contains("Left out"))
  }

  @Test func `a comment never grows past GitHub's limit, and says what it leaves out`() throws {
    var report = Sample.large(10_000)
    report.calls[0].outcome = .failed
    report.calls[0].reason = "It timed out."
    let text = render(report)
    #expect(text.utf8.count <= 65_536)
    let shown = text.ranges(of: "\n| 🔴 breaking").count
    #expect(shown > 100)
    #expect(!text.contains("\n| 🔵 notice"), "The most severe ones come in first.")
    #expect(
      text.contains(
        "_Left out, because a GitHub comment is limited to 65,536 characters: \(10_000 - shown) findings"))
    #expect(text.contains("It timed out."))
  }

  @Test(arguments: [
    ("a|b", "`a\\|b`"), ("a\\|b", "`a\\ \\|b`"), ("`", "`` ` ``"), ("a``b", "```a``b```"), (" a", "`  a `"),
  ]) func `code keeps what is in it`(text: String, code: String) {
    var report = Sample.good
    report.drift = [Sample.undocumented]
    report.drift[0].actual = text
    #expect(render(report).contains("| – | \(code) |"))
  }

  @Test(arguments: ["coverage", "verify"])
  func `coverage is open to see where it was asked for, with the service's title above it`(command: String) throws {
    var report = Sample.good
    report.command = command
    report.coverage = [
      Report.CoverageLine(
        endpoint: Sample.edit, recordings: 2, calls: 2, mock: .passed, server: .never, seen: 1, documented: 4)
    ]
    let text = ReportFormat.markdown.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.contains("<summary>Coverage") == (command == "verify"))
    let title = try #require(text.firstRange(of: "#### TrueLog Inventory API"))
    let row = try #require(text.firstRange(of: "| `tickets.update` | documented | 2 | 2 |"))
    #expect(title.upperBound < row.lowerBound)
    #expect(text.contains(" | 25 % |"))
  }
}
