import Foundation

/// A report as a file to share.
public struct ReportFile: Sendable, Hashable {
  /// The file's bytes.
  public let data: Data
  /// The media type, such as `text/csv` or `application/pdf`.
  public let contentType: String
  /// A file name without folders, such as `asset_register.csv`. It comes from the server or, if the server suggests
  /// none, from the template.
  public let suggestedFileName: String

  /// Creates a file.
  public init(data: Data, contentType: String, suggestedFileName: String) {
    self.data = data
    self.contentType = contentType
    self.suggestedFileName = suggestedFileName
  }
}
