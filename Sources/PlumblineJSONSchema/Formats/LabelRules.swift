/// The rules for the scalars of an internationalized label (RFC 5891 section 4.2, RFC 5892 and RFC 5893).
enum LabelRules {
  /// Returns a Boolean value that indicates whether each scalar of a label is allowed at its position.
  static func hold(_ label: [UInt32]) -> Bool {
    guard let first = label.first, let last = label.last, first != hyphen, last != hyphen else { return false }
    if label.count >= 4, label[2] == hyphen, label[3] == hyphen { return false }
    if isMark(first) { return false }
    for index in label.indices where !isAllowed(label[index]) && !contextHolds(label, index) { return false }
    return true
  }

  private static let hyphen: UInt32 = 0x2D

  private static func properties(_ scalar: UInt32) -> Unicode.Scalar.Properties? {
    Unicode.Scalar(scalar)?.properties
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch properties(scalar)?.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a scalar is PVALID (RFC 5892 section 3).
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return 0x61...0x7A ~= scalar || 0x30...0x39 ~= scalar || scalar == hyphen }
    switch scalar {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669,
      0x6F0...0x6F9, 0x200C, 0x200D:
      return false
    // Ignorable blocks and conjoining Hangul aren't allowed either.
    case 0x20D0...0x20FF, 0x1D100...0x1D24F, 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
    default: break
    }
    guard let properties = properties(scalar) else { return false }
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace
      || properties.isNoncharacterCodePoint
    {
      return false
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      return true
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether a scalar that is allowed only in some contexts satisfies the rules
  /// for it (RFC 5892 appendix A).
  private static func contextHolds(_ label: [UInt32], _ index: Int) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index] {
    case 0x200C: return isVirama(before) || joins(label, index)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == 0x6C && after == 0x6C
    case 0x375: return after.map { UnicodeRanges.contains(UnicodeRanges.greek, $0) } ?? false
    case 0x5F3, 0x5F4: return before.map { UnicodeRanges.contains(UnicodeRanges.hebrew, $0) } ?? false
    case 0x30FB: return label.contains { UnicodeRanges.contains(UnicodeRanges.kana, $0) }
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0 }
    case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0 }
    default: return false
    }
  }

  private static func isVirama(_ scalar: UInt32?) -> Bool {
    scalar.flatMap(properties)?.canonicalCombiningClass == .virama
  }

  /// Returns a Boolean value that indicates whether a non-joiner is between letters that would join without it (RFC
  /// 5892 appendix A.1).
  private static func joins(_ label: [UInt32], _ index: Int) -> Bool {
    func isTransparent(_ scalar: UInt32) -> Bool {
      switch properties(scalar)?.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: true
      default: false
      }
    }
    guard let left = label[..<index].last(where: { !isTransparent($0) }),
      let right = label[(index + 1)...].first(where: { !isTransparent($0) })
    else { return false }
    return UnicodeRanges.contains(UnicodeRanges.joiningLeft, left)
      && UnicodeRanges.contains(UnicodeRanges.joiningRight, right)
  }
}

extension LabelRules {
  /// Returns a Boolean value that indicates whether a scalar's Bidi class is R, AL, or AN, which makes its name a Bidi
  /// name.
  static func isRightToLeft(_ scalar: UInt32) -> Bool {
    scalar >= 0x590 && (direction(scalar) == .right || direction(scalar) == .arabicNumber)
  }

  private enum Direction {
    case left
    case right
    case arabicNumber
    case europeanNumber
    case mark
    case neutral
  }

  private static func direction(_ scalar: UInt32) -> Direction {
    if 0x30...0x39 ~= scalar || 0x6F0...0x6F9 ~= scalar { return .europeanNumber }
    if scalar < 0x80 { return scalar == hyphen ? .neutral : .left }
    // Joiners and middle dots, which are allowed only in some contexts, have no inherent direction.
    if [0xB7, 0x375, 0x200C, 0x200D, 0x30FB].contains(scalar) { return .neutral }
    if UnicodeRanges.contains(UnicodeRanges.rightToLeft, scalar) { return .right }
    if UnicodeRanges.contains(UnicodeRanges.arabicNumbers, scalar) { return .arabicNumber }
    if properties(scalar)?.generalCategory == .nonspacingMark { return .mark }
    return UnicodeRanges.contains(UnicodeRanges.neutral, scalar) ? .neutral : .left
  }

  /// Returns a Boolean value that indicates whether a label satisfies the Bidi rule (RFC 5893 section 2).
  static func bidiHolds(_ label: [UInt32]) -> Bool {
    let directions = label.map(direction)
    let last = directions.last { $0 != .mark }
    switch directions.first {
    case .right:
      return !directions.contains(.left) && last != .neutral
        && !(directions.contains(.europeanNumber) && directions.contains(.arabicNumber))
    case .left:
      return !directions.contains(.right) && !directions.contains(.arabicNumber) && last != .neutral
    default: return false
    }
  }
}
