import PlumblineJSONTree

/// JSON texts one after the other: a line each (`application/x-ndjson`, `application/jsonl`), or each after a record separator
/// (RFC 7464). They are an array to a schema, as OpenAPI 3.2 has it (section 4.14.3).
package enum JSONLines {
  /// Why a line isn't JSON.
  struct Fault: Error {
    /// From 1.
    let line: Int
    let error: JSONSyntaxError
  }

  /// The values in order. Empty lines are none.
  static func read(_ bytes: [UInt8], file: String) throws(Fault) -> JSON {
    var values: [JSON] = []
    for line in lines(in: bytes) {
      do {
        values.append(try JSON.parse(Array(line.text), file: file))
      } catch {
        throw Fault(line: line.number, error: error)
      }
    }
    return .array(values)
  }

  /// The number of each value's line, from 1.
  package static func numbers(in bytes: [UInt8]) -> [Int] { lines(in: bytes).map { $0.number } }

  /// The lines that aren't empty.
  private static func lines(in bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    let separator = UInt8(ascii: "\n")
    var lines: [(number: Int, text: ArraySlice<UInt8>)] = []
    for (index, line) in bytes.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
      let text = line.drop { $0 == 0x1E || isBlank($0) }
      if !text.allSatisfy(isBlank) { lines.append((index + 1, text)) }
    }
    return lines
  }

  /// A line for each element of an array; one for any other value.
  static func bytes(of value: JSON, mediaType: String) -> [UInt8] {
    let values = value.kind == .array ? Array(value.elements) : [value]
    let mark: [UInt8] = mediaType.hasSuffix("json-seq") ? [0x1E] : []
    return values.flatMap { mark + $0.serialized() + [UInt8(ascii: "\n")] }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
