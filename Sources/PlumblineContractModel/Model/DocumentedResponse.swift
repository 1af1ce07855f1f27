import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A successful response that an endpoint documents.
package final class DocumentedResponse: Sendable {
  /// The content of the body.
  package enum Content: Sendable {
    /// A payload inside the envelope.
    case payload(Schema)
    /// The envelope, with its payload absent or null.
    case noPayload
    /// JSON without an envelope.
    case body(Schema)
    /// One of several media types.
    case media([MediaContent])
    /// No body.
    case empty
  }

  /// A header field that the response carries.
  package struct Header: Sendable {
    package let name: String
    package let schema: Schema?
    package let isRequired: Bool
    /// The field's role in paging a list, or `nil` if it has none.
    package let paging: Paging?
    package let location: SourceLocation

    /// Returns the field's value as JSON. A list or an object is expected in the style `simple` (OpenAPI, Header
    /// Object).
    package func reading(_ text: String) -> JSON {
      guard let schema else { return JSON(text) }
      let value = schema.reading(text)
      guard schema.shape != .scalar else { return value }
      let isValid = schema.isValid(value)
      if isValid, schema.shape == .object || !text.utf8.contains(UInt8(ascii: ",")) { return value }
      // Spaces after commas aren't part of the elements (RFC 9110 section 5.6.1).
      let bytes = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: ",").utf8
      let style = ParameterStyle(.simple)
      let listed = schema.typing(style.value(of: Array(bytes)[...], named: name, as: schema.shape, .plain))
      // An element may itself contain a comma, as dates do. In that case, the whole value is valid as an element, but
      // its parts aren't.
      let isOfElement = schema.violations(of: listed, limit: 8).contains { !$0.instance.tokens.isEmpty }
      return isValid && isOfElement ? value : listed
    }

    /// A Boolean value that indicates whether the field's schema constrains the value.
    package var saysWhat: Bool {
      schema.map { $0.source.kind == .object && $0.source.count > 0 } ?? false
    }
  }

  package let statuses: StatusRange
  /// The condition that selects this response if several have the same status.
  package let condition: Condition
  package let content: Content
  package let headers: [Header]
  /// The envelope's additional members that this response must have, such as `pagination`.
  package let others: [String]
  package let standing: Standing
  /// The location of the declaration in the contract.
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

  /// The schema of the payload, of the body, or of the content's first JSON media type, or `nil` if there is none.
  package var shown: Schema? {
    switch content {
    case .payload(let schema), .body(let schema): schema
    case .media(let contents): contents.first { MediaType.isJSON($0.mediaType) }?.schema
    case .noPayload, .empty: nil
    }
  }

  /// The status that the response is sent with.
  package var status: Int { statuses.typical }
}
