/// A formatter that indents JSON text for people, with two spaces per level and one item per line. Empty containers
/// stay `{}` and `[]`.
///
/// The text isn't parsed, so its size has no limit.
package enum JSONIndentation {
  /// Returns compact JSON text with indentation.
  ///
  /// - Parameter compact: Valid JSON without white space outside of its strings.
  package static func indented(_ compact: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(compact.count + compact.count / 2)
    var level = 0
    var index = 0
    while index < compact.count {
      let byte = compact[index]
      switch byte {
      case UInt8(ascii: "\""):
        let end = endOfString(from: index, in: compact)
        output.append(contentsOf: compact[index..<end])
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        // The code of a closing character is that of the opening one plus two.
        if index + 1 < compact.count, compact[index + 1] == byte + 2 {
          output.append(byte + 2)
          index += 1
        } else {
          level += 1
          breakLine(&output, level)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        breakLine(&output, level)
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        breakLine(&output, level)
      case UInt8(ascii: ":"):
        output.append(byte)
        output.append(UInt8(ascii: " "))
      default: output.append(byte)
      }
      index += 1
    }
    return output
  }

  /// Returns the index after the quotation mark that closes a string.
  private static func endOfString(from start: Int, in text: [UInt8]) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }

  private static func breakLine(_ output: inout [UInt8], _ level: Int) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, level) * 2))
  }
}
