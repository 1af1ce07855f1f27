import PlumblineAPIClient

/// Asks for a report; nil fields are not sent.
public struct ReportRequest: Encodable, Sendable, Hashable {
  /// The template to make it from.
  public var templateId: String
  /// What it is limited to.
  public var parameters: ReportParameters?
  /// What to write it in; the server takes JSON when it is nil.
  public var format: ReportFormat?

  /// Takes every field; those that may be missing are nil when left out.
  public init(templateId: String, parameters: ReportParameters? = nil, format: ReportFormat? = nil) {
    self.templateId = templateId
    self.parameters = parameters
    self.format = format
  }

  enum CodingKeys: String, CodingKey {
    case templateId = "template_id"
    case parameters
    case format
  }
}

/// What a report is limited to; nil fields are not sent.
public struct ReportParameters: Encodable, Sendable, Hashable {
  /// The first day.
  public var dateFrom: CalendarDate?
  /// The last day.
  public var dateTo: CalendarDate?

  /// Takes every field; those that may be missing are nil when left out.
  public init(dateFrom: CalendarDate? = nil, dateTo: CalendarDate? = nil) {
    self.dateFrom = dateFrom
    self.dateTo = dateTo
  }

  enum CodingKeys: String, CodingKey {
    case dateFrom = "date_from"
    case dateTo = "date_to"
  }
}

/// What a report is written in.
public struct ReportFormat: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `json`
  public static let json = Self(rawValue: "json")
  /// `csv`
  public static let csv = Self(rawValue: "csv")
  /// `pdf`
  public static let pdf = Self(rawValue: "pdf")

  /// The values that the documentation names.
  public static let known: [Self] = [.json, .csv, .pdf]
}
