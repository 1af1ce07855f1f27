/// A report that can be generated.
public struct ReportTemplate: Codable, Sendable, Hashable, Identifiable {
  /// The name by which it is generated.
  public let id: String
  /// What it is called.
  public let name: String
  /// What it tells.
  public let description: String?
  /// What it can be written in.
  public let formats: [ReportFormat]

  /// Takes every field; those that may be missing are nil when left out.
  public init(id: String, name: String, description: String? = nil, formats: [ReportFormat]) {
    self.id = id
    self.name = name
    self.description = description
    self.formats = formats
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case description
    case formats
  }
}
