extension BinaryProperty {
  /// Returns a Boolean value that indicates whether a scalar has this property according to the standard library.
  func holds(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .any, .ascii, .assigned, .regionalIndicator, .emojiComponent: return constant?.contains(scalar.value) ?? false
    case .asciiHexDigit: return properties.isASCIIHexDigit
    case .alphabetic: return properties.isAlphabetic
    case .bidiControl: return properties.isBidiControl
    case .bidiMirrored: return properties.isBidiMirrored
    case .caseIgnorable: return properties.isCaseIgnorable
    case .cased: return properties.isCased
    case .changesWhenCasefolded: return properties.changesWhenCaseFolded
    case .changesWhenCasemapped: return properties.changesWhenCaseMapped
    case .changesWhenLowercased: return properties.changesWhenLowercased
    case .changesWhenNFKCCasefolded: return properties.changesWhenNFKCCaseFolded
    case .changesWhenTitlecased: return properties.changesWhenTitlecased
    case .changesWhenUppercased: return properties.changesWhenUppercased
    case .dash: return properties.isDash
    case .defaultIgnorable: return properties.isDefaultIgnorableCodePoint
    case .deprecated: return properties.isDeprecated
    case .diacritic: return properties.isDiacritic
    case .emoji: return properties.isEmoji
    case .emojiModifier: return properties.isEmojiModifier
    case .emojiModifierBase: return properties.isEmojiModifierBase
    case .emojiPresentation: return properties.isEmojiPresentation
    case .extender: return properties.isExtender
    case .graphemeBase: return properties.isGraphemeBase
    case .graphemeExtend: return properties.isGraphemeExtend
    case .hexDigit: return properties.isHexDigit
    case .idContinue: return properties.isIDContinue
    case .idStart: return properties.isIDStart
    case .ideographic: return properties.isIdeographic
    case .idsBinaryOperator: return properties.isIDSBinaryOperator
    case .idsTrinaryOperator: return properties.isIDSTrinaryOperator
    case .joinControl: return properties.isJoinControl
    case .logicalOrderException: return properties.isLogicalOrderException
    case .lowercase: return properties.isLowercase
    case .math: return properties.isMath
    case .noncharacter: return properties.isNoncharacterCodePoint
    case .patternSyntax: return properties.isPatternSyntax
    case .patternWhiteSpace: return properties.isPatternWhitespace
    case .quotationMark: return properties.isQuotationMark
    case .radical: return properties.isRadical
    case .sentenceTerminal: return properties.isSentenceTerminal
    case .softDotted: return properties.isSoftDotted
    case .terminalPunctuation: return properties.isTerminalPunctuation
    case .unifiedIdeograph: return properties.isUnifiedIdeograph
    case .uppercase: return properties.isUppercase
    case .variationSelector: return properties.isVariationSelector
    case .whiteSpace: return properties.isWhitespace
    case .xidContinue: return properties.isXIDContinue
    case .xidStart: return properties.isXIDStart
    }
  }
}
