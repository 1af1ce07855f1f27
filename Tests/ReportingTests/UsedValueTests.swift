import PlumblineJSONTree
import PlumblineReporting
import Testing

/// The values that calls used, which are a single list in the report.
struct UsedValueTests {
  private static let options = ReportOptions(version: "0.1.0")

  private static var report: Report {
    var report = Sample.good
    for (variable, value, origin, endpoint) in [
      ("ticket_id", "1042", Report.UsedValue.Origin.given, "tickets.update"),
      ("comment_id", "c17", .made, "comments.update"), ("ticket_id", "1042", .given, "comments.update"),
      ("ticket_id", "1042", .given, "tickets.update"), ("asset_id", "a5", .found, "assets.get"),
    ] {
      report.note(
        Report.UsedValue(
          service: "truelog", variable: variable, value: value, origin: origin, endpoints: [endpoint]))
    }
    return report
  }

  @Test func `a value is one line, with all endpoints that it was used for`() {
    #expect(Self.report.usedValues.map(\.variable) == ["ticket_id", "comment_id", "asset_id"])
    #expect(Self.report.usedValues[0].endpoints == ["tickets.update", "comments.update"])
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html, .junit])
  func `a form for people says what was used, where it is from and what it was for`(format: ReportFormat) {
    let text = format.render(Self.report, Self.options).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in [
      "ticket_id", "1042, given with --var or in the environment, for tickets.update and comments.update",
      "c17, created by the run, for comments.update", "a5, found on the server, for assets.get",
    ] {
      #expect(text.replacing("\\", with: "").contains(words), "\(format): \(words): \(text)")
    }
    #expect(!format.render(Sample.good, Self.options).contains("alues used"))
  }

  @Test func `JSON has them as values, which are read and merged again`() throws {
    let text = ReportFormat.json.render(Self.report, Self.options)
    let value = try JSON.parse(text)["values"]?[1]
    #expect(value?["service"]?.string == "truelog")
    #expect(value?["variable"]?.string == "comment_id")
    #expect(value?["value"]?.string == "c17")
    #expect(value?["origin"]?.string == "made")
    #expect(value?["endpoints"]?[0]?.string == "comments.update")
    let read = try ReportReader.read(Array(text.utf8), path: "r.json")
    #expect(read.usedValues == Self.report.usedValues)
    let merged = try #require(Report.merged([read, read]))
    #expect(merged.usedValues.map(\.variable) == ["asset_id", "comment_id", "ticket_id"])
    #expect(merged.usedValues[2].endpoints == ["comments.update", "tickets.update"])
    #expect(try JSON.parse(ReportFormat.json.render(Sample.good, Self.options))["values"] == nil)
  }

  @Test func `of very many values the console's last line counts the rest`() {
    var report = Sample.good
    for number in 1...30 {
      report.note(
        Report.UsedValue(
          service: "truelog", variable: "id", value: "\(number)", origin: .made, endpoints: ["tickets.update"]))
    }
    let text = ReportFormat.console.render(report, Self.options)
    #expect(text.contains("id: 23, created by the run"))
    #expect(!text.contains("id: 24, created by the run"))
    #expect(text.contains("7 more are in the JSON report"))
  }
}
