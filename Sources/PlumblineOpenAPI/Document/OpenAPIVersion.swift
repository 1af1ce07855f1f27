import PlumblineJSONTree

/// The versions of OpenAPI that a reader has to distinguish.
package enum OpenAPIVersion: Sendable, Hashable, Comparable {
  /// OpenAPI 3.0, whose schemas are a separate dialect based on JSON Schema draft 05.
  case v30
  /// OpenAPI 3.1, which uses JSON Schema 2020-12 for schemas and adds webhooks.
  case v31
  /// OpenAPI 3.2, which adds QUERY and other methods, parameters for whole query strings, and streams.
  case v32

  /// Reads the version that a document declares.
  ///
  /// - Throws: A problem that describes the document's actual format, with a suggestion.
  package init(of root: JSON) throws(OpenAPIRefusal) {
    if let swagger = root["swagger"] {
      throw OpenAPIRefusal(
        place: swagger,
        message:
          "\(swagger.text.prefix(40)) is not a supported version of Swagger. Supported are Swagger 2.0 and OpenAPI 3.0, 3.1 "
          + "and 3.2.")
    }
    guard let value = root["openapi"] else {
      throw OpenAPIRefusal(
        place: root,
        message: ForeignFormat.sentence(on: root)
          ?? "This isn't an OpenAPI document: it lacks \"openapi\" with the version, such as \"3.1.0\".")
    }
    // In YAML, an unquoted 3.1 is a number.
    let text = value.string ?? (value.kind == .number ? value.text : "")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.prefix(2).joined(separator: ".") {
    case "3.0" where parts.count > 1: self = .v30
    case "3.1" where parts.count > 1: self = .v31
    case "3.2" where parts.count > 1: self = .v32
    default:
      throw OpenAPIRefusal(
        place: value,
        message: "\(value.text.prefix(40)) isn't a supported version of OpenAPI; expected 3.0.x, 3.1.x or 3.2.x.")
    }
  }

  /// Returns a Boolean value that indicates whether a value may be an OpenAPI document: an object that declares itself
  /// as one.
  package static func isDocument(_ root: JSON) -> Bool {
    root.kind == .object && (root["openapi"] != nil || root["swagger"] != nil)
  }
}

/// The reason that a document isn't read at all.
package struct OpenAPIRefusal: Error, Sendable {
  /// The value that prevents the document from being read.
  package let place: JSON
  /// The problem and how to correct it.
  package let message: String
}
