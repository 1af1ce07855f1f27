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
