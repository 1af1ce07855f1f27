import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The format of documents in one version of OpenAPI: `openapi.schema.json` restricted to that version.
///
/// The file lists the versions of each rule that doesn't apply to all of them (`x-versions`), and the weight of each
/// rule whose violation doesn't make the document unusable (`x-weights`).
package final class DocumentFormat: Sendable {
  /// The consequence of violating a rule.
  enum Weight: String, Comparable {
    /// The document should be reviewed.
    case warning
    /// The document is invalid, but a mock can still be served.
    case servable
    /// The document is unusable.
    case refused

    private var rank: Int {
      switch self {
      case .warning: 0
      case .servable: 1
      case .refused: 2
      }
    }

    static func < (left: Weight, right: Weight) -> Bool { left.rank < right.rank }
  }

  /// Returns the format of a version.
  package static func of(_ version: OpenAPIVersion) -> DocumentFormat {
    switch version {
    case .v30: v30
    case .v31: v31
    case .v32: v32
    }
  }

  private static let v30 = DocumentFormat("3.0")
  private static let v31 = DocumentFormat("3.1")
  private static let v32 = DocumentFormat("3.2")

  private let library: SchemaLibrary
  private let text: JSON
  /// The schema of whole documents.
  package let whole: Result<Schema, SchemaCompilationError>

  private static let name = "openapi.schema.json"

  private init(_ version: String) {
    // The file is a resource whose validity is checked by a test.
    let source = (try? JSONDocument.parse(PackageResources.openapi_schema_json, file: Self.name))?.root ?? .object([])
    text = JSON.build { json in Self.write(source, of: version, into: &json) }
    library = SchemaLibrary(documents: [Self.name: text.document])
    whole = Self.compiled(text, in: library)
  }

  /// Returns the schema of objects of a kind.
  func part(_ kind: ObjectKind) -> Result<Schema, SchemaCompilationError> {
    guard let part = text["$defs"]?[kind.rawValue] else { return whole }
    return Self.compiled(part, in: library)
  }

  private static func compiled(_ schema: JSON, in library: SchemaLibrary) -> Result<Schema, SchemaCompilationError> {
    do throws(SchemaCompilationError) {
      return .success(try library.compile(schema, base: name))
    } catch {
      return .failure(error)
    }
  }

  /// Writes the parts that exist in a version.
  private static func write(_ value: JSON, of version: String, into json: inout JSONBuilder) {
    switch value.kind {
    case .object:
      json.object { json in
        for (name, member) in value.members where name != "x-versions" && isThere(member, in: version) {
          // Skip a list of alternatives that all belong to other versions.
          if member.kind == .array, member.count > 0, !member.elements.contains(where: { isThere($0, in: version) }) {
            continue
          }
          json.member(name) { json in write(member, of: version, into: &json) }
        }
      }
    case .array:
      json.array { json in
        for element in value.elements where isThere(element, in: version) {
          write(element, of: version, into: &json)
        }
      }
    default: json.value(value)
    }
  }

  private static func isThere(_ value: JSON, in version: String) -> Bool {
    guard let versions = value["x-versions"], versions.kind == .array else { return true }
    return versions.elements.contains { $0.string == version }
  }
}

extension DocumentFormat {
  /// Returns the consequence of violating a rule: the one that the format declares for the rule, or else the usual one
  /// for this kind of rule.
  func weight(of violation: Violation) -> Weight {
    let place = violation.schemaPointer.parent.flatMap { text.at($0) }
    if let said = place?["x-weights"]?[violation.keyword]?.string, let weight = Weight(rawValue: said) {
      return weight
    }
    switch violation.keyword {
    case "format": return .warning
    case "additionalProperties", "not", "pattern", "propertyNames", "minItems", "minProperties", "maxProperties",
      "uniqueItems":
      return .servable
    default: return .refused
    }
  }
}
