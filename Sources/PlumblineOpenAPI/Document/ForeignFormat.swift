import PlumblineJSONTree

/// A namespace for recognizing files in other formats that are mistaken for OpenAPI documents, and the commands that
/// read them.
package enum ForeignFormat {
  /// Returns a sentence about a value in another format, or `nil` for an OpenAPI document or an unknown format.
  package static func sentence(on root: JSON) -> String? {
    guard root.kind == .object, root["openapi"] == nil, root["swagger"] == nil else { return nil }
    return byMembers.first { $0.isOne(root) }.map { "This is \($0.advice(root))" }
  }

  /// Returns a Boolean value that indicates whether a value is a pact, the expectations of one consumer.
  package static func isPact(_ root: JSON) -> Bool {
    root["consumer"]?["name"] != nil && root["provider"]?["name"] != nil
  }

  /// A sentence about an OpenAPI document that was mistaken for another format.
  package static let openAPI = "This is an OpenAPI document. `plumbline import openapi` reads it."

  /// Returns a sentence about a file that isn't an OpenAPI document in JSON or YAML, or `nil` for an unknown format.
  ///
  /// - Parameter name: The file's name, for formats that can't be recognized by their text.
  package static func sentence(on text: [UInt8], named name: String) -> String? {
    let beginning = String(decoding: text.prefix(enough), as: UTF8.self).lowercased()
    let trimmed = beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // Despite its mistakes, the file is evidently intended as an OpenAPI document.
    if ["openapi:", "swagger:", "\"openapi\"", "\"swagger\""].contains(where: beginning.contains) { return nil }
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    return byText.first { $0.isOne(trimmed, ending) }.map { "This is \($0.advice)" }
  }

  /// The number of bytes that suffice to recognize a format.
  private static let enough = 16 << 10
}

extension ForeignFormat {
  private typealias Sign = (isOne: @Sendable (JSON) -> Bool, advice: @Sendable (JSON) -> String)

  private static let byMembers: [Sign] = [
    (
      { $0["log"]?["entries"] != nil },
      { _ in
        "a HAR file, with captured requests and responses. `plumbline import har` turns it into recordings, `plumbline "
          + "infer` into a contract, and `plumbline check` compares it with a contract."
      }
    ),
    (
      { root in
        // Postman's API wraps a collection in an object.
        let info = (root["info"] == nil ? root["collection"] : root)?["info"]
        return info?["schema"]?.string?.contains("getpostman.com") == true || info?["_postman_id"] != nil
      },
      { _ in "a Postman collection. `plumbline import postman` reads it." }
    ),
    (
      { isFirstCollection($0) },
      { _ in
        "a Postman collection of version 1. No command reads it: in Postman, export it as Collection v2.1, which "
          + "`plumbline import postman` reads."
      }
    ),
    (
      { $0["_postman_variable_scope"] != nil },
      { _ in
        "a Postman environment, which has variables but no requests. \(unread) `plumbline import postman` reads "
          + "collections, including their own variables."
      }
    ),
    (
      { $0["arazzo"] != nil },
      {
        "an Arazzo \(version($0, "arazzo")) document, which describes sequences of calls. \(unread) The documents that "
          + "its sourceDescriptions name describe the APIs."
      }
    ),
    (
      { $0["overlay"] != nil && $0["actions"] != nil },
      {
        "an OpenAPI Overlay \(version($0, "overlay")), a list of changes to an OpenAPI document. \(unread) Apply it, and "
          + "use the resulting document."
      }
    ),
    (
      { $0["asyncapi"] != nil },
      { "an AsyncAPI \(version($0, "asyncapi")) document, which describes messages and not requests. \(unread)" }
    ),
    (
      { $0["swaggerVersion"] != nil },
      {
        "a Swagger \(version($0, "swaggerVersion")) document. Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported; "
          + "convert it, for example with api-spec-converter."
      }
    ),
    (
      { $0["openrpc"] != nil },
      { "an OpenRPC \(version($0, "openrpc")) document, which describes methods of JSON-RPC. \(unread)" }
    ),
    (
      { $0["discoveryVersion"] != nil || $0["kind"]?.string?.hasPrefix("discovery#") == true },
      { _ in "a Google API discovery document. \(unread) Convert it to OpenAPI first." }
    ),
    (
      { $0["routes"] != nil && $0["uuid"] != nil && $0["lastMigration"] != nil },
      { _ in "a Mockoon environment. \(unread) Export it from Mockoon as OpenAPI." }
    ),
    (
      { isInsomnia($0) },
      { _ in "an Insomnia export. \(unread) Export it from Insomnia as HAR, which `plumbline infer` reads." }
    ),
    (
      { isPact($0) },
      { _ in "a Pact file, the expectations of one consumer. `plumbline import pact` reads it." }
    ),
    (
      { ($0["__schema"] ?? $0["data"]?["__schema"]) != nil },
      { _ in "the result of a GraphQL introspection. \(unread)" }
    ),
    (
      { root in
        let mappings = root["mappings"]?.elements.first ?? root
        return mappings["request"]?["method"] != nil && mappings["response"]?["status"] != nil
      },
      { _ in "a WireMock mapping or a single exchange, which doesn't describe an API. \(unread)" }
    ),
    (
      { $0["plumbline"] != nil && $0["endpoints"] != nil },
      { _ in "a Plumbline contract. Name its folder, not the file." }
    ),
    (
      { $0["$schema"]?.string?.contains("json-schema.org") == true },
      { _ in "a JSON Schema. An OpenAPI document has schemas under components, and paths that use them." }
    ),
  ]

  private static let byText: [(isOne: @Sendable (_ text: Substring, _ ending: String) -> Bool, advice: String)] = [
    ({ text, _ in text.hasPrefix("#%raml") }, "a RAML file. \(unread) Convert it to OpenAPI first."),
    (
      { text, ending in ending == "wsdl" || text.hasPrefix("<") && text.contains("schemas.xmlsoap.org/wsdl") },
      "a WSDL file, which describes SOAP services. \(unread)"
    ),
    (
      { text, ending in ending == "wadl" || text.hasPrefix("<") && text.contains("wadl.dev.java.net") },
      "a WADL file. \(unread) Convert it to OpenAPI first."
    ),
    (
      { text, _ in text.hasPrefix("<") && text.contains("docs.oasis-open.org/odata/ns/edmx") },
      "an OData metadata document. \(unread) Convert it to OpenAPI first."
    ),
    (
      { text, _ in text.hasPrefix("<!doctype html") || text.hasPrefix("<html") },
      "an HTML page. If it shows an API, save the document that it loads, such as openapi.json."
    ),
    ({ text, _ in text.hasPrefix("<?xml") }, "an XML file. OpenAPI documents are JSON or YAML."),
    (
      { text, ending in
        ending == "proto" || text.hasPrefix("syntax = \"proto") || text.contains("\nsyntax = \"proto")
      },
      "a Protocol Buffers file, which describes gRPC services. \(unread)"
    ),
    (
      { text, ending in
        ["graphql", "graphqls", "gql"].contains(ending)
          || ["type query {", "extend type query {", "schema {"].contains {
            text.hasPrefix($0) || text.contains("\n\($0)")
          }
      },
      "a GraphQL schema. \(unread)"
    ),
    (
      { text, ending in ending == "apib" || text.hasPrefix("format: 1a") },
      "an API Blueprint. \(unread) Convert it to OpenAPI first."
    ),
    (
      { _, ending in ending == "bru" },
      "a Bruno request. \(unread) Export the collection from Bruno in Postman's format, which `plumbline import "
        + "postman` reads."
    ),
    ({ _, ending in ending == "tsp" }, "a TypeSpec file. \(unread) Compile it to OpenAPI first."),
    ({ _, ending in ending == "smithy" }, "a Smithy model. \(unread) Convert it to OpenAPI first."),
    ({ _, ending in ending == "thrift" }, "a Thrift file, which describes RPC services. \(unread)"),
    (
      { _, ending in ending == "http" || ending == "rest" },
      "a file with requests for an editor's HTTP client. \(unread)"
    ),
  ]

  /// Returns a Boolean value that indicates whether a value is a Postman collection of version 1, which contains its
  /// requests as a list and their order separately.
  private static func isFirstCollection(_ root: JSON) -> Bool {
    guard root["requests"]?.kind == .array else { return false }
    return root["order"] != nil || root["folders"] != nil || root["folders_order"] != nil
  }

  /// Returns a Boolean value that indicates whether a value was exported from Insomnia. Version 5 declares this in its
  /// type.
  private static func isInsomnia(_ root: JSON) -> Bool {
    if let type = root["type"]?.string, type.contains(".insomnia.rest/") { return true }
    return root["_type"]?.string == "export" && root["__export_format"] != nil
  }

  private static let unread = "No command reads this format."

  private static func version(_ root: JSON, _ key: String) -> String {
    root[key].map { String(($0.string ?? $0.text).prefix(20)) } ?? ""
  }
}
