/// The drafts of JSON Schema, oldest first.
public enum SchemaDraft: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Draft 04, published in 2013. OpenAPI 3.0 builds on it.
  case draft4
  /// Draft 06, published in 2017.
  case draft6
  /// Draft 07, published in 2018.
  case draft7
  /// Draft 2019-09.
  case draft2019
  /// Draft 2020-12. OpenAPI 3.1 builds on it.
  case draft2020

  /// The draft's URI in `$schema`.
  public var uri: String {
    switch self {
    case .draft4: "http://json-schema.org/draft-04/schema#"
    case .draft6: "http://json-schema.org/draft-06/schema#"
    case .draft7: "http://json-schema.org/draft-07/schema#"
    case .draft2019: "https://json-schema.org/draft/2019-09/schema"
    case .draft2020: "https://json-schema.org/draft/2020-12/schema"
    }
  }

  /// The draft's name in sentences, such as `2020-12`.
  public var name: String {
    switch self {
    case .draft4: "draft 04"
    case .draft6: "draft 06"
    case .draft7: "draft 07"
    case .draft2019: "2019-09"
    case .draft2020: "2020-12"
    }
  }

  /// Creates the draft that a `$schema` names, with or without an empty fragment, or returns `nil` for any other URI.
  public init?(uri: String) {
    let bare = uri.hasSuffix("#") ? String(uri.dropLast()) : uri
    guard let draft = Self.allCases.first(where: { $0.uri == bare || $0.uri == bare + "#" }) else { return nil }
    self = draft
  }

  /// Returns a Boolean value that indicates whether the first draft was published before the second.
  public static func < (left: SchemaDraft, right: SchemaDraft) -> Bool { left.rawValue < right.rawValue }
}
