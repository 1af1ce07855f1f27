/// A kind of report that the server can generate.
public struct ReportTemplate: Codable, Sendable, Hashable, Identifiable {
  /// The ID for requesting the report.
  public let id: String
  /// The name.
  public let name: String
  /// The report's purpose.
  public let description: String?
  /// The formats that the report is available in.
  public let formats: [ReportFormat]

  /// Creates a template.
  public init(id: String, name: String, description: String? = nil, formats: [ReportFormat]) {
    self.id = id
    self.name = name
    self.description = description
    self.formats = formats
  }

  enum CodingKeys: String, CodingKey {
    case id, name, description, formats
  }
}
