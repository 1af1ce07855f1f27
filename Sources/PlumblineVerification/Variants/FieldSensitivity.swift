import PlumblineJSONTree

/// The needs of one client method for one field of a response, found by experiment.
package struct FieldSensitivity: Sendable, Hashable {
  /// The field in the body: `/data/*/id`, `*` for every element.
  package let field: JSONPointer
  /// A Boolean value that indicates whether the method fails when the field is absent; `nil` if it can't be, as an element
  /// of an array can't.
  package internal(set) var mustExist: Bool?
  /// A Boolean value that indicates whether the method succeeds when the field is `null`.
  package internal(set) var mayBeNull: Bool?
  /// The kinds of value that the method accepts, in alphabetical order: `integer`, `string`.
  package internal(set) var types: [String]
  /// A Boolean value that indicates whether any change of the field changed the decoded value or made the method fail; `nil` if
  /// decoded values show nothing that can be compared.
  package internal(set) var isRead: Bool?
  /// The texts that the method accepts of those that were tried, in words: `any text but an empty one`; `nil` if they
  /// weren't, or it doesn't read them.
  package internal(set) var texts: String?

  /// In words: `must exist · not null · integer`.
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
  /// Creates the needs from the outcomes of a field's changes.
  ///
  /// - Parameter kind: the kind of the ordinary value, which the method accepts.
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
      texts = AcceptedTexts(outcomes.filter { $0.variant.change == .value }).phrase
    }
  }

  /// The same without the parts that a map doesn't hold.
  var withoutTexts: FieldSensitivity {
    var field = self
    field.texts = nil
    return field
  }
}
