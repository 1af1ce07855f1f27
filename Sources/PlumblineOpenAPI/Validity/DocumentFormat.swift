import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// What documents of one version of OpenAPI have to look like: `openapi.schema.json` as that version has it.
///
/// The file says of each rule that not all versions have in which ones it is there (`x-versions`), and of each that may be
/// broken without the document being lost what becomes of it (`x-weights`).
package final class DocumentFormat: Sendable {
  /// What becomes of a document that breaks a rule.
  enum Weight: String, Comparable {
    /// Somebody should look.
    case warning
    /// It is wrong, and a mock can be served in spite of it.
    case servable
    /// Nothing sensible can be made of it.
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

  /// The format of a version.
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
  /// What whole documents are held to.
  package let whole: Result<Schema, SchemaCompilationError>

  private static let name = "openapi.schema.json"

  private init(_ version: String) {
    // The file is a resource that tests hold to be right.
    let source = (try? JSONDocument.parse(PackageResources.openapi_schema_json, file: Self.name))?.root ?? .object([])
    text = JSON.build { json in Self.write(source, of: version, into: &json) }
    library = SchemaLibrary(documents: [Self.name: text.document])
    whole = Self.compiled(text, in: library)
  }

  /// What an object of a kind is held to.
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

  /// Writes what is there in a version.
  private static func write(_ value: JSON, of version: String, into json: inout JSONBuilder) {
    switch value.kind {
    case .object:
      json.object { json in
        for (name, member) in value.members where name != "x-versions" && isThere(member, in: version) {
          // A list of alternatives that are all of other versions asks for nothing.
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
  /// What becomes of a document that breaks a rule: as the format says beside it, else by what kind of rule it is.
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
