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
      let known = Self.otherFormat(root).map { "This is \($0)" }
      throw OpenAPIRefusal(
        place: root,
        message: known
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

  /// What else a document is that is taken for one of OpenAPI, and what reads it.
  private static func otherFormat(_ root: JSON) -> String? {
    if root["log"]?["entries"] != nil {
      return
        "a HAR file, a capture of requests and answers: plumbline import har makes recordings of it, plumbline infer a "
        + "contract, and plumbline check holds it to one."
    }
    if root["info"]?["schema"]?.string?.contains("getpostman.com") == true || root["info"]?["_postman_id"] != nil {
      return "a Postman collection: plumbline import postman reads it."
    }
    if let version = root["asyncapi"] {
      return
        "an AsyncAPI \(version.string ?? version.text) document, of messages and not of requests; nothing here reads it."
    }
    if let version = root["swaggerVersion"] {
      return
        "a Swagger \(version.string ?? version.text) document; only 2.0 and OpenAPI 3.0, 3.1 and 3.2 are read, and converters "
        + "exist, such as api-spec-converter."
    }
    if root["routes"] != nil, root["uuid"] != nil, root["lastMigration"] != nil {
      return "a Mockoon environment; nothing here reads it. Mockoon exports OpenAPI, which is read."
    }
    if root["plumbline"] != nil { return "a contract of Plumbline; name the folder that it is in." }
    return nil
  }

  /// Whether a text may be an OpenAPI document: an object that says so.
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
