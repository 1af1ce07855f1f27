import PlumblineAPIClient

/// A request for a report. Fields that are `nil` aren't sent.
public struct ReportRequest: Encodable, Sendable, Hashable {
  /// The ID of the template to generate the report from.
  public var templateId: String
  /// The period that the report covers.
  public var parameters: ReportParameters?
  /// The output format. If it is `nil`, the server assumes JSON.
  public var format: ReportFormat?

  /// Creates a request for a report.
  public init(templateId: String, parameters: ReportParameters? = nil, format: ReportFormat? = nil) {
    self.templateId = templateId
    self.parameters = parameters
    self.format = format
  }

  enum CodingKeys: String, CodingKey {
    case templateId = "template_id"
    case parameters, format
  }
}

/// The period that a report covers. Fields that are `nil` aren't sent.
public struct ReportParameters: Encodable, Sendable, Hashable {
  /// The first day.
  public var dateFrom: CalendarDate?
  /// The last day.
  public var dateTo: CalendarDate?

  /// Creates the period that a report covers.
  public init(dateFrom: CalendarDate? = nil, dateTo: CalendarDate? = nil) {
    self.dateFrom = dateFrom
    self.dateTo = dateTo
  }

  enum CodingKeys: String, CodingKey {
    case dateFrom = "date_from"
    case dateTo = "date_to"
  }
}

/// The output format of a report.
public struct ReportFormat: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a format from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `json`
  public static let json = Self(rawValue: "json")
  /// `csv`
  public static let csv = Self(rawValue: "csv")
  /// `pdf`
  public static let pdf = Self(rawValue: "pdf")

  /// The formats that the documentation names.
  public static let known: [Self] = [.json, .csv, .pdf]
}
