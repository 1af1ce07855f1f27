/// Rules about the values inside a JSON body, the same for requests and responses.
package struct FieldRules: Sendable {
  /// A required member is absent.
  package let missing: Rule
  /// A member that the contract does not have.
  package let undocumented: Rule
  /// A value of another JSON type than promised.
  package let typeChanged: Rule
  /// Null though the contract does not allow it.
  package let nullNotAllowed: Rule
  /// A value outside the listed ones.
  package let valueNotInEnum: Rule
  /// A member whose name differs from the contract's in its case or its separators only.
  package let caseChanged: Rule
  /// A number that came as a string: `"17"` for `17`.
  package let numberAsString: Rule
  /// A string that came as a number: `17` for `"17"`.
  package let stringAsNumber: Rule
  /// A number with a fraction though the contract has an integer.
  package let integerAsDecimal: Rule
  /// A value that fits none of the documented alternatives.
  package let noBranchFits: Rule
  /// A value that fits an alternative, and not the one that it names by its discriminator.
  package let discriminator: Rule
  /// A string that is not in its format: a date, an address.
  package let format: Rule
  /// A time with a lower-case `t` or `z`, which its format allows.
  package let looseDate: Rule
  /// A string that does not match its pattern.
  package let pattern: Rule
  /// A number, a length or a count outside its bounds.
  package let outOfBounds: Rule
  /// Equal items in an array whose items are unique.
  package let duplicateItems: Rule
  /// A value that takes more steps to judge than one of its size may cost.
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

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      missing, undocumented, typeChanged, nullNotAllowed, valueNotInEnum, caseChanged, numberAsString, stringAsNumber,
      integerAsDecimal, noBranchFits, discriminator, format, looseDate, pattern, outOfBounds, duplicateItems,
      undecided,
    ]
  }
}
