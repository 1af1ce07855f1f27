import PlumblineASCII
import PlumblineJSONSchema
import PlumblineJSONTree

/// A named value in a path, a query, a header or a cookie.
package struct Parameter: Sendable {
  package let name: String
  package let schema: Schema
  /// The style in which its value is written.
  package let style: ParameterStyle
  package let isRequired: Bool
  /// The place in the contract where it is declared.
  package let location: SourceLocation

  /// The shape that its schema asks for.
  package let shape: ParameterStyle.Shape
  /// The value with which the server responds at once, instead of waiting for something to happen; `nil` for any other
  /// parameter.
  package let longPoll: JSON?
  /// The type into which its text is converted, if its schema names one itself.
  let type: SimpleType?
  /// A Boolean value that indicates whether it is sent as its value's text, or as several strings under its name, without marks
  /// between or around them.
  package let isPlain: Bool
  /// The members that are sent under their own names in a query or a cookie.
  let memberNames: Set<String>
  /// The names that belong to others, if any further name is one of its members; `nil` if its schema names all members.
  private let takenNames: Set<String>?

  /// - Parameter others: the names that belong to the parameters and credentials next to it, if any other name may be one of
  ///   its members; `nil` if only those that its schema names may be.
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

  /// Returns the value of a string that fills a place alone: a path's segment, a header field.
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

  /// Returns the value of a part of a path. Many clients encode the commas of a list, too: if it is invalid without them, it is
  /// read with them.
  func reading(pathPart raw: ArraySlice<UInt8>) -> JSON {
    let value = reading(raw: raw, .url)
    guard shape == .array, style.kind == .simple, !schema.isValid(value) else { return value }
    let separated = self.value(ofList: ParameterStyle.Coding.url.decode(raw))
    return schema.isValid(separated) ? separated : value
  }

  /// Returns the value of a string with commas between elements, as people type it.
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

  /// A Boolean value that indicates whether any name that belongs to nothing else is one of its members.
  var isFreeForm: Bool { takenNames != nil }

  /// Returns a Boolean value that indicates whether a name is that of one of its members.
  private func hasMember(_ other: String) -> Bool {
    if memberNames.contains(other) { return true }
    guard let takenNames else { return false }
    return !takenNames.contains(other) && !takenNames.contains(String(other.prefix { $0 != "[" }))
  }

  /// Returns the members that lead to a string that is sent under its own name.
  func tokens(ofTextNamed other: String) -> [String] {
    if style.isExplodedObject(shape) { return [other] }
    return BracketedName(other, of: name)?.keys ?? []
  }

  /// A Boolean value that indicates whether further names than its own may belong to it.
  var isComposed: Bool { style.isExplodedObject(shape) || style.kind == .deepObject }

  /// Returns a Boolean value that indicates whether a name among others is its own, or one of its members'.
  func owns(_ other: String) -> Bool {
    if style.isExplodedObject(shape) { return hasMember(other) }
    return other == name || style.kind == .deepObject && BracketedName(other, of: name) != nil
  }

  /// Returns a string as a value of the kind that the schema asks for, otherwise as a string.
  package func reading(_ text: String) -> JSON { type?.reading(text) ?? schema.reading(text) }

  /// Returns the value of the text between two slashes of a path.
  ///
  /// A path names a thing by its letters. Where an integer belongs, `1042.0`, `1042e0` and `-0` are no other spellings of an
  /// id but other paths, whatever they are in a body: they stay strings, as `01042` and `+1042` do everywhere.
  package func reading(segment text: String) -> JSON {
    let value = reading(text)
    guard !text.isPlainInteger, let number = value.number, number.isInteger, takesIntegersOnly else { return value }
    return JSON(text)
  }

  private var takesIntegersOnly: Bool {
    guard type == nil else { return type == .integer }
    // The type may be behind references: then a fraction shows it.
    return schema.violations(of: 0.5, limit: 20).contains { ["type", "enum", "const"].contains($0.keyword) }
  }
}

extension String {
  /// A Boolean value that indicates whether it is an integer as everybody writes it.
  var isPlainInteger: Bool {
    if self == "0" { return true }
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    return digits.first.map { 0x31...0x39 ~= $0 } == true && digits.allSatisfy { $0.isDigit }
  }
}
