import PlumblineJSONTree
import PlumblineRecordings

/// The kind of a file with exchanges, detected from its beginning.
enum CaptureKind {
  case har
  /// A file with one exchange per line, as recordings or an access log.
  case lines
  /// A single recording, or a file in an unknown format.
  case document
  case empty
  case zip

  /// The number of bytes that suffice to detect the kind.
  static let enough = 64 << 10

  /// Detects the kind of a file.
  ///
  /// - Parameters:
  ///   - beginning: The first ``enough`` bytes after decompression, or all of them if there are fewer.
  ///   - path: The path of the file, where `-` is standard input.
  static func of(_ beginning: [UInt8], path: String) -> CaptureKind {
    if beginning.starts(with: Array("PK\u{3}\u{4}".utf8)) { return .zip }
    let text = HARReader.withoutMark(beginning).drop(while: \.isBlank)
    if text.isEmpty { return isNamedLines(path) ? .lines : .empty }
    if text.prefix(4096).lazy.filter({ !$0.isBlank }).starts(with: Array(#"{"log":{"#.utf8)) { return .har }
    if isNamedLines(path) { return .lines }
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let first = Array(text[..<end])
    if AccessLine.read(first) != nil { return .lines }
    let isObject = (try? JSON.parse(first))?.kind == .object
    return isObject && text[end...].contains { !$0.isBlank } ? .lines : .document
  }

  private static func isNamedLines(_ path: String) -> Bool {
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    return path == "-" || name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
  }
}
