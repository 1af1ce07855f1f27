/// Rules about changes to the values in a message. These are the values that a request may no longer contain, and those
/// that a response may now contain although they were never promised.
///
/// Requests and responses mirror each other: a valid request must stay valid, and a possible response must be one that
/// was promised. A member that becomes required therefore breaks requests, and one that becomes optional breaks
/// responses.
package struct ChangeFieldRules: Sendable {
  /// A request without the member is rejected, or a response may lack it.
  package let missing: Rule
  /// The value may be of a different JSON type.
  package let typeChanged: Rule
  /// Null is rejected, or may occur.
  package let null: Rule
  /// A listed value is rejected, or an unlisted one may occur.
  package let value: Rule
  /// The only allowed value has changed.
  package let valueChanged: Rule
  /// A possible value fits none of the alternatives.
  package let noBranchFits: Rule
  /// An unnamed member is rejected, or may occur although none was promised.
  package let notAllowed: Rule
  /// A string's format has changed.
  package let format: Rule
  /// A string's pattern has changed.
  package let pattern: Rule
  /// The bounds of a number, a length or a count have changed.
  package let outOfBounds: Rule
  /// Equal items in a list are rejected, or may occur.
  package let duplicateItems: Rule
  /// The allowed items of a list have changed.
  package let items: Rule
  /// Anything else that makes a value invalid.
  package let other: Rule
  /// NEW declares a member that OLD doesn't.
  package let added: Rule
  /// OLD declares a member that NEW doesn't.
  package let removed: Rule
  /// A member has become deprecated or is no longer deprecated.
  package let deprecationChanged: Rule
  /// The sunset of a deprecated member is earlier or no longer specified.
  package let sunsetChanged: Rule
  /// A request that omits the member has a different meaning. The rule applies only to requests.
  package let defaultChanged = Rule("change.request.field.default-changed", .warning)

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
    deprecationChanged = Rule("\(area).deprecation-changed", .notice)
    sunsetChanged = Rule("\(area).sunset-changed", .warning)
  }
}

extension ChangeFieldRules {
  /// Returns the rule about values that a keyword rejects.
  ///
  /// - Parameter detail: The detail that distinguishes the values from others that the keyword rejects, as in a
  ///   schema's gap.
  func rule(refusing keyword: String, _ detail: String?) -> Rule {
    switch keyword {
    case "required", "dependentRequired": missing
    case "type": detail == "null" ? null : typeChanged
    case "enum": detail == "null" ? null : value
    case "const": valueChanged
    // With a detail, the keyword rejects a listed name, as in a map whose keys are listed.
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
