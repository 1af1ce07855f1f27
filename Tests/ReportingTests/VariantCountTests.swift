import PlumblineJSONTree
import PlumblineReporting
import Testing

/// How many variants were played stands in every form that has numbers, and nowhere when none were.
struct VariantCountTests {
  private func render(_ format: ReportFormat, _ variants: Int) -> String {
    var report = Sample.good
    report.variants = variants
    return format.render(report, ReportOptions(version: "0.1.0"))
  }

  @Test func `JSON and SARIF have the number of variants`() throws {
    #expect(try JSON.parse(render(.json, 1234))["summary"]?["variants"]?.int == 1234)
    #expect(try JSON.parse(render(.sarif, 1234))["runs"]?[0]?["properties"]?["variants"]?.int == 1234)
  }

  @Test func `JUnit has it as a property of each suite`() throws {
    let root = try #require(XMLElementTree.parse(render(.junit, 1234)))
    let properties = try #require(root.children.first?.children.first { $0.name == "properties" })
    #expect(properties.children.contains { $0.attributes == ["name": "variants", "value": "1234"] })
  }

  @Test(arguments: [ReportFormat.console, .github, .markdown])
  func `a form for people has it among its facts`(format: ReportFormat) {
    #expect(render(format, 1234).contains("1234 variants"))
    #expect(render(format, 1).contains("1 variant"))
    #expect(!render(format, 1).contains("variants"))
  }

  @Test func `HTML has it among the numbers of the run`() {
    #expect(render(.html, 1234).contains("<b>1234</b>\n<span>variants</span>"))
    #expect(render(.html, 1).contains("<b>1</b>\n<span>variant</span>"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `a run that played none says nothing of them`(format: ReportFormat) {
    var report = Sample.good
    report.variants = 0
    let page = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(!page.contains("variants"), "\(format)")
  }
}
