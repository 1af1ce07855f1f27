import PlumblineJSONTree

/// A namespace for sequences of JSON texts, with either one per line (`application/x-ndjson`, `application/jsonl`) or
/// each after a record separator (RFC 7464). Schemas see them as an array, as OpenAPI 3.2 specifies (section 4.14.3).
package enum JSONLines {
  /// The position of a nonempty line.
  package struct Place: Sendable, Hashable {
    /// The line number, starting with 1.
    package let number: Int
    /// The index among the nonempty lines, starting with 0.
    package let index: Int
  }

  /// A line that isn't JSON, and the reason.
  package struct Fault: Error, Sendable {
    package let place: Place
    package let error: JSONSyntaxError
  }

  /// The lines of a body, each read separately.
  package struct Reading: Sendable {
    /// The values of the lines that are JSON, as an array.
    package let values: JSON
    /// The line of each value.
    package let places: [Place]
    /// The lines that aren't JSON.
    package let faults: [Fault]
  }

  /// Returns the values in order. Empty lines are skipped.
  static func read(_ bytes: [UInt8], file: String) throws(Fault) -> JSON {
    var values: [JSON] = []
    for (place, text) in lines(in: bytes) { values.append(try value(of: text, at: place, file: file)) }
    return .array(values)
  }

  /// Returns the values of the lines that are JSON, and the faults of the others.
  package static func reading(_ bytes: [UInt8], file: String) -> Reading {
    var values: [JSON] = []
    var places: [Place] = []
    var faults: [Fault] = []
    for (place, text) in lines(in: bytes) {
      do throws(Fault) {
        values.append(try value(of: text, at: place, file: file))
        places.append(place)
      } catch {
        faults.append(error)
      }
    }
    return Reading(values: .array(values), places: places, faults: faults)
  }

  /// Returns the positions of the nonempty lines.
  package static func places(in bytes: [UInt8]) -> [Place] { lines(in: bytes).map { $0.place } }

  private static func value(of text: ArraySlice<UInt8>, at place: Place, file: String) throws(Fault) -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON.parse(Array(text), file: file)
    } catch {
      throw Fault(place: place, error: error)
    }
  }

  private static func lines(in bytes: [UInt8]) -> [(place: Place, text: ArraySlice<UInt8>)] {
    let separator = UInt8(ascii: "\n")
    var lines: [(place: Place, text: ArraySlice<UInt8>)] = []
    for (index, line) in bytes.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
      let text = line.drop { $0 == 0x1E || isBlank($0) }
      if !text.allSatisfy(isBlank) { lines.append((Place(number: index + 1, index: lines.count), text)) }
    }
    return lines
  }

  /// Returns a line for each element of an array, or a single line for any other value.
  static func bytes(of value: JSON, mediaType: String) -> [UInt8] {
    let values = value.kind == .array ? Array(value.elements) : [value]
    let mark: [UInt8] = mediaType.hasSuffix("json-seq") ? [0x1E] : []
    return values.flatMap { mark + $0.serialized() + [UInt8(ascii: "\n")] }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
