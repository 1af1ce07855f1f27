import PlumblineAPIClient

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
