import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineYAML

/// Files that are given to a command which reads another format.
package enum ForeignFile {
  /// A sentence about what a file is, and the command that reads it or that none does; `nil` for what isn't known.
  ///
  /// - Parameter path: the file's, for formats whose texts don't say what they are.
  package static func sentence(on bytes: [UInt8], named path: String) -> String? {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let root = root(of: bytes, path) {
      if OpenAPIVersion.isDocument(root) { return ForeignFormat.openAPI }
      if let sentence = ForeignFormat.sentence(on: root) { return sentence }
    }
    return ForeignFormat.sentence(on: bytes, named: path)
  }

  /// What a text is as JSON, or as YAML where it doesn't begin as JSON: much that is wrong in JSON is right in YAML.
  private static func root(of bytes: [UInt8], _ path: String) -> JSON? {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try? JSON.parse(bytes, file: path) }
    return (try? YAMLDocument.parse(bytes, file: path))?.root
  }
}
