import Foundation

/// A report as a table.
public struct Report: Codable, Sendable, Hashable {
  /// The ID of the template that the report was generated from.
  public let templateId: String
  /// The time at which the report was generated.
  public let generatedAt: Date
  /// The names of the columns.
  public let columns: [String]
  /// The rows, each with one cell per column.
  public let rows: [[ReportCell]]

  /// Creates a report.
  public init(templateId: String, generatedAt: Date, columns: [String], rows: [[ReportCell]]) {
    self.templateId = templateId
    self.generatedAt = generatedAt
    self.columns = columns
    self.rows = rows
  }

  enum CodingKeys: String, CodingKey {
    case templateId = "template_id"
    case generatedAt = "generated_at"
    case columns, rows
  }
}

/// One cell of a report's table.
public enum ReportCell: Sendable, Hashable {
  /// A string.
  case string(String)
  /// A number without a fraction.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A Boolean value.
  case boolean(Bool)
  /// An empty cell.
  case null
}

extension ReportCell: Codable {
  /// Decodes any JSON value other than an array or an object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a string, a number, a boolean or null")
    }
  }

  /// Encodes the value unchanged.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

/// A generated report. The requested format determines the case.
public enum ReportResult: Sendable, Hashable {
  /// A table (`json`, or no format).
  case json(Report)
  /// A file (`csv`, `pdf`, or a format that this client doesn't know).
  case file(ReportFile)
}
