/// The binary Unicode properties in ECMA-262 that can be determined exactly, either with the standard library or
/// because they never change.
///
/// Of the properties in ECMA-262's table, only `Extended_Pictographic` is missing.
enum BinaryProperty: String, Sendable, CaseIterable {
  case any = "Any"
  case ascii = "ASCII"
  case asciiHexDigit = "ASCII_Hex_Digit"
  case alphabetic = "Alphabetic"
  case assigned = "Assigned"
  case bidiControl = "Bidi_Control"
  case bidiMirrored = "Bidi_Mirrored"
  case caseIgnorable = "Case_Ignorable"
  case cased = "Cased"
  case changesWhenCasefolded = "Changes_When_Casefolded"
  case changesWhenCasemapped = "Changes_When_Casemapped"
  case changesWhenLowercased = "Changes_When_Lowercased"
  case changesWhenNFKCCasefolded = "Changes_When_NFKC_Casefolded"
  case changesWhenTitlecased = "Changes_When_Titlecased"
  case changesWhenUppercased = "Changes_When_Uppercased"
  case dash = "Dash"
  case defaultIgnorable = "Default_Ignorable_Code_Point"
  case deprecated = "Deprecated"
  case diacritic = "Diacritic"
  case emoji = "Emoji"
  case emojiComponent = "Emoji_Component"
  case emojiModifier = "Emoji_Modifier"
  case emojiModifierBase = "Emoji_Modifier_Base"
  case emojiPresentation = "Emoji_Presentation"
  case extender = "Extender"
  case graphemeBase = "Grapheme_Base"
  case graphemeExtend = "Grapheme_Extend"
  case hexDigit = "Hex_Digit"
  case idContinue = "ID_Continue"
  case idStart = "ID_Start"
  case ideographic = "Ideographic"
  case idsBinaryOperator = "IDS_Binary_Operator"
  case idsTrinaryOperator = "IDS_Trinary_Operator"
  case joinControl = "Join_Control"
  case logicalOrderException = "Logical_Order_Exception"
  case lowercase = "Lowercase"
  case math = "Math"
  case noncharacter = "Noncharacter_Code_Point"
  case patternSyntax = "Pattern_Syntax"
  case patternWhiteSpace = "Pattern_White_Space"
  case quotationMark = "Quotation_Mark"
  case radical = "Radical"
  case regionalIndicator = "Regional_Indicator"
  case sentenceTerminal = "Sentence_Terminal"
  case softDotted = "Soft_Dotted"
  case terminalPunctuation = "Terminal_Punctuation"
  case unifiedIdeograph = "Unified_Ideograph"
  case uppercase = "Uppercase"
  case variationSelector = "Variation_Selector"
  case whiteSpace = "White_Space"
  case xidContinue = "XID_Continue"
  case xidStart = "XID_Start"

  private static let short: [String: BinaryProperty] = [
    "AHex": .asciiHexDigit, "Alpha": .alphabetic, "Bidi_C": .bidiControl, "Bidi_M": .bidiMirrored, "CI": .caseIgnorable,
    "CWCF": .changesWhenCasefolded, "CWCM": .changesWhenCasemapped, "CWKCF": .changesWhenNFKCCasefolded,
    "CWL": .changesWhenLowercased, "CWT": .changesWhenTitlecased, "CWU": .changesWhenUppercased,
    "DI": .defaultIgnorable, "Dep": .deprecated, "Dia": .diacritic, "EComp": .emojiComponent, "EMod": .emojiModifier,
    "EBase": .emojiModifierBase, "EPres": .emojiPresentation, "Ext": .extender, "Gr_Base": .graphemeBase,
    "Gr_Ext": .graphemeExtend, "Hex": .hexDigit, "IDSB": .idsBinaryOperator, "IDST": .idsTrinaryOperator,
    "IDC": .idContinue, "IDS": .idStart, "Ideo": .ideographic, "Join_C": .joinControl, "LOE": .logicalOrderException,
    "Lower": .lowercase, "NChar": .noncharacter, "Pat_Syn": .patternSyntax, "Pat_WS": .patternWhiteSpace,
    "QMark": .quotationMark, "RI": .regionalIndicator, "STerm": .sentenceTerminal, "SD": .softDotted,
    "Term": .terminalPunctuation, "UIdeo": .unifiedIdeograph, "Upper": .uppercase, "VS": .variationSelector,
    "space": .whiteSpace, "XIDC": .xidContinue, "XIDS": .xidStart,
  ]

  init?(name: String) {
    guard let property = BinaryProperty(rawValue: name) ?? Self.short[name] else { return nil }
    self = property
  }

  /// The property's set, or `nil` if it may differ between Unicode versions.
  var constant: ScalarSet? {
    switch self {
    case .any: .all
    case .ascii: ScalarSet(sorted: [0...0x7F])
    case .assigned: UnicodeTables.set(GeneralCategories.unassigned).complement
    case .regionalIndicator: ScalarSet(sorted: [0x1F1E6...0x1F1FF])
    case .emojiComponent:
      ScalarSet(sorted: [
        0x23...0x23, 0x2A...0x2A, 0x30...0x39, 0x200D...0x200D, 0x20E3...0x20E3, 0xFE0F...0xFE0F, 0x1F1E6...0x1F1FF,
        0x1F3FB...0x1F3FF, 0x1F9B0...0x1F9B3, 0xE0020...0xE007F,
      ])
    default: nil
    }
  }
}
