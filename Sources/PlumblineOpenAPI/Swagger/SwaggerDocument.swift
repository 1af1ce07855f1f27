import PlumblineASCII
import PlumblineJSONTree

/// A converter from Swagger 2.0 to OpenAPI 3.0, which has the same parts in different locations.
///
/// Each value keeps its location in the original file. `collectionFormat: tsv`, which has no equivalent style in 3.0,
/// becomes a plain string.
///
/// Source: the OpenAPI Specification 2.0.
struct SwaggerDocument {
  let root: JSON
  let documents: DocumentSet
  let log: NoteLog
  /// The new names of definitions whose own names aren't valid component names.
  private let renamed: [String: String]

  /// Converts a description.
  ///
  /// - Returns: The converted description, or the same one if it isn't Swagger 2.0.
  static func converted(_ documents: DocumentSet, log: NoteLog) -> DocumentSet {
    let root = documents.main.root
    guard root["swagger"].map({ isVersion2($0) }) ?? false else { return documents }
    let path = documents.path(of: root)
    return documents.mapping { one, document in
      let converted = SwaggerDocument(document.root, in: documents, log: log)
      var json = JSONBuilder.tracing
      if one == path { converted.write(into: &json) } else { converted.writePart(document.root, into: &json) }
      let (bytes, provenance) = json.traced()
      guard let provenance else { return document }
      return (try? JSONDocument.parse(bytes, file: document.root.location.file, provenance: provenance)) ?? document
    }
  }

  private static func isVersion2(_ version: JSON) -> Bool {
    version.string == "2.0" || version.kind == .number && ["2", "2.0"].contains(version.text)
  }

  private init(_ root: JSON, in documents: DocumentSet, log: NoteLog) {
    self.root = root
    self.log = log
    self.documents = documents
    var renamed: [String: String] = [:]
    let names = Set(documents.main.root["definitions"]?.members.keys ?? [])
    for name in names.sorted() where !name.utf8.allSatisfy(Self.isOfNames) || name.isEmpty {
      let letters = name.map { $0.isASCII && $0.utf8.allSatisfy(Self.isOfNames) ? String($0) : "_" }.joined()
      let base = letters.isEmpty ? "Schema" : letters
      let taken = names.union(renamed.values)
      renamed[name] = taken.contains(base) ? (2...).lazy.map { "\(base)_\($0)" }.first { !taken.contains($0) } : base
    }
    self.renamed = renamed
  }

  /// Returns a Boolean value that indicates whether the name of a component may contain a byte (OpenAPI 3.0.3,
  /// Components Object).
  private static func isOfNames(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.digits, ASCII.capitals, ASCII.smallLetters, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Returns the component name of a definition.
  func name(ofDefinition name: String) -> String { renamed[name] ?? name }

  /// Returns the media types of an operation's bodies. By default, they are those of the document.
  func mediaTypes(_ key: String, of operation: JSON) -> [String] {
    let types = list(key, of: operation) ?? list(key, of: root) ?? []
    return types.isEmpty ? ["application/json"] : types
  }

  // MARK: - Writing

  private func write(into json: inout JSONBuilder) {
    json.comes(from: root)
    json.object { json in
      json.comes(from: root.key(of: "swagger") ?? root)
      json.member("openapi", "3.0.3")
      for (key, value) in root.members {
        switch key {
        case "swagger", "host", "basePath", "schemes", "consumes", "produces": break
        case "paths": member(key, value, into: &json) { paths(value, into: &$0) }
        case "definitions", "parameters", "responses", "securityDefinitions": break
        default: copy(key, value, into: &json)
        }
      }
      servers(into: &json)
      components(into: &json)
    }
  }

  /// Writes another file of the description. Such files usually contain schemas.
  private func writePart(_ value: JSON, into json: inout JSONBuilder) { schema(value, into: &json) }

  private func servers(into json: inout JSONBuilder) {
    var path = root["basePath"]?.string ?? ""
    if !path.isEmpty, !path.hasPrefix("/") { path = "/" + path }
    if path == "/" { path = "" }
    guard let host = root["host"]?.string else {
      guard !path.isEmpty, let place = root["basePath"] else { return }
      return server([path], place, into: &json)
    }
    let said = list("schemes", of: root) ?? []
    let schemes = said.isEmpty ? ["https"] : said.filter { $0 == "https" || $0 == "http" }
    if let place = root["schemes"], let other = said.first(where: { !schemes.contains($0) }) {
      log.note(place, "\(other) isn't a scheme of HTTP, so it isn't a server of the contract.")
    }
    guard !schemes.isEmpty else { return }
    server(schemes.map { "\($0)://\(host)\(path)" }, root["host"] ?? root, into: &json)
  }

  private func server(_ urls: [String], _ place: JSON, into json: inout JSONBuilder) {
    json.comes(from: place)
    json.member("servers") { json in
      json.array { json in
        for url in urls { json.object { $0.member("url", url) } }
      }
    }
  }

  private func components(into json: inout JSONBuilder) {
    json.comes(from: root)
    json.member("components") { json in
      json.object { json in
        if let definitions = root["definitions"] {
          member("schemas", definitions, into: &json) { json in
            each(definitions, into: &json, naming: name(ofDefinition:)) { schema($0, into: &$1) }
          }
        }
        if let responses = root["responses"] {
          member("responses", responses, into: &json) { json in
            each(responses, into: &json) { response($0, mediaTypes("produces", of: root), into: &$1) }
          }
        }
        if let schemes = root["securityDefinitions"] {
          member("securitySchemes", schemes, into: &json) { json in each(schemes, into: &json, securityScheme) }
        }
      }
    }
  }

  private func securityScheme(_ scheme: JSON, into json: inout JSONBuilder) {
    let flows = [
      "implicit": "implicit", "password": "password", "application": "clientCredentials",
      "accessCode": "authorizationCode",
    ]
    json.object { json in
      for (key, value) in scheme.members {
        switch key {
        case "type" where value.string == "basic":
          json.comes(from: value)
          json.member("type", "http")
          json.member("scheme", "basic")
        case "flow", "authorizationUrl", "tokenUrl", "scopes": break
        default: copy(key, value, into: &json)
        }
      }
      guard scheme["type"]?.string == "oauth2" else { return }
      json.comes(from: scheme["flow"] ?? scheme)
      json.member("flows") { json in
        json.object { json in
          guard let flow = scheme["flow"]?.string.flatMap({ flows[$0] }) else { return }
          json.member(flow) { json in
            json.object { json in
              for key in ["authorizationUrl", "tokenUrl", "scopes"] {
                if let value = scheme[key] { copy(key, value, into: &json) }
              }
              if scheme["scopes"] == nil { json.member("scopes") { $0.object { _ in } } }
            }
          }
        }
      }
    }
  }

  // MARK: - Parts

  /// Writes the members of an object, according to their keys.
  func each(
    _ object: JSON, into json: inout JSONBuilder, naming name: (String) -> String = { $0 },
    _ write: (JSON, inout JSONBuilder) -> Void
  ) {
    guard object.kind == .object else { return copy(object, into: &json) }
    json.object { json in
      for (key, value) in object.members {
        json.comes(from: JSON(value.document, value.node - 1))
        json.member(key.hasPrefix("x-") ? key : name(key)) { json in
          json.comes(from: value)
          if value.kind == .object { write(value, &json) } else { copy(value, into: &json) }
        }
      }
    }
  }

  func member(
    _ key: String, _ value: JSON, into json: inout JSONBuilder, _ write: (inout JSONBuilder) -> Void
  ) {
    json.comes(from: JSON(value.document, max(value.node - 1, 0)))
    json.member(key) { json in
      json.comes(from: value)
      write(&json)
    }
  }

  func copy(_ key: String, _ value: JSON, into json: inout JSONBuilder) {
    member(key, value, into: &json) { copy(value, into: &$0) }
  }

  /// Writes a value unchanged, with the location of each part.
  func copy(_ value: JSON, into json: inout JSONBuilder) {
    json.comes(from: value)
    switch value.kind {
    case .object:
      json.object { json in for (key, member) in value.members { copy(key, member, into: &json) } }
    case .array: json.array { json in for element in value.elements { copy(element, into: &json) } }
    default: json.value(value)
    }
  }
}
