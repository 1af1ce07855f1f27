/// A builder that writes a JSON value piece by piece.
///
///     let ticket = JSON.build { json in
///       json.object { json in
///         json.member("id", 7)
///         json.member("tags") { json in
///           json.array { json in
///             json.string("a")
///           }
///         }
///       }
///     }
///
/// Call `member` inside an object, and the other methods elsewhere. A call that isn't allowed at its place, such as one
/// for a second value at the top level or for a value without a key in an object, is a programming error. It stops a
/// debug build, and writes nothing in a release build.
public struct JSONBuilder {
  private enum Place {
    case top
    case array
    case object
    case memberValue
    case done
  }

  private var output: [UInt8] = []
  private var place = Place.top
  private var needsComma = false
  private var provenance: BuiltProvenance?

  /// Creates a builder that has written nothing yet.
  public init() {}

  /// Writes `null`.
  public mutating func null() {
    raw("null")
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  /// Writes an integer.
  public mutating func int(_ value: Int) {
    raw(String(value))
  }

  /// Writes a number in its shortest exact form, or `null` for infinities and NaN, which JSON can't represent.
  public mutating func double(_ value: Double) {
    raw(value.isFinite ? value.description : "null")
  }

  /// Writes a number with its original literal.
  public mutating func number(_ value: JSONNumber) {
    raw(value.literal)
  }

  /// Writes a number literal, or `null` if the string isn't a number.
  public mutating func number(literal: String) {
    raw(JSONNumber(literal: literal)?.literal ?? "null")
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    guard begin() else { return }
    quote(value)
    end()
  }

  /// Writes a value with everything inside it.
  public mutating func value(_ value: JSON) {
    guard begin() else { return }
    value.append(to: &output)
    end()
  }

  /// Writes an array. The closure writes its elements.
  public mutating func array<E: Error>(_ body: (inout JSONBuilder) throws(E) -> Void) throws(E) {
    guard begin() else { return }
    let outer = place
    output.append(UInt8(ascii: "["))
    place = .array
    needsComma = false
    try body(&self)
    output.append(UInt8(ascii: "]"))
    place = outer
    end()
  }

  /// Writes an object. The closure writes its members.
  public mutating func object<E: Error>(_ body: (inout JSONBuilder) throws(E) -> Void) throws(E) {
    guard begin() else { return }
    let outer = place
    output.append(UInt8(ascii: "{"))
    place = .object
    needsComma = false
    try body(&self)
    output.append(UInt8(ascii: "}"))
    place = outer
    end()
  }

  /// Writes a member. The closure writes its value, which is `null` if the closure writes none.
  public mutating func member<E: Error>(_ key: String, _ body: (inout JSONBuilder) throws(E) -> Void) throws(E) {
    guard place == .object else { return assertionFailure("A member is written inside an object only.") }
    if needsComma { output.append(UInt8(ascii: ",")) }
    quote(key)
    output.append(UInt8(ascii: ":"))
    place = .memberValue
    try body(&self)
    if place == .memberValue { null() }
    place = .object
    needsComma = true
  }

  /// Returns the value that was written, or `null` if there was none.
  public consuming func finish() -> JSON {
    if output.isEmpty { null() }
    return JSON.trusted(output)
  }

  /// Returns the compact text that was written, or `null` if nothing was. Unlike that of a value, its size has no
  /// limit.
  package consuming func text() -> [UInt8] {
    if output.isEmpty { null() }
    return output
  }

  /// A builder that records the origin of the text that it writes, as ``comes(from:)`` declares it.
  package static var tracing: JSONBuilder {
    var builder = JSONBuilder()
    builder.provenance = BuiltProvenance()
    return builder
  }

  /// Declares that everything written from here on comes from a value in a different document.
  package mutating func comes(from source: JSON) { provenance?.mark(source, at: output.count) }

  /// Returns the text that was written, which is `null` if nothing was, and its origin if that was recorded.
  package consuming func traced() -> (text: [UInt8], provenance: BuiltProvenance?) {
    if output.isEmpty { null() }
    return (output, provenance)
  }

  private mutating func raw(_ text: String) {
    guard begin() else { return }
    output.append(contentsOf: text.utf8)
    end()
  }

  /// Writes the separator between a value and the previous one. Returns `false` if no value is allowed here.
  private mutating func begin() -> Bool {
    switch place {
    case .top, .memberValue: return true
    case .array:
      if needsComma { output.append(UInt8(ascii: ",")) }
      return true
    case .object:
      assertionFailure("A value inside an object needs a key: write it with member.")
      return false
    case .done:
      assertionFailure("A value is written already.")
      return false
    }
  }

  private mutating func end() {
    needsComma = true
    if place == .top || place == .memberValue { place = .done }
  }

  private mutating func quote(_ text: String) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0x08: output.append(contentsOf: "\\b".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0C: output.append(contentsOf: "\\f".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16, uppercase: true)
        output.append(contentsOf: "\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}

extension JSONBuilder {
  /// Writes a member with any value.
  public mutating func member(_ key: String, _ value: JSON) {
    member(key) { $0.value(value) }
  }

  /// Writes a member with a string.
  public mutating func member(_ key: String, _ value: String) {
    member(key) { $0.string(value) }
  }

  /// Writes a member with an integer.
  public mutating func member(_ key: String, _ value: Int) {
    member(key) { $0.int(value) }
  }

  /// Writes a member with `true` or `false`.
  public mutating func member(_ key: String, _ value: Bool) {
    member(key) { $0.bool(value) }
  }

  /// Writes a member with a number.
  public mutating func member(_ key: String, _ value: Double) {
    member(key) { $0.double(value) }
  }
}
