import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineYAML

/// A namespace for detecting files in formats that other commands read.
package enum ForeignFile {
  /// Returns a sentence that names a file's format and the command that reads it, if there is one, or `nil` if the
  /// format isn't known.
  ///
  /// - Parameter path: The path of the file. It is used for formats that can't be identified by their content.
  package static func sentence(on bytes: [UInt8], named path: String) -> String? {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let root = root(of: bytes, path) {
      if OpenAPIVersion.isDocument(root) { return ForeignFormat.openAPI }
      if let sentence = ForeignFormat.sentence(on: root) { return sentence }
    }
    return ForeignFormat.sentence(on: bytes, named: path)
  }

  /// Returns the root of a document that is parsed as JSON or, if it can't be JSON, as YAML. Much invalid JSON is valid
  /// YAML.
  ///
  /// YAML can start with a bracket as well (`{openapi: 3.1.0, …}`). The first key makes the difference, because JSON
  /// requires double quotes.
  private static func root(of bytes: [UInt8], _ path: String) -> JSON? {
    let text = bytes.drop(while: isBlank)
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      if let root = try? JSON.parse(bytes, file: path) { return root }
      guard isFlow(text.dropFirst().drop(while: isBlank)) else { return nil }
    }
    return (try? YAMLDocument.parse(bytes, file: path))?.root
  }

  /// Returns a Boolean value that indicates whether an opening bracket belongs to YAML. It does if no JSON follows it.
  /// It is also treated as YAML if the version key of an OpenAPI document follows, even if the document has errors.
  private static func isFlow(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: #""openapi""#.utf8) || text.starts(with: #""swagger""#.utf8) { return true }
    let json = Array("\"{[]}-0123456789".utf8)
    return text.first.map { !json.contains($0) } ?? false
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
