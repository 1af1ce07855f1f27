import Foundation
import PlumblineAPIClient
import TestSupport
import Testing
import TrueLogClient

@Suite struct ReportServiceTests {
  private func client(_ transport: StubTransport) throws -> TrueLogClient {
    TrueLogClient(baseURL: try #require(URL(string: "http://127.0.0.1:1")), apiKey: "k", transport: transport)
  }

  @Test func `templates are listed`() async throws {
    let transport = StubTransport(#"{"success":true,"data":[\#(Samples.reportTemplate)]}"#)
    let templates = try await client(transport).reports.listTemplates()
    #expect(templates.map(\.formats) == [[.json, .csv, .pdf]])
    #expect(transport.requests.map { $0.url?.path } == ["/api/v2/reports/templates"])
  }

  @Test(arguments: [nil, ReportFormat.json])
  func `JSON is a table`(format: ReportFormat?) async throws {
    let transport = StubTransport(#"{"success":true,"data":\#(Samples.report)}"#)
    let request = ReportRequest(templateId: "asset_register", format: format)
    guard case .json(let report) = try await client(transport).reports.generateReport(request) else {
      Issue.record("a table was expected")
      return
    }
    #expect(report.columns.count == 5)
    #expect(transport.requests.map(\.httpMethod) == ["POST"])
    #expect(transport.requests.map { $0.url?.path } == ["/api/v2/reports/generate"])
  }

  @Test func `CSV is a file with the server's name`() async throws {
    let transport = StubTransport(
      headers: ["Content-Type": "text/csv; charset=utf-8", "Content-Disposition": #"attachment; filename="r.csv""#],
      "a,b\n")
    let result = try await client(transport).reports.generateReport(
      ReportRequest(templateId: "asset_register", format: .csv))
    #expect(result == .file(ReportFile(data: Data("a,b\n".utf8), contentType: "text/csv", suggestedFileName: "r.csv")))
    #expect(transport.requests.first?.value(forHTTPHeaderField: "Accept") == "text/csv, application/json")
  }

  @Test func `a file without a name is named after its template`() async throws {
    let transport = StubTransport(headers: ["Content-Type": "application/pdf"], "%PDF")
    let result = try await client(transport).reports.generateReport(
      ReportRequest(templateId: "asset_register", format: .pdf))
    guard case .file(let file) = result else {
      Issue.record("a file was expected")
      return
    }
    #expect(file.suggestedFileName == "asset_register.pdf")
  }

  @Test func `a web page is not a PDF`() async throws {
    let transport = StubTransport(headers: ["Content-Type": "text/html"], "<html>")
    let client = try client(transport)
    let error = await #expect(throws: APIError.self) {
      try await client.reports.generateReport(ReportRequest(templateId: "t", format: .pdf))
    }
    guard case .decoding(let failure) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(failure.expected == "a body of type application/pdf")
  }

  @Test func `an unknown format is the server's to refuse`() async throws {
    let transport = StubTransport(
      status: 422, #"{"success":false,"error":"VALIDATION_ERROR","message":"No such format."}"#)
    let client = try client(transport)
    let error = await #expect(throws: APIError.self) {
      try await client.reports.generateReport(ReportRequest(templateId: "t", format: "xlsx"))
    }
    #expect(error?.errorDescription == "No such format.")
    #expect(transport.requests.count == 1)
  }
}
