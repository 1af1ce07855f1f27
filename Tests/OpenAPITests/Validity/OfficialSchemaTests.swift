import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

/// Plumbline's own format checks, compared with the specification's JSON Schemas. Documents are changed in one respect
/// at each of their places, and both must agree on whether the result is valid.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct OfficialSchemaTests {
  /// A document with a single change.
  private struct Mutant {
    let document: JSON
    /// The change in words, such as `drop "info"` or `text for /paths`.
    let change: String
    let pointer: JSONPointer
  }

  private static func document(_ path: String) throws -> JSON {
    try JSON.parse([UInt8](Conformance.data(path)), file: path)
  }

  private static func official(_ path: String, _ draft: SchemaLibrary.Draft) throws -> Schema {
    let text = try document(path)
    return try SchemaLibrary(documents: [path: text.document], formats: .annotation, draft: draft)
      .compile(text, base: path)
  }

  private static let replacements: [JSON] = [5, "text", true, JSON.array([]), JSON.object([])]

  /// Returns the document with each member of each object omitted, misspelled, and replaced with values of other types
  /// in turn.
  private static func mutants(of root: JSON) -> [Mutant] {
    var mutants: [Mutant] = []
    var pending = [JSONPointer()]
    while let place = pending.popLast() {
      guard let value = root.at(place) else { continue }
      if value.kind == .object {
        if let changed = root.inserting(key: "unheard", value: 1, at: place) {
          mutants.append(Mutant(document: changed, change: "add to \(place)", pointer: place))
        }
        for (key, member) in value.members {
          let inner = place.appending(key)
          if let changed = root.removing(inner) {
            mutants.append(Mutant(document: changed, change: "drop \(inner)", pointer: inner))
          }
          for other in replacements where other != member {
            guard let changed = root.replacing(inner, with: other) else { continue }
            mutants.append(Mutant(document: changed, change: "\(other.text) for \(inner)", pointer: inner))
          }
          if member.kind == .object || member.kind == .array { pending.append(inner) }
        }
      } else {
        for index in 0..<value.count { pending.append(place.appending("\(index)")) }
      }
    }
    return mutants
  }

  /// The reasons why only Plumbline or only the official schema rejects a document.
  private enum Difference: String {
    case formats = "formats are asserted by us, as warnings"
    case dialect = "3.1's schema leaves Schema Objects to their dialect"
    case choices = "that a variable has no values is nothing to 3.0's schema, and a warning to us"
    case linkValues = "3.1's schema has strings alone for a link's parameters, the specification any value"
  }

  /// Returns why the two differ for a document, or `nil` if they must agree.
  private static func difference(_ mutant: Mutant, _ version: OpenAPIVersion, isRightToUs: Bool) -> Difference? {
    let tokens = mutant.pointer.tokens
    if isRightToUs { return tokens.contains("links") && tokens.contains("parameters") ? .linkValues : nil }
    if tokens.last == "email" { return .formats }
    if version == .v30 { return tokens.contains("variables") && tokens.last == "enum" ? .choices : nil }
    return tokens.contains("schema") || tokens.starts(with: ["components", "schemas"]) ? .dialect : nil
  }

  private static let documents: [(path: String, isOld: Bool)] =
    ["petstore", "petstore-expanded", "uspto", "api-with-examples", "callback-example", "link-example"].map {
      ("openapi/docs/oai-examples/\($0).json", true)
    }
    + [
      "callback-object-examples", "components-object-example", "example-object-examples", "header-object-examples",
      "info-object-example", "license_identifier", "link-object-examples", "media-type-examples", "mega",
      "operation-object-example", "parameter-object-examples", "path-item-object-example", "paths-object-example",
      "request-body-examples", "response-object-examples", "security-scheme-object-examples", "servers",
      "tag-object-example", "webhook-example",
    ].map { ("openapi/document-validity/v3.1/pass/\($0).json", false) }

  @Test(arguments: [OpenAPIVersion.v30, .v31])
  func `a document changed in one thing is wrong to both or to neither`(version: OpenAPIVersion) throws {
    let isOld = version == .v30
    let official =
      isOld
      ? try Self.official("openapi/oas-metaschemas/oas-v3.0.json", .draft4)
      : try Self.official("openapi/document-validity/v3.1/validation/schema.json", .draft2020)
    let ours = try DocumentFormat.of(version).whole.get()
    var known: [Difference: Int] = [:]
    var unknown: [String] = []
    var (right, wrong) = (0, 0)
    for path in Self.documents.filter({ $0.isOld == isOld }).map(\.path) {
      let document = try Self.document(path)
      #expect(official.isValid(document) == ours.isValid(document), "\(path)")
      for (index, mutant) in Self.mutants(of: document).enumerated() {
        let verdict = official.isValid(mutant.document)
        if verdict { right += 1 } else { wrong += 1 }
        let isRightToUs = ours.isValid(mutant.document)
        if index.isMultiple(of: 11), !isRightToUs {
          // Every error is reported, but none stops the translation.
          let documents = DocumentSet(mutant.document.document, path: "api.json") { _ in .unreadable("there is none") }
          let translation = OpenAPITranslator(service: "api", path: "api.json").translate(documents)
          #expect(!(translation.errors + translation.notes).isEmpty, "\(mutant.change) in \(path)")
        }
        guard verdict != isRightToUs else { continue }
        if let difference = Self.difference(mutant, version, isRightToUs: isRightToUs) {
          known[difference, default: 0] += 1
        } else {
          unknown.append("\(verdict ? "right" : "wrong") by theirs: \(mutant.change) in \(path)")
        }
      }
    }
    #expect(unknown == [], "\(unknown.count) of \(right + wrong)")
    #expect(Set(known.keys) == (isOld ? [.formats, .choices] : [.formats, .dialect, .linkValues]), "\(known)")
    #expect(right > 0)
    #expect(wrong > 0)
  }
}
