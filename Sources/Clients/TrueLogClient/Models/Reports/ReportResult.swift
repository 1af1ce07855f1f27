/// What generating a report returns, by the format that was asked for.
public enum ReportResult: Sendable, Hashable {
  /// A table (`json`, or no format).
  case json(Report)
  /// A file (`csv`, `pdf` and formats that nobody knew yet).
  case file(ReportFile)
}
