/// The binary Unicode properties of ECMA-262 that the standard library knows.
enum BinaryProperty: String, Sendable, CaseIterable {
  case any = "Any"
  case assigned = "Assigned"
  case ascii = "ASCII"
  case asciiHexDigit = "ASCII_Hex_Digit"
  case alphabetic = "Alphabetic"
  case lowercase = "Lowercase"
  case uppercase = "Uppercase"
  case whiteSpace = "White_Space"
  case hexDigit = "Hex_Digit"
  case idStart = "ID_Start"
  case idContinue = "ID_Continue"
  case xidStart = "XID_Start"
  case xidContinue = "XID_Continue"
  case ideographic = "Ideographic"
  case math = "Math"
  case dash = "Dash"
  case emoji = "Emoji"
  case emojiPresentation = "Emoji_Presentation"
  case emojiModifier = "Emoji_Modifier"
  case emojiModifierBase = "Emoji_Modifier_Base"

  init?(name: String) {
    let short = [
      "AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Lower": "Lowercase", "Upper": "Uppercase",
      "space": "White_Space", "Hex": "Hex_Digit", "IDS": "ID_Start", "IDC": "ID_Continue", "XIDS": "XID_Start",
      "XIDC": "XID_Continue", "Ideo": "Ideographic", "EPres": "Emoji_Presentation", "EMod": "Emoji_Modifier",
      "EBase": "Emoji_Modifier_Base",
    ]
    self.init(rawValue: short[name] ?? name)
  }

  func holds(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .any: return true
    case .assigned: return properties.generalCategory != .unassigned
    case .ascii: return scalar.isASCII
    case .asciiHexDigit: return properties.isASCIIHexDigit
    case .alphabetic: return properties.isAlphabetic
    case .lowercase: return properties.isLowercase
    case .uppercase: return properties.isUppercase
    case .whiteSpace: return properties.isWhitespace
    case .hexDigit: return properties.isHexDigit
    case .idStart: return properties.isIDStart
    case .idContinue: return properties.isIDContinue
    case .xidStart: return properties.isXIDStart
    case .xidContinue: return properties.isXIDContinue
    case .ideographic: return properties.isIdeographic
    case .math: return properties.isMath
    case .dash: return properties.isDash
    case .emoji: return properties.isEmoji
    case .emojiPresentation: return properties.isEmojiPresentation
    case .emojiModifier: return properties.isEmojiModifier
    case .emojiModifierBase: return properties.isEmojiModifierBase
    }
  }
}
