/// A widget of the dashboard.
public struct Widget: Codable, Sendable, Hashable, Identifiable {
  /// The name by which its data is asked for: `ticket_counts`.
  public let id: String
  /// What to write above it.
  public let title: String
  /// How it shows its data.
  public let kind: WidgetKind

  /// Takes every field.
  public init(id: String, title: String, kind: WidgetKind) {
    self.id = id
    self.title = title
    self.kind = kind
  }

  enum CodingKeys: String, CodingKey {
    case id
    case title
    case kind
  }
}
