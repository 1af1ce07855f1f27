import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineYAML

/// Detects files of other formats, which belong to different commands.
package enum ForeignFile {
  /// Returns a sentence that identifies a file's format, and the command that reads it, if any, or `nil` if the format
  /// is unknown.
  ///
  /// - Parameter path: The file's path, for formats that can't be identified by their text.
  package static func sentence(on bytes: [UInt8], named path: String) -> String? {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let root = root(of: bytes, path) {
      if OpenAPIVersion.isDocument(root) { return ForeignFormat.openAPI }
      if let sentence = ForeignFormat.sentence(on: root) { return sentence }
    }
    return ForeignFormat.sentence(on: bytes, named: path)
  }

  /// Returns the root of a string as JSON, or as YAML if it isn't JSON, because much invalid JSON is valid YAML.
  ///
  /// YAML may also begin with a bracket (`{openapi: 3.1.0, …}`). The first key decides, because JSON's keys are in
  /// double quotes.
  private static func root(of bytes: [UInt8], _ path: String) -> JSON? {
    let text = bytes.drop(while: isBlank)
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      if let root = try? JSON.parse(bytes, file: path) { return root }
      guard isFlow(text.dropFirst().drop(while: isBlank)) else { return nil }
    }
    return (try? YAMLDocument.parse(bytes, file: path))?.root
  }

  /// Returns a Boolean value that indicates whether a bracket belongs to YAML. It does if it isn't followed by JSON, or
  /// if it is followed by the unquoted version key of an OpenAPI document, even if the document has errors.
  private static func isFlow(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: #""openapi""#.utf8) || text.starts(with: #""swagger""#.utf8) { return true }
    let json = Array("\"{[]}-0123456789".utf8)
    return text.first.map { !json.contains($0) } ?? false
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
