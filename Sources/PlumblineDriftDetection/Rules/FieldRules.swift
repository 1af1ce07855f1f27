/// Rules about the values inside a JSON body. They are the same for requests and responses.
package struct FieldRules: Sendable {
  /// A required member is absent.
  package let missing: Rule
  /// A member isn't in the contract.
  package let undocumented: Rule
  /// A value has a different JSON type than documented.
  package let typeChanged: Rule
  /// A value is null although the contract doesn't allow it.
  package let nullNotAllowed: Rule
  /// A value isn't one of those listed.
  package let valueNotInEnum: Rule
  /// A member's name differs from the contract's only in case or separators.
  package let caseChanged: Rule
  /// A number is sent as a string, such as `"17"` for `17`.
  package let numberAsString: Rule
  /// A string is sent as a number, such as `17` for `"17"`.
  package let stringAsNumber: Rule
  /// A number has a fraction although the contract has an integer.
  package let integerAsDecimal: Rule
  /// A value fits none of the documented alternatives.
  package let noBranchFits: Rule
  /// A value fits a different alternative than its discriminator specifies.
  package let discriminator: Rule
  /// A string doesn't have the documented format, such as that of a date or an address.
  package let format: Rule
  /// A time has a lowercase `t` or `z`, which its format allows.
  package let looseDate: Rule
  /// A string doesn't match its pattern.
  package let pattern: Rule
  /// A number, a length or a count is outside its bounds.
  package let outOfBounds: Rule
  /// An array whose items must be unique has equal items.
  package let duplicateItems: Rule
  /// A value takes more steps to validate than is allowed for its size.
  package let undecided: Rule

  init(message: String) {
    missing = Rule("\(message).field.missing", .breaking)
    undocumented = Rule("\(message).field.undocumented", .warning)
    typeChanged = Rule("\(message).field.type-changed", .breaking)
    nullNotAllowed = Rule("\(message).field.null-not-allowed", .breaking)
    valueNotInEnum = Rule("\(message).field.value-not-in-enum", .breaking)
    caseChanged = Rule("\(message).field.case-changed", .breaking)
    numberAsString = Rule("\(message).field.number-as-string", .breaking)
    stringAsNumber = Rule("\(message).field.string-as-number", .breaking)
    integerAsDecimal = Rule("\(message).field.integer-as-decimal", .breaking)
    noBranchFits = Rule("\(message).field.no-branch-fits", .breaking)
    discriminator = Rule("\(message).field.discriminator", .warning)
    format = Rule("\(message).field.format", .warning)
    looseDate = Rule("\(message).field.lowercase-date", .notice)
    pattern = Rule("\(message).field.pattern", .warning)
    outOfBounds = Rule("\(message).field.out-of-bounds", .warning)
    duplicateItems = Rule("\(message).field.duplicate-items", .warning)
    undecided = Rule("\(message).field.undecided", .warning)
  }
}
