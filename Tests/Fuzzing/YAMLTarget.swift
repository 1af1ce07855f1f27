import PlumblineJSONTree
import PlumblineYAML

/// The YAML reader, on arbitrary bytes. Its result is a document with places in the text, and JSON must be read as
/// JSON.
///
/// Seeds: Tests/Fuzzing/Seeds/yaml yaml-test-suite/src json-test-suite/test_parsing
package enum YAMLTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let limits = JSONLimits(depth: 64)
    let json = try? JSONDocument.parse(input, limits: limits)
    let document: JSONDocument
    do throws(YAMLSyntaxError) {
      document = try YAMLDocument.parse(input, file: "f", limits: limits)
    } catch {
      precondition(error.offset <= input.count && !error.message.isEmpty && error.excerpt.hasSuffix("^"))
      precondition(!error.message.contains("can't be written as JSON"), "what was written isn't JSON")
      if let json { checkRefusal(of: json, error) }
      return
    }
    checkPlaces(document, input)
    precondition(document.duplicateKeys.isEmpty)
    precondition(document.bytes.count <= input.count * YAMLDocument.expansion + YAMLDocument.spareBytes)
    if let json { precondition(json.root == document.root, "a JSON text is read as another value") }
  }

  /// Checks that every value has a place in the text, and that reading its JSON again gives the same value.
  private static func checkPlaces(_ document: JSONDocument, _ input: [UInt8]) {
    let lines = input.count { $0 == 0x0A || $0 == 0x0D } + 1
    for node in 0..<min(document.tape.count, 2048) {
      let location = JSON(document, node).location
      precondition((1...lines).contains(location.line) && (1...(input.count + 1)).contains(location.column))
    }
    do throws(YAMLSyntaxError) {
      let again = try YAMLDocument.parse(document.bytes)
      precondition(again.root == document.root, "what was written is another value")
    } catch {
      preconditionFailure("what was written isn't read: \(error)")
    }
  }

  /// Checks the only differences between JSON and YAML, which are repeated keys and lone surrogates. YAML rejects both.
  private static func checkRefusal(of json: JSONDocument, _ error: YAMLSyntaxError) {
    switch error.code {
    case .duplicateKey: precondition(json.hasDuplicateKeys)
    case .malformed: precondition(json.bytes.contains(UInt8(ascii: "\\")), "a JSON text is refused: \(error)")
    default: preconditionFailure("a JSON text is refused: \(error)")
    }
  }
}
