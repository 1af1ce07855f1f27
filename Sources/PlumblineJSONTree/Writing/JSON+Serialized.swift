extension JSON {
  /// Returns the value as UTF-8 text. Number literals, string escapes and the order of members are those of the source.
  public func serialized(_ style: Style = .compact) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.tape[node].range.count)
    append(to: &output)
    return style == .compact ? output : JSONIndentation.indented(output)
  }

  /// The compact text.
  public var text: String { String(decoding: serialized(), as: UTF8.self) }

  /// The pretty text, with two spaces per level and one item per line.
  public var prettyText: String { String(decoding: serialized(.pretty), as: UTF8.self) }

  /// Appends the compact text. The tape is read from front to back, and open containers are kept in a list.
  package func append(to output: inout [UInt8]) {
    guard kind == .object || kind == .array else {
      return document.withReader { output.append(contentsOf: $0.literal(node)) }
    }
    let tape = document.tape
    let end = document.next(node)
    var open: [(end: Int, isObject: Bool)] = []
    var index = node
    var isFirst = true
    while true {
      while let last = open.last, last.end == index {
        open.removeLast()
        output.append(last.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        isFirst = false
      }
      guard index < end else { return }
      if !open.isEmpty {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        if open[open.count - 1].isObject {
          output.append(contentsOf: document.bytes[tape[index].range])
          output.append(UInt8(ascii: ":"))
          index += 1
        }
      }
      isFirst = false
      let kind = document.kind(index)
      guard kind == .array || kind == .object else {
        output.append(contentsOf: document.bytes[tape[index].range])
        index += 1
        continue
      }
      let isObject = kind == .object
      output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      open.append((document.next(index), isObject))
      isFirst = true
      index += 1
    }
  }
}

extension JSON {
  /// The layout of text.
  public enum Style: Sendable, Hashable {
    /// No white space at all.
    case compact
    /// Two spaces per level and one item per line, for files that people review. Empty containers stay `{}` and `[]`.
    case pretty
  }
}

extension JSON {
  /// Returns the value of a string that this module wrote itself, at any depth.
  ///
  /// Beyond 256 MiB, which is the tape's limit, the function stops the process, like an allocation that fails.
  static func trusted(_ bytes: [UInt8], file: String = "") -> JSON {
    do throws(JSONSyntaxError) {
      return try JSONDocument.parse(bytes, file: file, limits: JSONLimits(depth: .max)).root
    } catch {
      preconditionFailure("A value written by PlumblineJSONTree can not be read back: \(error)")
    }
  }
}
