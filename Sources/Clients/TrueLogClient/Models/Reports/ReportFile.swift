import Foundation

/// A report as a file to share.
public struct ReportFile: Sendable, Hashable {
  /// The file's bytes.
  public let data: Data
  /// The media type: `text/csv`, `application/pdf`.
  public let contentType: String
  /// A name without folders, from the server or else derived from the template: `asset_register.csv`.
  public let suggestedFileName: String

  /// Creates a value from its fields.
  public init(data: Data, contentType: String, suggestedFileName: String) {
    self.data = data
    self.contentType = contentType
    self.suggestedFileName = suggestedFileName
  }
}
