import PlumblineJSONTree
import PlumblineReporting
import Testing

/// The number of played variants. Every format with numbers contains it, unless there were no variants.
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
    #expect(render(format, 1234).contains("1234 mutations"))
    #expect(render(format, 1).contains("1 mutation"))
    #expect(!render(format, 1).contains("mutations"))
  }

  @Test func `HTML has it among the numbers of the run`() {
    #expect(render(.html, 1234).contains("<b>1234</b>\n<span>mutations</span>"))
    #expect(render(.html, 1).contains("<b>1</b>\n<span>mutation</span>"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `variants that a limit left out are counted by endpoint in every form`(format: ReportFormat) {
    var report = Sample.good
    report.variants = 188
    let name = report.endpoints[0].name
    report.note(Report.OmittedMutations(service: name.service, endpoint: name.id, count: 300, all: 480))
    report.note(Report.OmittedMutations(service: name.service, endpoint: name.id, count: 12, all: 20))
    #expect(report.leftOutVariants.count == 1)
    let text = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.contains("312"), "\(format): \(text)")
    #expect(text.contains("500"), "\(format): \(text)")
  }

  @Test func `JSON has them in its summary and by endpoint, and they are read and merged again`() throws {
    var report = Sample.good
    report.note(Report.OmittedMutations(service: "truelog", endpoint: "tickets.list", count: 5, all: 9))
    let text = ReportFormat.json.render(report, ReportOptions(version: "0.1.0"))
    let json = try JSON.parse(text)
    #expect(json["summary"]?["variantsLeftOut"]?.int == 5)
    #expect(json["variantsLeftOut"]?[0]?["endpoint"]?.string == "tickets.list")
    #expect(json["variantsLeftOut"]?[0]?["leftOut"]?.int == 5)
    #expect(json["variantsLeftOut"]?[0]?["variants"]?.int == 9)
    let read = try ReportReader.read(Array(text.utf8), path: "r.json")
    #expect(read.leftOutVariants == report.leftOutVariants)
    let merged = try #require(Report.merged([read, read]))
    #expect(merged.leftOutVariants == [.init(service: "truelog", endpoint: "tickets.list", count: 10, all: 18)])
  }

  @Test(arguments: ReportFormat.allCases)
  func `a call whose client was given up is in every form, by name, count and reason`(format: ReportFormat) {
    var report = Sample.good
    report.variants = 188
    let name = report.endpoints[0].name
    let givenUp = Report.OmittedMutations.GivenUp(call: "Lists them all", reason: "the client hung 3 times")
    report.note(
      Report.OmittedMutations(service: name.service, endpoint: name.id, givenUp: givenUp, count: 77, all: 91))
    let text = format.render(report, ReportOptions(version: "0.1.0"))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in ["Lists them all", "77", "91", "the client hung 3 times"] {
      #expect(text.contains(words), "\(format): \(words): \(text)")
    }
  }

  @Test func `a call that was given up is a line of its own, skipped in JUnit, and stays so when merged`() throws {
    var report = Sample.good
    let givenUp = Report.OmittedMutations.GivenUp(call: "Lists", reason: "the client crashed 50 times")
    report.note(Report.OmittedMutations(service: "truelog", endpoint: "tickets.list", count: 5, all: 9))
    report.note(
      Report.OmittedMutations(service: "truelog", endpoint: "tickets.list", givenUp: givenUp, count: 7, all: 60))
    #expect(
      report.leftOutVariantSentences == [
        "tickets.list: Lists: about 7 of 60 mutations weren't tried, because the client crashed 50 times",
        "5 of 9 mutations of tickets.list were left out (--mutations-limit)",
      ])
    let junit = ReportFormat.junit.render(report, ReportOptions(version: "0.1.0"))
    #expect(junit.contains(#"name="variants: Lists""#), "\(junit)")
    #expect(junit.contains("<skipped message=\"about 7 of 60 weren"), "\(junit)")
    let text = ReportFormat.json.render(report, ReportOptions(version: "0.1.0"))
    let line = try JSON.parse(text)["variantsLeftOut"]?[1]
    #expect(line?["call"]?.string == "Lists")
    #expect(line?["reason"]?.string == "the client crashed 50 times")
    let read = try ReportReader.read(Array(text.utf8), path: "r.json")
    #expect(read.leftOutVariants == report.leftOutVariants)
    let merged = try #require(Report.merged([read, read]))
    #expect(merged.leftOutVariants.map(\.count).sorted() == [10, 14])
  }

  @Test func `of very many endpoints the last sentence speaks of the rest`() {
    var report = Sample.good
    for number in 1...14 {
      report.note(Report.OmittedMutations(service: "truelog", endpoint: "e\(number)", count: 1, all: 3))
    }
    let sentences = report.leftOutVariantSentences
    #expect(sentences.count == 12)
    #expect(sentences.last == "3 of 9 mutations of 3 other endpoints were left out (--mutations-limit)")
  }

  @Test(arguments: ReportFormat.allCases)
  func `a run that played none says nothing of them`(format: ReportFormat) {
    var report = Sample.good
    report.variants = 0
    let page = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(!page.contains("variants"), "\(format)")
  }
}
