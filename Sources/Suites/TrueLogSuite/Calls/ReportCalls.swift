import PlumblineAPIClient
import PlumblineVerification
import TrueLogClient

/// The calls for report templates and for a report in each format.
enum ReportCalls {
  static var all: [Call] { templates.calls + generate.calls }

  private static var templates: EndpointCalls {
    EndpointCalls("reports.templates")
      .ordinary("lists report templates") { client, _ in try await client.reports.listTemplates() }
  }

  private static func request(_ format: ReportFormat?, template: String) -> ReportRequest {
    ReportRequest(
      templateId: template,
      parameters: ReportParameters(
        dateFrom: CalendarDate(year: 2026, month: 11, day: 1), dateTo: CalendarDate(year: 2026, month: 11, day: 30)),
      format: format)
  }

  private static var generate: EndpointCalls {
    @Sendable func template(_ context: CallContext) throws -> String {
      try context.text("template_id", default: "tickets_by_status")
    }
    return EndpointCalls("reports.generate")
      .ordinary("generates a report as JSON") { client, context in
        try await client.reports.generateReport(request(.json, template: template(context)))
      }
      .success("generates a report as CSV") { client, context in
        try await client.reports.generateReport(request(.csv, template: template(context)))
      }
      .success("generates a report as PDF") { client, context in
        try await client.reports.generateReport(request(.pdf, template: template(context)))
      }
      .success("generates a report in no format in particular") { client, context in
        try await client.reports.generateReport(
          ReportRequest(templateId: context.text("other_template_id", default: "asset_register")))
      }
      .failure("validation", "generates a report in a format that doesn't exist") { client, context in
        try await client.reports.generateReport(
          request(ReportFormat(rawValue: "xlsx"), template: template(context)))
      }
      .failure("notFound", "generates a report from a template that doesn't exist") { client, _ in
        try await client.reports.generateReport(request(.json, template: "no_such_template"))
      }
  }
}
