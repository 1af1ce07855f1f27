import PlumblineJSONTree

/// A client method's requirements for a field of a response, found by experiment.
package struct FieldSensitivity: Sendable, Hashable {
  /// The field in the body, such as `/data/*/id`, where `*` represents every element.
  package let field: JSONPointer
  /// A Boolean value that indicates whether the method fails when the field is absent, or `nil` if the field can't be
  /// absent, such as an element of an array.
  package internal(set) var mustExist: Bool?
  /// A Boolean value that indicates whether the method succeeds if the field is `null`.
  package internal(set) var mayBeNull: Bool?
  /// The types of values that the method accepts, in alphabetical order, such as `integer` and `string`.
  package internal(set) var types: [String]
  /// A Boolean value that indicates whether any change to the field changed the decoded value or made the method fail,
  /// or `nil` if decoded values can't be compared.
  package internal(set) var isRead: Bool?
  /// A phrase for the strings that the method accepts, such as `any text but an empty one`, or `nil` if none were
  /// tried, or if the method doesn't read the field.
  package internal(set) var texts: String?
  /// A regular expression for the strings that the method accepts, based on those that were tried, or `nil` if it
  /// accepts any string, or if no simple expression describes them.
  package internal(set) var textPattern: String?
  /// The strings that the method rejected, by the names of their variants.
  var refusedTexts: [String] = []

  /// The requirements as text, such as `must exist · not null · integer`.
  package var need: String {
    if isRead == false { return "never read" }
    var parts: [String] = []
    if let mustExist { parts.append(mustExist ? "must exist" : "may be absent") }
    if let mayBeNull { parts.append(mayBeNull ? "may be null" : "not null") }
    parts.append(types.isEmpty ? "no kind of value" : types.joined(separator: " or "))
    return parts.joined(separator: " · ")
  }
}

extension FieldSensitivity {
  /// Creates the requirements from the outcomes of changes to a field.
  ///
  /// - Parameter kind: The type of the field's ordinary value, which the method accepts.
  init(_ field: JSONPointer, kind: String?, outcomes: [(variant: Variant, result: VariantResult)]) {
    self.field = field
    var types = Set([kind].compactMap { $0 })
    var isRead: Bool? = false
    for (variant, result) in outcomes {
      switch variant.change {
      case .removed: mustExist = !result.isSuccess
      case .null: mayBeNull = result.isSuccess
      case .type(let name): if result.isSuccess { types.insert(name) }
      case .value, .other: break
      }
      switch result {
      case .returnedOther, .threw, .hung, .crashed: isRead = true
      case .returned: if isRead == false { isRead = nil }
      case .returnedSame: break
      }
    }
    if types.contains("number") { types.insert("integer") }
    if kind == nil { mayBeNull = true }
    types.remove("null")
    self.types = types.sorted()
    self.isRead = isRead
    if kind == "string", isRead != false {
      let accepted = AcceptedTexts(outcomes.filter { $0.variant.change == .value })
      texts = accepted.phrase
      textPattern = accepted.pattern
      refusedTexts = accepted.refused
    }
  }

  /// Records that the method rejects strings that the contract doesn't list.
  mutating func restrict(to listed: [JSON]) {
    let texts = listed.filter { !refusedTexts.contains($0.text) }.compactMap(\.string)
    guard types == ["string"], !texts.isEmpty else { return }
    textPattern = "^(\(texts.map(AcceptedTexts.escaped).joined(separator: "|")))$"
  }

  /// A copy without the requirements for strings, which the field usage map doesn't contain.
  var withoutTexts: FieldSensitivity {
    var field = self
    field.texts = nil
    field.textPattern = nil
    field.refusedTexts = []
    return field
  }
}
