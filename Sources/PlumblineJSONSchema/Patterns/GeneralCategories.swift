/// A set of Unicode general categories, with one bit for each category.
struct GeneralCategories: Sendable, Hashable {
  var bits: UInt32

  static let unassigned = GeneralCategories(bits: 1 << index(.unassigned))

  /// Creates the set of categories with a long or short name from ECMA-262's table of property values.
  init?(name: String) {
    var bits: UInt32 = 0
    for (index, names) in Self.names.enumerated() where names.contains(name) { bits |= 1 << UInt32(index) }
    if bits == 0 {
      guard let group = Self.groups.first(where: { $0.names.contains(name) }) else { return nil }
      for (index, names) in Self.names.enumerated() where group.members.contains(names[0]) {
        bits |= 1 << UInt32(index)
      }
    }
    self.bits = bits
  }

  init(bits: UInt32) {
    self.bits = bits
  }

  private static let names: [[String]] = [
    ["Lu", "Uppercase_Letter"], ["Ll", "Lowercase_Letter"], ["Lt", "Titlecase_Letter"], ["Lm", "Modifier_Letter"],
    ["Lo", "Other_Letter"], ["Mn", "Nonspacing_Mark"], ["Mc", "Spacing_Mark"], ["Me", "Enclosing_Mark"],
    ["Nd", "Decimal_Number", "digit"], ["Nl", "Letter_Number"], ["No", "Other_Number"],
    ["Pc", "Connector_Punctuation"],
    ["Pd", "Dash_Punctuation"], ["Ps", "Open_Punctuation"], ["Pe", "Close_Punctuation"], ["Pi", "Initial_Punctuation"],
    ["Pf", "Final_Punctuation"], ["Po", "Other_Punctuation"], ["Sm", "Math_Symbol"], ["Sc", "Currency_Symbol"],
    ["Sk", "Modifier_Symbol"], ["So", "Other_Symbol"], ["Zs", "Space_Separator"], ["Zl", "Line_Separator"],
    ["Zp", "Paragraph_Separator"], ["Cc", "Control", "cntrl"], ["Cf", "Format"], ["Cs", "Surrogate"],
    ["Co", "Private_Use"], ["Cn", "Unassigned"],
  ]

  private static let groups: [(names: [String], members: [String])] = [
    (["L", "Letter"], ["Lu", "Ll", "Lt", "Lm", "Lo"]), (["LC", "Cased_Letter"], ["Lu", "Ll", "Lt"]),
    (["M", "Mark", "Combining_Mark"], ["Mn", "Mc", "Me"]), (["N", "Number"], ["Nd", "Nl", "No"]),
    (["P", "Punctuation", "punct"], ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"]),
    (["S", "Symbol"], ["Sm", "Sc", "Sk", "So"]), (["Z", "Separator"], ["Zs", "Zl", "Zp"]),
    (["C", "Other"], ["Cc", "Cf", "Cs", "Co", "Cn"]),
  ]

  /// Returns the bit of a category.
  static func index(_ category: Unicode.GeneralCategory) -> UInt32 {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}
