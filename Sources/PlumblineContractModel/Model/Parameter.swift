import PlumblineASCII
import PlumblineJSONSchema
import PlumblineJSONTree

/// A named value in a path, a query, a header or a cookie.
package struct Parameter: Sendable {
  package let name: String
  package let schema: Schema
  /// The style that its value is serialized in.
  package let style: ParameterStyle
  package let isRequired: Bool
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  /// The shape that its schema requires.
  package let shape: ParameterStyle.Shape
  /// The value that makes the server respond at once instead of waiting for an event; `nil` for any other parameter.
  package let longPoll: JSON?
  /// The type that its text is converted to, if its schema itself names one.
  let type: SimpleType?
  /// A Boolean value that indicates whether it is sent as plain text, or as repeated plain texts under its name,
  /// without delimiters.
  package let isPlain: Bool
  /// The members that are sent under their own names in a query or a cookie.
  let memberNames: Set<String>
  /// The names that belong to other parameters, if any remaining name is one of its members; `nil` if its schema names
  /// all members.
  private let takenNames: Set<String>?

  /// - Parameter others: the names that belong to the parameters and credentials next to it, if any other name may be
  ///   one of its members; `nil` if only the names in its schema may be.
  package init(
    name: String, schema: Schema, style: ParameterStyle, isRequired: Bool, location: SourceLocation,
    beside others: Set<String>? = nil
  ) {
    self.name = name
    self.schema = schema
    self.style = style
    self.isRequired = isRequired
    self.location = location
    longPoll = schema.source["x-long-poll"]
    type = schema.source["type"]?.string.flatMap(SimpleType.init(rawValue:))
    let shape = type == nil ? schema.shape : .scalar
    self.shape = shape
    memberNames = style.isExplodedObject(shape) ? schema.memberNames() : []
    takenNames = style.isExplodedObject(shape) && schema.takesFurtherMembers ? others : nil
    isPlain =
      switch (style.kind, shape) {
      case _ where style.isJSON: false
      case (.label, _), (.matrix, _): false
      case (_, .scalar): true
      case (.form, .array): style.explode
      default: false
      }
  }

  /// Returns the value of a string that occupies a place alone: a path segment, a header field.
  ///
  /// - Parameter raw: as sent.
  func reading(raw: ArraySlice<UInt8>, _ coding: ParameterStyle.Coding) -> JSON {
    if style.isJSON {
      let text = coding.decode(raw)
      return (try? JSON.parse(Array(text.utf8))) ?? JSON(text)
    }
    let value = style.value(of: raw, named: name, as: shape, coding)
    guard shape == .scalar, let text = value.string else { return schema.typing(value) }
    if case .url = coding { return reading(segment: text) }
    return reading(text)
  }

  /// Returns the value of a part of a path. Many clients also encode the commas of a list: if the value is invalid
  /// otherwise, encoded commas count as delimiters.
  func reading(pathPart raw: ArraySlice<UInt8>) -> JSON {
    let value = reading(raw: raw, .url)
    guard shape == .array, style.kind == .simple, !schema.isValid(value) else { return value }
    let separated = self.value(ofList: ParameterStyle.Coding.url.decode(raw))
    return schema.isValid(separated) ? separated : value
  }

  /// Returns the value of a string with commas between elements, as typed by a user.
  package func value(ofList text: String) -> JSON {
    guard shape != .scalar else { return reading(text) }
    return schema.typing(ParameterStyle(.simple).value(of: Array(text.utf8)[...], named: name, as: shape, .plain))
  }

  /// Returns its value among form fields; `nil` if it is missing.
  func reading(_ fields: FormFields) -> JSON? {
    fields.value(of: name, style, as: shape, isMember: hasMember).map { value in
      if style.isJSON { return value }
      if shape == .scalar, let text = value.string { return reading(text) }
      return schema.typing(value)
    }
  }

  /// A Boolean value that indicates whether any name that isn't otherwise declared is one of its members.
  var isFreeForm: Bool { takenNames != nil }

  /// Returns a Boolean value that indicates whether a name belongs to one of its members.
  private func hasMember(_ other: String) -> Bool {
    if memberNames.contains(other) { return true }
    guard let takenNames else { return false }
    return !takenNames.contains(other) && !takenNames.contains(String(other.prefix { $0 != "[" }))
  }

  /// Returns the path of members to a string that is sent under its own name.
  func tokens(ofTextNamed other: String) -> [String] {
    if style.isExplodedObject(shape) { return [other] }
    return BracketedName(other, of: name)?.keys ?? []
  }

  /// A Boolean value that indicates whether names other than its own may belong to it.
  var isComposed: Bool { style.isExplodedObject(shape) || style.kind == .deepObject }

  /// Returns a Boolean value that indicates whether a name is its own or that of one of its members.
  func owns(_ other: String) -> Bool {
    if style.isExplodedObject(shape) { return hasMember(other) }
    return other == name || style.kind == .deepObject && BracketedName(other, of: name) != nil
  }

  /// Returns a string as a value of the type that the schema requires, otherwise as a string.
  package func reading(_ text: String) -> JSON { type?.reading(text) ?? schema.reading(text) }

  /// Returns the value of the text between two slashes of a path.
  ///
  /// A path identifies a resource by its exact characters. In place of an integer, `1042.0`, `1042e0` and `-0` aren't
  /// other spellings of an id, as they would be in a body, but different paths: they stay strings, as `01042` and
  /// `+1042` do everywhere.
  package func reading(segment text: String) -> JSON {
    let value = reading(text)
    guard !text.isPlainInteger, let number = value.number, number.isInteger, takesIntegersOnly else { return value }
    return JSON(text)
  }

  private var takesIntegersOnly: Bool {
    guard type == nil else { return type == .integer }
    // The type may be behind references; a fraction then proves it.
    return schema.violations(of: 0.5, limit: 20).contains { ["type", "enum", "const"].contains($0.keyword) }
  }
}

extension String {
  /// A Boolean value that indicates whether it is an integer in canonical form.
  var isPlainInteger: Bool {
    if self == "0" { return true }
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    return digits.first.map { 0x31...0x39 ~= $0 } == true && digits.allSatisfy { $0.isDigit }
  }
}
