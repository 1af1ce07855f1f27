import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

/// Our format beside the specification's own JSON Schemas: documents are changed in one thing at each of their places, and
/// both have to call them right or wrong alike.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct OfficialSchemaTests {
  /// A document that is changed in one thing.
  private struct Mutant {
    let document: JSON
    /// What was changed: `drop "info"`, `text for /paths`.
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

  /// The document with each member of each object left out, misspelt and of other types in turn.
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

  /// What is held to be otherwise by us, with reasons; nil where the two have to agree.
  private static func reason(for mutant: Mutant, version: OpenAPIVersion, isOurs: Bool) -> String? {
    let tokens = mutant.pointer.tokens
    let holder = mutant.document.at(mutant.pointer.parent ?? JSONPointer())
    let isInSchema = tokens.contains("schema") || tokens.starts(with: ["components", "schemas"])
    if isOurs {
      if tokens.contains("links"), tokens.contains("parameters") {
        return "3.1's schema has strings alone for a link's parameters, the specification any value"
      }
    } else {
      if tokens.last == "email" { return "formats are asserted, as warnings" }
      if version == .v30, tokens.contains("variables"), tokens.last == "enum" {
        return "that a variable's values shouldn't be none is a warning in 3.0"
      }
      if version >= .v31, isInSchema { return "3.1's schema leaves Schema Objects to their dialect" }
      if tokens.contains("content"), !tokens.contains("schema") { return "a media type's name is asserted" }
      if tokens.last == "in" || tokens.last == "required" || tokens.last == "name", holder?["in"] != nil {
        return "what is in the path is required with \"content\" as well, and a header's name is a token"
      }
      if tokens.contains("headers") { return "a header's name is a token, and its own \"name\" has no place" }
      if version == .v30, tokens.starts(with: ["components"]), tokens.count == 3 {
        return "3.0's schema passes names that components can't have"
      }
      if version == .v30, tokens.contains("links") || tokens.contains("callbacks") {
        return "names of links are asserted"
      }
      if version == .v30, mutant.document.at(mutant.pointer)?["$ref"] != nil { return "a reference is an object" }
    }
    return nil
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

  @Test(arguments: documents)
  func `a document changed in one thing is wrong to both or to neither`(path: String, isOld: Bool) throws {
    let official =
      isOld
      ? try Self.official("openapi/oas-metaschemas/oas-v3.0.json", .draft4)
      : try Self.official("openapi/document-validity/v3.1/validation/schema.json", .draft2020)
    let version: OpenAPIVersion = isOld ? .v30 : .v31
    let ours = try DocumentFormat.of(version).whole.get()
    let document = try Self.document(path)
    #expect(official.isValid(document) == ours.isValid(document), "the document itself")
    var differences: [String] = []
    var (right, wrong) = (0, 0)
    for mutant in Self.mutants(of: document) {
      let verdict = official.isValid(mutant.document)
      if verdict { right += 1 } else { wrong += 1 }
      let isOurs = ours.isValid(mutant.document)
      guard verdict != isOurs, Self.reason(for: mutant, version: version, isOurs: isOurs) == nil else { continue }
      differences.append("\(verdict ? "right" : "wrong") by theirs: \(mutant.change)")
    }
    #expect(differences == [], "\(differences.count) of \(right + wrong)")
    #expect(right > 0)
    #expect(wrong > 0)
  }
}
