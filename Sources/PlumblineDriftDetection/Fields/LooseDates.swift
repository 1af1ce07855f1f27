import PlumblineJSONSchema
import PlumblineJSONTree

/// Finds times that are written with a lower-case `t` or `z`: RFC 3339 (section 5.6) allows that, and many parsers don't.
struct LooseDates {
  let schema: Schema
  let value: JSON

  /// The strings that are meant to be times and are written so, each with the schema that means it; at most so many.
  func found(limit: Int) -> [(value: JSON, schema: JSON)] {
    // One look at the bytes tells nearly all bodies apart.
    guard Self.mayHave(value.document.bytes) else { return [] }
    let depth = value.pointer.tokens.count
    var found: [(JSON, JSON)] = []
    var rest = [value]
    while let next = rest.popLast(), found.count < limit {
      switch next.kind {
      case .object: rest += next.members.map(\.value)
      case .array: rest += next.elements
      case .string:
        guard let text = next.string, Self.isLoose(text),
          let meant = schema.sources(at: next.pointer.dropping(depth), in: value).first(where: Self.wantsTime)
        else { continue }
        found.append((next, meant))
      default: continue
      }
    }
    return found
  }

  /// Whether a digit stands before a lower-case `t` or `z` anywhere.
  private static func mayHave(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "t") || byte == UInt8(ascii: "z"), previous &- UInt8(ascii: "0") < 10 { return true }
      previous = byte
    }
    return false
  }

  private static func isLoose(_ text: String) -> Bool {
    guard text.utf8.count >= 20, text.utf8.count <= 64 else { return false }
    return text.utf8.dropFirst(10).first == UInt8(ascii: "t") || text.utf8.last == UInt8(ascii: "z")
  }

  private static func wantsTime(_ schema: JSON) -> Bool {
    schema["format"]?.string == "date-time"
  }
}
