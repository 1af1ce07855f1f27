import Foundation
import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

/// JSON texts as YAML. Each JSON text is a YAML text (YAML 1.2.2, section 1.2), except for repeated keys and lone
/// surrogates.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct JSONIsYAMLTests {
  @Test func `what the JSON suite accepts is read as the same value with the same places`() throws {
    let folder = try #require(Conformance.root).appendingPathComponent("json-test-suite/test_parsing")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    var compared = 0
    for file in files where file.lastPathComponent.hasPrefix("y_") {
      let bytes = Array(try Data(contentsOf: file))
      let json = try JSONDocument.parse(bytes)
      if json.hasDuplicateKeys {
        #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(bytes) }
        continue
      }
      let yaml = try YAMLDocument.parse(bytes)
      compared += 1
      #expect(yaml.root == json.root, "\(file.lastPathComponent)")
      let places = [json, yaml].map { document in (0..<document.tape.count).map { JSON(document, $0).location } }
      #expect(places[0] == places[1], "\(file.lastPathComponent)")
    }
    #expect(compared > 85)
  }
}
