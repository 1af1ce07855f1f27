import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A response that an endpoint documents for a success.
package final class DocumentedAnswer: Sendable {
  /// The content of the body.
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

  /// A header field that the response carries.
  package struct Header: Sendable {
    package let name: String
    package let schema: Schema?
    package let isRequired: Bool
    /// The role of the field in paging a list; `nil` if it has none.
    package let paging: Paging?
    package let location: SourceLocation

    /// Returns the value of a string that the field carries: a list or an object is written in the style `simple` (OpenAPI,
    /// Header Object).
    package func reading(_ text: String) -> JSON {
      guard let schema else { return JSON(text) }
      let value = schema.reading(text)
      guard schema.shape != .scalar else { return value }
      let isValid = schema.isValid(value)
      if isValid, schema.shape == .object || !text.utf8.contains(UInt8(ascii: ",")) { return value }
      // Blanks after commas aren't part of elements (RFC 9110, section 5.6.1).
      let bytes = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: ",").utf8
      let style = ParameterStyle(.simple)
      let listed = schema.typing(style.value(of: Array(bytes)[...], named: name, as: schema.shape, .plain))
      // An element may have a comma of its own, such as a date's: then the list as a whole is right, but not this one.
      let isOfElement = schema.violations(of: listed, limit: 8).contains { !$0.instance.tokens.isEmpty }
      return isValid && isOfElement ? value : listed
    }

    /// A Boolean value that indicates whether its schema constrains the value.
    package var saysWhat: Bool {
      schema.map { $0.source.kind == .object && $0.source.count > 0 } ?? false
    }
  }

  package let statuses: StatusRange
  /// The condition under which this response applies, out of several for its status.
  package let condition: Condition
  package let content: Content
  package let headers: [Header]
  /// The envelope's additional members that this response must have: `pagination`.
  package let others: [String]
  package let standing: Standing
  /// The place in the contract where it is declared.
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

  /// The schema of its payload, its body or the first JSON in its content; `nil` if there is none.
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
