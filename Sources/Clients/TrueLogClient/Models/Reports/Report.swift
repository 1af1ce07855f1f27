import Foundation

/// A report as a table.
public struct Report: Codable, Sendable, Hashable {
  /// The template that it was made from.
  public let templateId: String
  /// When it was made.
  public let generatedAt: Date
  /// The names of the columns.
  public let columns: [String]
  /// The rows, each with a cell for each column.
  public let rows: [[ReportCell]]

  /// Takes every field.
  public init(templateId: String, generatedAt: Date, columns: [String], rows: [[ReportCell]]) {
    self.templateId = templateId
    self.generatedAt = generatedAt
    self.columns = columns
    self.rows = rows
  }

  enum CodingKeys: String, CodingKey {
    case templateId = "template_id"
    case generatedAt = "generated_at"
    case columns
    case rows
  }
}
