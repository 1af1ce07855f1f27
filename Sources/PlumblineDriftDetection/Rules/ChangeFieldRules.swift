/// Rules about the values inside a message, old against new: those that a request may no longer have, and those that a response
/// may have though they were never promised.
///
/// The two are mirrored: a request that was right has to stay right, and a response that may come has to be one that was
/// promised. So a member that becomes required breaks requests, and one that becomes optional breaks responses.
package struct ChangeFieldRules: Sendable {
  /// A request without the member is refused; a response may come without it.
  package let missing: Rule
  /// The value may be of another JSON type.
  package let typeChanged: Rule
  /// Null is refused, or may come.
  package let null: Rule
  /// A listed value is refused, or one that wasn't listed may come.
  package let value: Rule
  /// The only value there may be is another.
  package let valueChanged: Rule
  /// A possible value fits none of the alternatives.
  package let noBranchFits: Rule
  /// A member that isn't named is refused, or may come though none was promised.
  package let notAllowed: Rule
  /// A string's format has changed.
  package let format: Rule
  /// A string's pattern has changed.
  package let pattern: Rule
  /// The bounds of a number, a length or a count are others.
  package let outOfBounds: Rule
  /// Equal items in a list are refused, or may come.
  package let duplicateItems: Rule
  /// The items that a list may have are others.
  package let items: Rule
  /// Anything else that makes a value wrong.
  package let other: Rule
  /// NEW names a member that OLD doesn't name.
  package let added: Rule
  /// OLD names a member that NEW doesn't name.
  package let removed: Rule
  /// A request that leaves the member out means something else; of requests only.
  package let defaultChanged: Rule
  /// A member is deprecated, or no longer.
  package let deprecationChanged: Rule
  /// The last day of a deprecated member is earlier than it was, or isn't named any more.
  package let sunsetChanged: Rule
  private let isOfRequests: Bool

  /// Rules about the values in a caller's requests.
  static let request = ChangeFieldRules(
    "change.request.field", missing: "required", null: "null-not-allowed", value: "value-removed", other: "narrowed")
  /// Rules about the values in a server's responses.
  static let response = ChangeFieldRules(
    "change.response.field", missing: "missing", null: "null-allowed", value: "value-added", other: "widened",
    ofNewValues: .warning)

  private init(
    _ area: String, missing: String, null: String, value: String, other: String,
    ofNewValues severity: Severity = .breaking
  ) {
    self.missing = Rule("\(area).\(missing)", .breaking)
    typeChanged = Rule("\(area).type-changed", .breaking)
    self.null = Rule("\(area).\(null)", .breaking)
    self.value = Rule("\(area).\(value)", severity)
    valueChanged = Rule("\(area).value-changed", .breaking)
    noBranchFits = Rule("\(area).no-branch-fits", .breaking)
    notAllowed = Rule("\(area).not-allowed", .breaking)
    format = Rule("\(area).format", .breaking)
    pattern = Rule("\(area).pattern", severity)
    outOfBounds = Rule("\(area).out-of-bounds", .breaking)
    duplicateItems = Rule("\(area).duplicate-items", severity)
    items = Rule("\(area).items", .breaking)
    self.other = Rule("\(area).\(other)", .breaking)
    added = Rule("\(area).added", .notice)
    removed = Rule("\(area).removed", .warning)
    defaultChanged = Rule("\(area).default-changed", .warning)
    deprecationChanged = Rule("\(area).deprecation-changed", .notice)
    sunsetChanged = Rule("\(area).sunset-changed", .warning)
    isOfRequests = severity == .breaking
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      missing, typeChanged, null, value, valueChanged, noBranchFits, notAllowed, format, pattern, outOfBounds,
      duplicateItems, items, other, added, removed,
    ] + (isOfRequests ? [defaultChanged] : []) + [deprecationChanged, sunsetChanged]
  }
}

extension ChangeFieldRules {
  /// Returns the rule about values that a keyword refuses.
  ///
  /// - Parameter detail: distinguishes them from others that it refuses, as a schema's gap has it.
  func rule(refusing keyword: String, _ detail: String?) -> Rule {
    switch keyword {
    case "required", "dependentRequired": missing
    case "type": detail == "null" ? null : typeChanged
    case "enum": detail == "null" ? null : value
    case "const": valueChanged
    // A name that a list has, as in a map whose keys are listed.
    case "propertyNames" where detail != nil: value
    case "anyOf", "oneOf": noBranchFits
    case "false", "additionalProperties", "unevaluatedProperties", "propertyNames": notAllowed
    case "format": format
    case "pattern": pattern
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
      "minItems", "maxItems", "minProperties", "maxProperties":
      outOfBounds
    case "uniqueItems": duplicateItems
    case "contains", "minContains", "maxContains", "items", "prefixItems", "unevaluatedItems": items
    default: other
    }
  }
}
