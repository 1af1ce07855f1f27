import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// One answer that an endpoint promises for a success.
package final class DocumentedAnswer: Sendable {
  /// What the body holds.
  package enum Content: Sendable {
    /// A payload inside the envelope.
    case payload(Schema)
    /// The envelope with its payload absent or null.
    case noPayload
    /// Bare JSON, outside any envelope.
    case body(Schema)
    /// One of several media types.
    case media([MediaContent])
    /// No body at all.
    case empty
  }

  /// A header field that the answer carries.
  package struct Header: Sendable {
    package let name: String
    package let schema: Schema?
    package let isRequired: Bool
    /// What it tells of a list.
    package let paging: Paging?
    package let location: SourceLocation

    /// What a text means that it carries: a list or an object is written in the style `simple` (OpenAPI, Header Object).
    package func reading(_ text: String) -> JSON {
      guard let schema else { return JSON(text) }
      let value = schema.reading(text)
      guard schema.shape != .scalar, !schema.isValid(value) else { return value }
      // Blanks after commas are no part of elements (RFC 9110, section 5.6.1).
      let bytes = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: ",").utf8
      let style = ParameterStyle(.simple)
      return schema.typing(style.value(of: Array(bytes)[...], named: name, as: schema.shape, .plain))
    }

    /// A Boolean value that indicates whether its schema says anything of what it holds.
    package var saysWhat: Bool {
      schema.map { $0.source.kind == .object && $0.source.count > 0 } ?? false
    }

    package init(
      name: String, schema: Schema?, isRequired: Bool, paging: Paging? = nil, location: SourceLocation
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.paging = paging
      self.location = location
    }
  }

  package let statuses: StatusRange
  /// When this answer is the one, of several for its status.
  package let condition: Condition
  package let content: Content
  package let headers: [Header]
  /// The envelope's further members that this answer must carry: `pagination`.
  package let others: [String]
  package let standing: Standing
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    statuses: StatusRange, condition: Condition = Condition(), content: Content, headers: [Header] = [],
    others: [String] = [],
    standing: Standing = .documented, location: SourceLocation
  ) {
    self.statuses = statuses
    self.condition = condition
    self.content = content
    self.headers = headers
    self.others = others
    self.standing = standing
    self.location = location
  }

  /// What its payload, its body or the first JSON in its content has to fit; `nil` where nothing says so.
  package var shown: Schema? {
    switch content {
    case .payload(let schema), .body(let schema): schema
    case .media(let contents): contents.first { MediaType.isJSON($0.mediaType) }?.schema
    case .noPayload, .empty: nil
    }
  }

  /// The status that it is sent with.
  package var status: Int { statuses.typical }
}
