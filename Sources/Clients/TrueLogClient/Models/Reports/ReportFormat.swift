import PlumblineAPIClient

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
