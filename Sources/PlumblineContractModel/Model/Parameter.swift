import PlumblineASCII
import PlumblineJSONSchema
import PlumblineJSONTree

/// A named value in a path, a query, a header or a cookie.
package struct Parameter: Sendable {
  package let name: String
  package let schema: Schema
  /// The serialization style of the parameter's value.
  package let style: ParameterStyle
  package let isRequired: Bool
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  /// The shape that the parameter's schema requires.
  package let shape: ParameterStyle.Shape
  /// The value that makes the server respond at once instead of waiting for an event, or `nil` for any other parameter.
  package let longPoll: JSON?
  /// The type that the parameter's text is converted to, if its schema names one.
  let type: SimpleType?
  /// A Boolean value that indicates whether the value is sent as plain text, or as repeated plain strings with the
  /// parameter's name, without delimiters.
  package let isPlain: Bool
  /// The members that are sent under their own names in a query or a cookie.
  let memberNames: Set<String>
  /// The names that belong to other parameters, if all remaining names are members of this one, or `nil` if the schema
  /// lists all members.
  private let takenNames: Set<String>?

  /// Creates a parameter.
  ///
  /// - Parameter others: The names of the other parameters and credentials in the same part of the request, if any
  ///   remaining name may be a member of this one, or `nil` if only the names in the schema may be.
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

  /// Returns the value of a complete string, such as a path segment or a header field.
  ///
  /// - Parameter raw: The string as sent.
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

  /// Returns the value of a part of a path. Many clients also encode the commas of a list, so encoded commas count as
  /// delimiters if the value is invalid otherwise.
  func reading(pathPart raw: ArraySlice<UInt8>) -> JSON {
    let value = reading(raw: raw, .url)
    guard shape == .array, style.kind == .simple, !schema.isValid(value) else { return value }
    let separated = self.value(ofList: ParameterStyle.Coding.url.decode(raw))
    return schema.isValid(separated) ? separated : value
  }

  /// Returns the value of a string typed by a user, with commas between elements.
  package func value(ofList text: String) -> JSON {
    guard shape != .scalar else { return reading(text) }
    return schema.typing(ParameterStyle(.simple).value(of: Array(text.utf8)[...], named: name, as: shape, .plain))
  }

  /// Returns the parameter's value from form fields, or `nil` if it is missing.
  func reading(_ fields: FormFields) -> JSON? {
    fields.value(of: name, style, as: shape, isMember: hasMember).map { value in
      if style.isJSON { return value }
      if shape == .scalar, let text = value.string { return reading(text) }
      return schema.typing(value)
    }
  }

  /// A Boolean value that indicates whether every name that isn't declared otherwise is a member of the parameter.
  var isFreeForm: Bool { takenNames != nil }

  /// Returns a Boolean value that indicates whether a name belongs to one of the parameter's members.
  private func hasMember(_ other: String) -> Bool {
    if memberNames.contains(other) { return true }
    guard let takenNames else { return false }
    return !takenNames.contains(other) && !takenNames.contains(String(other.prefix { $0 != "[" }))
  }

  /// Returns the path of the member that contains a string sent under the given name.
  func tokens(ofTextNamed other: String) -> [String] {
    if style.isExplodedObject(shape) { return [other] }
    return BracketedName(other, of: name)?.keys ?? []
  }

  /// A Boolean value that indicates whether the parameter's value may be sent under several names.
  var isComposed: Bool { style.isExplodedObject(shape) || style.kind == .deepObject }

  /// Returns a Boolean value that indicates whether a name is the parameter's own or that of one of its members.
  func owns(_ other: String) -> Bool {
    if style.isExplodedObject(shape) { return hasMember(other) }
    return other == name || style.kind == .deepObject && BracketedName(other, of: name) != nil
  }

  /// Returns a string converted to the type that the schema requires, or as a string if it can't be converted.
  package func reading(_ text: String) -> JSON { type?.reading(text) ?? schema.reading(text) }

  /// Returns the value of the text between two slashes of a path.
  ///
  /// A path identifies a resource by its exact characters. In a body, `1042.0`, `1042e0` and `-0` would be different
  /// spellings of an integer, but in a path they are different IDs. They stay strings, as `01042` and `+1042` do
  /// everywhere.
  package func reading(segment text: String) -> JSON {
    let value = reading(text)
    guard !text.isPlainInteger, let number = value.number, number.isInteger, takesIntegersOnly else { return value }
    return JSON(text)
  }

  private var takesIntegersOnly: Bool {
    guard type == nil else { return type == .integer }
    // The type may be hidden behind references. To find out, validate a fraction.
    return schema.violations(of: 0.5, limit: 20).contains { ["type", "enum", "const"].contains($0.keyword) }
  }
}

extension String {
  /// A Boolean value that indicates whether the string is an integer in canonical form.
  var isPlainInteger: Bool {
    if self == "0" { return true }
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    return digits.first.map { 0x31...0x39 ~= $0 } == true && digits.allSatisfy { $0.isDigit }
  }
}
