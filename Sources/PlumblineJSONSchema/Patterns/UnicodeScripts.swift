/// The code points of Unicode scripts whose tables are known to agree with Unicode 17, like the rest of this engine.
///
/// The standard library has no script data. The scripts listed here are unchanged in Unicode 17, or gained only
/// additions that its charts name. Other scripts and `Script_Extensions` stay undecided, to avoid being wrong about a
/// few code points.
enum UnicodeScripts {
  /// Returns the set for `Script=…`, or `nil` for unknown scripts.
  static func set(_ name: String, property: String) -> ScalarSet? {
    guard ["Script", "sc"].contains(property) else { return nil }
    return sets[name]
  }

  private static let sets: [String: ScalarSet] = {
    var sets: [String: ScalarSet] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ranges = words.dropFirst(2).compactMap { word -> ClosedRange<UInt32>? in
        let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let low = ends.first, let high = ends.last else { return nil }
        return low...high
      }
      for name in words.prefix(2) { sets[String(name)] = ScalarSet(ranges) }
    }
    return sets
  }()

  /// A table with a line for each script, containing its names and its ranges in hexadecimal.
  private static let table = """
    Armenian Armn 531-556 559-58A 58D-58F FB13-FB17
    Bengali Beng 980-983 985-98C 98F-990 993-9A8 9AA-9B0 9B2 9B6-9B9 9BC-9C4 9C7-9C8 9CB-9CE 9D7 9DC-9DD \
      9DF-9E3 9E6-9FE
    Cyrillic Cyrl 400-484 487-52F 1C80-1C8A 1D2B 1D78 2DE0-2DFF A640-A69F FE2E-FE2F 1E030-1E06D 1E08F
    Devanagari Deva 900-950 955-963 966-97F A8E0-A8FF 11B00-11B09
    Ethiopic Ethi 1200-1248 124A-124D 1250-1256 1258 125A-125D 1260-1288 128A-128D 1290-12B0 12B2-12B5 \
      12B8-12BE 12C0 12C2-12C5 12C8-12D6 12D8-1310 1312-1315 1318-135A 135D-137C 1380-1399 2D80-2D96 \
      2DA0-2DA6 2DA8-2DAE 2DB0-2DB6 2DB8-2DBE 2DC0-2DC6 2DC8-2DCE 2DD0-2DD6 2DD8-2DDE AB01-AB06 AB09-AB0E \
      AB11-AB16 AB20-AB26 AB28-AB2E 1E7E0-1E7E6 1E7E8-1E7EB 1E7ED-1E7EE 1E7F0-1E7FE
    Georgian Geor 10A0-10C5 10C7 10CD 10D0-10FA 10FC-10FF 1C90-1CBA 1CBD-1CBF 2D00-2D25 2D27 2D2D
    Greek Grek 370-373 375-377 37A-37D 37F 384 386 388-38A 38C 38E-3A1 3A3-3E1 3F0-3FF 1D26-1D2A \
      1D5D-1D61 1D66-1D6A 1DBF 1F00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D \
      1F80-1FB4 1FB6-1FC4 1FC6-1FD3 1FD6-1FDB 1FDD-1FEF 1FF2-1FF4 1FF6-1FFE 2126 AB65 10140-1018E 101A0 \
      1D200-1D245
    Gujarati Gujr A81-A83 A85-A8D A8F-A91 A93-AA8 AAA-AB0 AB2-AB3 AB5-AB9 ABC-AC5 AC7-AC9 ACB-ACD AD0 \
      AE0-AE3 AE6-AF1 AF9-AFF
    Gurmukhi Guru A01-A03 A05-A0A A0F-A10 A13-A28 A2A-A30 A32-A33 A35-A36 A38-A39 A3C A3E-A42 A47-A48 \
      A4B-A4D A51 A59-A5C A5E A66-A76
    Hangul Hang 1100-11FF 302E-302F 3131-318E 3200-321E 3260-327E A960-A97C AC00-D7A3 D7B0-D7C6 \
      D7CB-D7FB FFA0-FFBE FFC2-FFC7 FFCA-FFCF FFD2-FFD7 FFDA-FFDC
    Hebrew Hebr 591-5C7 5D0-5EA 5EF-5F4 FB1D-FB36 FB38-FB3C FB3E FB40-FB41 FB43-FB44 FB46-FB4F
    Hiragana Hira 3041-3096 309D-309F 1B001-1B11F 1B132 1B150-1B152 1F200
    Katakana Kana 30A1-30FA 30FD-30FF 31F0-31FF 32D0-32FE 3300-3357 FF66-FF6F FF71-FF9D 1AFF0-1AFF3 \
      1AFF5-1AFFB 1AFFD-1AFFE 1B000 1B120-1B122 1B155 1B164-1B167
    Khmer Khmr 1780-17DD 17E0-17E9 17F0-17F9 19E0-19FF
    Lao Laoo E81-E82 E84 E86-E8A E8C-EA3 EA5 EA7-EBD EC0-EC4 EC6 EC8-ECE ED0-ED9 EDC-EDF
    Latin Latn 41-5A 61-7A AA BA C0-D6 D8-F6 F8-2B8 2E0-2E4 1D00-1D25 1D2C-1D5C 1D62-1D65 1D6B-1D77 \
      1D79-1DBE 1E00-1EFF 2071 207F 2090-209C 212A-212B 2132 214E 2160-2188 2C60-2C7F A722-A787 A78B-A7DC \
      A7F1-A7FF AB30-AB5A AB5C-AB64 AB66-AB69 FB00-FB06 FF21-FF3A FF41-FF5A 10780-10785 10787-107B0 \
      107B2-107BA 1DF00-1DF1E 1DF25-1DF2A
    Malayalam Mlym D00-D0C D0E-D10 D12-D44 D46-D48 D4A-D4F D54-D63 D66-D7F
    Mongolian Mong 1800-1801 1804 1806-1819 1820-1878 1880-18AA 11660-1166C
    Myanmar Mymr 1000-109F A9E0-A9FE AA60-AA7F 116D0-116E3
    Sinhala Sinh D81-D83 D85-D96 D9A-DB1 DB3-DBB DBD DC0-DC6 DCA DCF-DD4 DD6 DD8-DDF DE6-DEF DF2-DF4 \
      111E1-111F4
    Tamil Taml B82-B83 B85-B8A B8E-B90 B92-B95 B99-B9A B9C B9E-B9F BA3-BA4 BA8-BAA BAE-BB9 BBE-BC2 \
      BC6-BC8 BCA-BCD BD0 BD7 BE6-BFA 11FC0-11FF1 11FFF
    Thai Thai E01-E3A E40-E5B
    Tibetan Tibt F00-F47 F49-F6C F71-F97 F99-FBC FBE-FCC FCE-FD4 FD9-FDA
    """
}
