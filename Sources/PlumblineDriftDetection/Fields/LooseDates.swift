import PlumblineJSONSchema
import PlumblineJSONTree

/// A search for times with a lowercase `t` or `z`, which RFC 3339 (section 5.6) allows but many parsers reject.
struct LooseDates {
  let schema: Schema
  let value: JSON

  /// The maximum number of candidates to check against the schema. Finding the location of a candidate takes time in
  /// proportion to everything before it.
  private static let mostLooks = 1000

  /// Returns the times, each with the schema that describes it as a time.
  func found() -> [(value: JSON, schema: JSON)] {
    // A scan of the bytes rules out nearly all bodies.
    guard Self.mayHave(value.document.bytes) else { return [] }
    let depth = value.pointer.tokens.count
    var found: [(JSON, JSON)] = []
    var looks = 0
    var rest = [value]
    while let next = rest.popLast(), looks < Self.mostLooks {
      switch next.kind {
      case .object: rest += next.members.map(\.value)
      case .array: rest += next.elements
      case .string:
        guard let text = next.string, Self.isLoose(text) else { continue }
        looks += 1
        let schemas = schema.sources(at: next.pointer.dropping(depth), in: value)
        if let meant = schemas.first(where: Self.wantsTime) { found.append((next, meant)) }
      default: continue
      }
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a digit precedes a lowercase `t` or `z` anywhere.
  private static func mayHave(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "t") || byte == UInt8(ascii: "z"), previous &- UInt8(ascii: "0") < 10 { return true }
      previous = byte
    }
    return false
  }

  /// Returns a Boolean value that indicates whether a string has the format of a time with a lowercase letter, such as
  /// `2026-11-21t08:00:00z`.
  private static func isLoose(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(65))
    guard (20...64).contains(bytes.count), bytes[4] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":") else {
      return false
    }
    return bytes[10] == UInt8(ascii: "t") || bytes.last == UInt8(ascii: "z")
  }

  private static func wantsTime(_ schema: JSON) -> Bool {
    schema["format"]?.string == "date-time"
  }
}
