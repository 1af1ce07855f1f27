import PlumblineJSONTree
import PlumblineRecordings

/// What kind a file with exchanges is of, told by how it begins.
enum CaptureKind {
  case har
  /// Each line is an exchange, or what an access log says of one.
  case lines
  /// One recording, or nothing that is known.
  case document
  case empty
  case zip

  /// So much of a file tells its kind.
  static let enough = 64 << 10

  /// - Parameters:
  ///   - beginning: the first bytes, unpacked: ``enough`` of them, or all there are.
  ///   - path: the file's; `-` is standard input.
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
