import PlumblineJSONTree

/// The versions of OpenAPI that documents are written in, as far as they differ for a reader.
package enum OpenAPIVersion: Sendable, Hashable, Comparable {
  /// 3.0: schemas are a dialect of its own, next to JSON Schema draft 05.
  case v30
  /// 3.1: schemas are JSON Schema 2020-12; webhooks.
  case v31
  /// 3.2: QUERY and further methods, whole query strings as a parameter, streams.
  case v32

  /// The version that a document says it is written in.
  ///
  /// - Throws: a problem that says what the document is instead, and what can be done.
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
          ?? "This is no OpenAPI document: it has no \"openapi\", which says its version, such as \"3.1.0\".")
    }
    // 3.1 unquoted is a number in YAML.
    let text = value.string ?? (value.kind == .number ? value.text : "")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.prefix(2).joined(separator: ".") {
    case "3.0" where parts.count > 1: self = .v30
    case "3.1" where parts.count > 1: self = .v31
    case "3.2" where parts.count > 1: self = .v32
    default:
      throw OpenAPIRefusal(
        place: value,
        message: "\(value.text.prefix(40)) is no version of OpenAPI that is read; it may be 3.0.x, 3.1.x or 3.2.x.")
    }
  }

  /// Returns a Boolean value that indicates whether a text may be an OpenAPI document: an object that says so.
  package static func isDocument(_ root: JSON) -> Bool {
    root.kind == .object && (root["openapi"] != nil || root["swagger"] != nil)
  }
}

/// Why a document isn't read at all.
package struct OpenAPIRefusal: Error, Sendable {
  /// What is in the way.
  package let place: JSON
  /// What is wrong, and what would be right.
  package let message: String
}
