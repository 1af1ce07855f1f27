import PlumblineAPIClient

/// The requests for reports.
public struct ReportService: Sendable {
  let api: APIClient

  /// Returns the reports that can be generated. `GET /api/v2/reports/templates`
  public func listTemplates() async throws -> [ReportTemplate] {
    try await api.get("/api/v2/reports/templates")
  }

  /// Generates a report. `POST /api/v2/reports/generate`
  ///
  /// - Returns: `.json` if the format is JSON or `nil`, and `.file` otherwise.
  /// - Throws: `APIError.decoding` if a CSV or PDF report has another media type, or any other `APIError`.
  public func generateReport(_ report: ReportRequest) async throws -> ReportResult {
    let path: EndpointPath = "/api/v2/reports/generate"
    guard let format = report.format, format != .json else {
      return .json(try await api.post(path, body: report))
    }
    let mediaType = Self.mediaType(of: format)
    let accept = mediaType.map { "\($0), application/json" } ?? "*/*"
    let request = APIRequest(.post, path, body: report, accept: accept)
    let answer = try await api.download(request, mediaType: mediaType)
    let file = ReportFile(
      data: answer.body, contentType: answer.mediaType ?? "application/octet-stream",
      suggestedFileName: answer.suggestedFileName ?? "\(report.templateId).\(format.rawValue)")
    return .file(file)
  }

  private static func mediaType(of format: ReportFormat) -> String? {
    switch format {
    case .csv: return "text/csv"
    case .pdf: return "application/pdf"
    default: return nil
    }
  }
}
